#!/usr/bin/env bash
# Compares our solvers of connect four with P. Pons' in C++ (https://github.com/PascalPons/connect4,
# AGPL, not part of this repository), on the same positions, in turn. Both print processor time.
# Usage: benches/peers/pons.sh CHECKOUT [ROUNDS]
set -euo pipefail
checkout=${1:?usage: pons.sh CHECKOUT [ROUNDS]}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
g++ -O3 -march=native -DNDEBUG -I "$checkout" "$here/pons.cpp" "$checkout/Solver.cpp" -o "$work/pons"
cargo run --release --manifest-path "$here/Cargo.toml" -- --rounds "${2:-9}" --pons "$work/pons" solve
