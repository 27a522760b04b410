#!/usr/bin/env bash
# Plays the blog's player at depths 1 to 4 with 10 to 200 samples, writes the summaries to docs/results/data/threes-depths.json
# and draws docs/results/threes-depths.svg: ten minutes on one core.
#
#   scripts/tables/threes.sh
#
# PROGRAM, SEED, JOBS and RECORDS are as in common.sh. The number of games falls with the cost of a move.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/tables/common.sh
. scripts/tables/common.sh
# cargo build --release -p gambol-cli --example threes_depths
DEPTHS=${DEPTHS:-target/release/examples/threes_depths}
DATA=docs/results/data/threes-depths.json

# A line each: AGENT GAMES, games from 12 to 400 in inverse proportion to the sequences of a first move. The dearest is left out.
rows() {
    local depth samples games
    for depth in 1 2 3 4; do
        for samples in 10 20 50 100 200; do
            games=$((16000 / (4 ** depth * samples)))
            games=$((games < 12 ? 12 : games > 400 ? 400 : games))
            [ "$depth,$samples" = 4,200 ] || echo "blog-mc:depth=$depth,samples=$samples $games"
        done
    done
}

rows | play_rows threes:blog "$DATA"
"$DEPTHS" "$DATA" --svg docs/results/threes-depths.svg
