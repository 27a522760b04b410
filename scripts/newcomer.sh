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
    local name=$1 taken last
    shift
    { time "$@" >"$work/log" 2>&1; } 2>"$work/time" || { cat "$work/log" "$work/time"; exit 1; }
    taken=$(tail -n 1 "$work/time")
    last=$(grep -Ev '^$|^ *(Compiling|Finished|Running) ' "$work/log" | tail -n 1 | cut -c 1-90) || true
    printf '| %s | %.0f | %.0f | %s |\n' "$name" ${taken} "${last:+\`$last\`}"
}

# The Nth block of a chapter of the guide that begins with this fence.
block() {
    awk -v fence="\`\`\`$2" -v wanted="$3" '$0 == fence { n++; inside = n == wanted; next } /^```/ { inside = 0 } inside' "$work/gambol/docs/guide/src/$1.md"
}

# The Nth block of Rust of a chapter, as a program; hidden lines lose their mark.
program() {
    printf 'fn main() -> Result<(), Box<dyn std::error::Error>> {\n'
    block "$1" rust "$2" | sed -E 's/^# ?//; /^Ok::<\(\)/d'
    printf 'Ok(())\n}\n'
}

# The library and its tests, as the guide's chapters write them, with three of their programs.
own_package() {
    cargo new --quiet --lib twenty48
    cp gambol/docs/guide/code/{board,evaluate,game,learn,lib,pig,text}.rs twenty48/src/
    mkdir twenty48/{tests,examples}
    cp gambol/docs/guide/tests/conformance.rs twenty48/tests/
    program searches 3 >twenty48/examples/search.rs
    program comparing 2 >twenty48/examples/compare.rs
    program lessons 1 >twenty48/examples/lesson.rs
    cd twenty48
    cargo add --quiet --path ../gambol --features learn,registry
    cargo add --quiet --path ../gambol/crates/arena
    cargo add --quiet --path ../gambol/crates/play
    cargo add --quiet --dev --path ../gambol/crates/conformance
    cargo test --release --test conformance
}

# The program of the guide with the reader's game: three moves in a terminal, and out.
own_program() {
    cargo add --quiet --path ../gambol/crates/cli
    block program rust,ignore 3 >src/main.rs
    cargo build --release
    # Each key when the screen before it is drawn. The board of the reader asks for a slide.
    (for key in l d l q; do sleep 1; printf '%s' "$key"; done) |
        TERM=xterm-256color script --quiet --return --command 'stty rows 24 columns 80; target/release/twenty48 play 2048' screen >screen.log
    grep -ao 'Slide: arrow keys, drag, or click an edge' screen | head -n 1
}

# A match of two engine processes with a clock.
engines() {
    "$gambol" match match5 --agents "ugi:cmd=$gambol ugi match5,depth=2" "ugi:cmd=$gambol ugi match5,depth=1" --tc 10+0.1 --games 4
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
step 'first lesson: its exercise, as a program' cargo run --release --example lesson
step 'first own game in the terminal, with the build of the program' own_program
cd ..
step 'the program installed' cargo install --path gambol/crates/cli --root "$work"
gambol=$work/bin/gambol
step 'first hint: Threes!' "$gambol" hint threes
step 'first match of two engines with a clock, 4 games' engines
