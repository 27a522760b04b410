#!/usr/bin/env bash
# Walks a newcomer's path from a cold clone and times each step, for docs/results/newcomer.md. Leaves nothing behind.
#
#   scripts/newcomer.sh [REPOSITORY]     by default this checkout, as it is committed
set -euo pipefail
repository=${1:-$(cd "$(dirname "$0")/.." && pwd)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CARGO_TARGET_DIR
# Wall and processor time of a step and of what it starts, in seconds.
TIMEFORMAT='%R %U'

step() {
    local name=$1 taken
    shift
    { time "$@" >"$work/log" 2>&1; } 2>"$work/time" || { cat "$work/log" "$work/time"; exit 1; }
    taken=$(tail -n 1 "$work/time")
    printf '| %s | %.0f | %.0f | `%s` |\n' "$name" ${taken} "$(grep -Ev '^$|^ *(Finished|Running) ' "$work/log" | tail -n 1 | cut -c 1-90)"
}

# The Nth block of Rust of a chapter of the guide, as a program; hidden lines lose their mark.
program() {
    printf 'fn main() -> Result<(), Box<dyn std::error::Error>> {\n'
    awk -v wanted="$2" '/^```rust$/ { n++; inside = n == wanted; next } /^```/ { inside = 0 } inside' "gambol/docs/guide/src/$1.md" \
        | sed -E 's/^# ?//; /^Ok::<\(\)/d'
    printf 'Ok(())\n}\n'
}

own_package() {
    cargo new --quiet --lib twenty48
    cp gambol/docs/guide/code/{evaluate,game,learn,lib,text}.rs twenty48/src/
    mkdir twenty48/{tests,examples}
    cp gambol/docs/guide/tests/conformance.rs twenty48/tests/
    program searches 3 >twenty48/examples/search.rs
    program comparing 2 >twenty48/examples/compare.rs
    cd twenty48
    cargo add --quiet --path ../gambol
    cargo add --quiet --path ../gambol/crates/arena
    cargo add --quiet --dev --path ../gambol/crates/conformance
    cargo test --release --test conformance
}

cd "$work"
echo '| step | wall, s | processor, s | its last line |'
echo '|---|---|---|---|'
step 'clone' git clone --quiet "$repository" gambol
cd gambol
step 'first board: a game of Five or More' cargo run --release --example five_or_more
cd ..
step 'first own game: 2048 of the guide, tested by the kit' own_package
step 'first own search: a whole game by expectimax' cargo run --release --example search
step 'first comparison: two players, 40 games' cargo run --release --example compare
