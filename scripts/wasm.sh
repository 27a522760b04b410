#!/usr/bin/env bash
# Searches on wasm32-unknown-unknown with the default features, in Node.js: by time, and without a clock. Then unit tests.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v node >/dev/null || { echo "this needs Node.js (node)" >&2; exit 1; }
target=${CARGO_TARGET_DIR:-crates/registry/tests/wasm/target}
cargo build --quiet --profile test-release --target wasm32-unknown-unknown --manifest-path crates/registry/tests/wasm/Cargo.toml
# The program, if it is built already.
${GAMBOL_XTASK:-cargo run --quiet -p xtask --} glue "$target/wasm32-unknown-unknown/test-release/gambol_wasm_tests.wasm" "$target/glue"
node crates/registry/tests/wasm/run.js "$target/glue/gambol_wasm_tests.js"

# The unit tests of the rules and the searches, where a pointer has 32 bits.
libraries=(core five-or-more match5 pentago-swap search self-taught tenten threes)
CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings --experimental-wasi-unstable-preview1 $PWD/crates/registry/tests/wasm/wasi.mjs" \
    cargo test --quiet --profile test-release --target wasm32-wasip1 --lib "${libraries[@]/#/--package=gambol-}"
