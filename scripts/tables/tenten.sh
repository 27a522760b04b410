#!/usr/bin/env bash
# Plays every row of docs/results/tenten.md on the paper's deals, writes the summaries to docs/results/data/tenten.json and draws
# figures 3 to 8 of the paper as docs/results/tenten-figure-N.svg: half an hour on two free cores. A few rows on uniform deals go to
# docs/results/data/tenten-uniform.json.
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
    printf 'greedy-single:heuristic=%s 200\n' $HEURISTICS
    printf 'greedy-triple:heuristic=%s,plan=once 200\n' $HEURISTICS
    # The order of equal states of the authors' program.
    printf '%s\n' 'greedy-triple:heuristic=surface,ties=heap,plan=once 1000' \
        'greedy-triple:heuristic=free-space,ties=heap,plan=once 200'
    # Figure 7, with more games than the others for the greatest score.
    best 1000 1000 50
    printf '%s\n' 'greedy-triple 200'
    # As the authors' program: the whole hand of one search, its value, dealer and third version.
    local authors=plan=once,reply=best
    printf "alpha-beta:%s\n" \
        "version=1,depth=0,plan=once 5" \
        "version=2,depth=0 20" \
        "version=2,depth=0,value=sum,plan=once 20" "version=2,depth=0,value=last,plan=once 20" \
        "version=2,depth=1,$authors 8" "version=2,depth=1,plan=once 8" \
        "version=3,depth=0,plan=once 20" "version=3,depth=0,keep=worst,$authors 30" \
        "version=3,depth=1,plan=once 10" "version=3,depth=1,keep=worst,$authors 10" \
        "version=3,depth=2,keep=worst,$authors 2"
    # What the paper wishes for.
    printf '%s\n' 'hand-expectimax:width=5,samples=5 6' 'local-search 50'
}

# The three agents that the paper compares in the end, with so many games each.
best() {
    printf '%s\n' "greedy-single $1" "greedy-triple:plan=once $2" "alpha-beta:version=2,depth=0,plan=once $3"
}

# Draws scores or times of rows, given on standard input: figure NUMBER scores|times
figure() {
    local agent games files=() plots=$RECORDS/plots
    while read -r agent games; do files+=("$(record "$agent" "$games")"); done
    "$PROGRAM" report "${files[@]}" --out "$RECORDS/figure-$1.html" --plots "$plots"
    cp "$plots/tenten-paper-$2.svg" "$PAGES/tenten-figure-$1.svg"
}

rows | play_rows tenten:paper "$PAGES/data/tenten.json"
rows | grep '^greedy-single:heuristic' | grep -v combined | figure 3 scores
rows | grep '^greedy-triple:heuristic' | grep -v -e combined -e ties= | figure 4 scores
rows | grep '^greedy-single:heuristic' | figure 5 scores
rows | grep '^greedy-triple:heuristic' | grep -v ties= | figure 6 scores
best 1000 1000 50 | figure 7 scores
KEPT=$RECORDS
RECORDS=$KEPT/uniform
{
    printf '%s 500\n' greedy-single greedy-triple greedy-triple:plan=once
    echo 'alpha-beta:version=2,depth=0,plan=once 20'
} | play_rows tenten "$PAGES/data/tenten-uniform.json"
# One thread, so that no game waits for another one's.
RECORDS=$KEPT/alone JOBS=1
best 50 50 10 | play_rows tenten:paper "$PAGES/data/tenten-times.json"
best 50 50 10 | figure 8 times
