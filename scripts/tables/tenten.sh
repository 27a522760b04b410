#!/usr/bin/env bash
# Plays every row of docs/results/tenten.md, writes the summaries to docs/results/data/tenten.json and draws figures 3 to 8 of the
# paper as docs/results/tenten-figure-N.svg: a quarter of an hour on two free cores.
#
#   scripts/tables/tenten.sh
#
# PROGRAM, SEED and JOBS are as in common.sh. RECORDS (target/tables/tenten) keeps the records of all games: the same line goes on
# where it was stopped, and draws again without playing if nothing is missing. Remove the folder to play anew.
set -euo pipefail
cd "$(dirname "$0")/../.."
RECORDS=${RECORDS:-target/tables/tenten}
# shellcheck source=scripts/tables/common.sh
. scripts/tables/common.sh
PAGES=docs/results

HEURISTICS='null empty-large-square one-square free-space completeness surface combined'

# A line each: AGENT GAMES.
rows() {
    printf 'greedy-single:heuristic=%s 50\n' $HEURISTICS
    printf 'greedy-triple:heuristic=%s 50\n' $HEURISTICS
    # Figure 7, with more games than the others for the greatest score.
    best 1000 1000 500
    local value
    for value in '' ,value=last; do
        printf "alpha-beta:version=%s,depth=%s$value 50\n" 1 0 2 0 2 1 3 0 3 1
    done
    printf '%s\n' 'alpha-beta:version=2,depth=0,value=last 500' 'alpha-beta:version=3,depth=2,value=last 2'
}

# The three agents that the paper compares in the end, with so many games each.
best() {
    printf '%s\n' "greedy-single $1" "greedy-triple $2" "alpha-beta:version=2,depth=0 $3"
}

# Draws scores or times of rows, given on standard input: figure NUMBER scores|times
figure() {
    local agent games files=() plots=$RECORDS/plots
    while read -r agent games; do files+=("$(record "$agent" "$games")"); done
    "$PROGRAM" report "${files[@]}" --out "$RECORDS/figure-$1.html" --plots "$plots"
    cp "$plots/tenten-$2.svg" "$PAGES/tenten-figure-$1.svg"
}

rows | play_rows tenten "$PAGES/data/tenten.json"
rows | grep '^greedy-single:' | grep -v combined | figure 3 scores
rows | grep '^greedy-triple:' | grep -v combined | figure 4 scores
rows | grep '^greedy-single:' | figure 5 scores
rows | grep '^greedy-triple:' | figure 6 scores
best 1000 1000 500 | figure 7 scores
# One thread, so that no game waits for another one's.
RECORDS=$RECORDS/alone JOBS=1
best 50 50 50 | play_rows tenten "$PAGES/data/tenten-times.json"
best 50 50 50 | figure 8 times
