#!/usr/bin/env bash
# Searches on wasm32-unknown-unknown with the default features, in Node.js: by time, and without a clock.
set -euo pipefail
cd "$(dirname "$0")/../tests/wasm"

command -v node >/dev/null || { echo "this needs Node.js (node)" >&2; exit 1; }
target=${CARGO_TARGET_DIR:-target}
cargo build --quiet --release --target wasm32-unknown-unknown
cargo run --quiet -p gambol-wasm-glue -- \
    "$target/wasm32-unknown-unknown/release/gambol_wasm_tests.wasm" "$target/glue"
node run.js "$target/glue/gambol_wasm_tests.js"
