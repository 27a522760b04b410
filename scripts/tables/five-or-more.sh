#!/usr/bin/env bash
# Plays every row of the tables of de Bruin's thesis and writes their summaries, one JSON array a table, to
# docs/results/data/five-or-more/.
#
#   scripts/tables/five-or-more.sh [TABLE...]      tables 5 7 8 9 10 11 if none is named: a quarter of an hour
#   scripts/tables/five-or-more.sh 2 4 6           with Monte Carlo, as long as the thesis had it: four hours on two cores
#   scripts/tables/five-or-more.sh variants        Monte Carlo as the thesis' program may have played it: twenty minutes
#   scripts/tables/five-or-more.sh 11              the four readings of table 11, each a file: 11-found-first, 11-found-random,
#                                                  11-points-first, 11-points-random; ten minutes
#   scripts/tables/five-or-more.sh 11-sooner       Semi-Tree that wants its points sooner, peek 4: a minute
#   scripts/tables/five-or-more.sh rollouts        Monte Carlo with fewer or shorter rollouts, and by the maximum: ten minutes
#   scripts/tables/five-or-more.sh 3               prints table 3 and draws figure 4, from games of table 2
#
# PROGRAM, SEED and JOBS are as in common.sh; GAMES is the number of games of a row (the thesis'), SEARCH the settings of the Monte
# Carlo agents (z=100). What SEARCH other than z=100 gives goes to a file of its own. The games of tables 2, variants, 3, 4 and 6 are kept in
# RECORDS (target/tables/five-or-more): the same line goes on where it was stopped.
set -euo pipefail
cd "$(dirname "$0")/../.."

# shellcheck source=scripts/tables/common.sh
. scripts/tables/common.sh
SEARCH=${SEARCH:-z=100}
KEPT=${RECORDS:-target/tables/five-or-more}
# cargo build --release -p gambol-cli --example five_or_more_flow
FLOW=${FLOW:-target/release/examples/five_or_more_flow}
unset RECORDS
DATA=docs/results/data/five-or-more

# The agents of a table, one a line.
rows() {
    local score clear shovel stones reading peek peeks
    case $1 in
    2) printf '%s\n' "mc:$SEARCH" "bmc:$SEARCH" "mcrb:$SEARCH" "bmcrb:$SEARCH" ;;
    variants) printf '%s\n' {mc,bmc}:z=100,crn=yes ;;
    3) printf '%s\n' "mc:$SEARCH" "mcrb:$SEARCH" "bmcrb:$SEARCH" ;;
    4)
        for stones in 30 40 50; do
            printf '%s\n' "dynamic-bmcrb:break=$stones,$SEARCH" "dynamic-bmcrb:break=$stones,inverted=yes,$SEARCH"
        done
        ;;
    5)
        printf '%s\n' advanced-bias:mode=align advanced-bias:from=3 legacy-bias:mode=align legacy-bias:from=3 \
            simple-bias:from=3
        ;;
    6) printf '%s\n' "abmcrab:$SEARCH" "lbmcrlb:$SEARCH" ;;
    7) for score in 1 2 3 4 5; do printf '%s\n' align-score:score=$score,rating={old,new}; done ;;
    8) for score in 3 4 5; do printf '%s\n' align-clear-score:score=$score,clear={3,4,5}; done ;;
    9) for score in 3 4; do printf '%s\n' align-shovel-score:score=$score,shovel={3,4,5}; done ;;
    10)
        for clear in 3 4 5; do for shovel in 3 4 5; do
            printf '%s\n' align-shovel-clear-score:score={3,4},clear=$clear,shovel=$shovel
        done; done
        ;;
    11-*)
        peeks='1 2 3 4'
        case $1 in
        11-found-first) reading=worth=found,ties=first ;;
        11-found-random) reading=worth=found,ties=random ;;
        11-points-first) reading=worth=points,ties=first ;;
        11-points-random) reading=worth=points,ties=random peeks='1 4' ;;
        11-sooner) reading=worth=points,ties=random,sooner=yes peeks=4 ;;
        *) echo "unknown reading of table 11: ${1#11-}" >&2 && return 1 ;;
        esac
        for score in 3 4; do for clear in 3 4; do for shovel in 3 4; do for peek in $peeks; do
            echo "semi-tree:peek=$peek,score=$score,clear=$clear,shovel=$shovel,$reading"
        done; done; done; done
        ;;
    rollouts) printf '%s\n' mc:z=25 mc:z=100,aggregate=maximum mc:z=100,max-plies=20 ;;
    *) echo "there is no table $1 to play: 2 to 11, variants and rollouts" >&2 && return 1 ;;
    esac
}

# The games that the thesis played for each row; of table 4 it does not say.
games() {
    case $1 in
    rollouts) echo 16 ;;
    2 | variants | 3 | 4) echo 64 ;;
    6) echo 110 ;;
    *) echo 1000 ;;
    esac
}

[ $# -gt 0 ] || set -- 5 7 8 9 10 11
tables=()
for table; do
    if [ "$table" = 11 ]; then tables+=(11-{found,points}-{first,random}); else tables+=("$table"); fi
done
for table in "${tables[@]}"; do
    file=$DATA/table-$table
    case $table in 2 | 3 | 4 | 6) [ "$SEARCH" = z=100 ] || file+=-${SEARCH//[^a-z0-9]/-} ;; esac
    count=${GAMES:-$(games "$table")}
    echo "table $table" >&2
    agents=$(rows "$table")
    lines=$(sed "s/\$/ $count/" <<<"$agents")
    case $table in
    2 | variants | 4 | 6) RECORDS=$KEPT KEEP=yes play_rows five-or-more "$file.json" <<<"$lines" ;;
    3)
        RECORDS=$KEPT KEEP=yes play_rows five-or-more "$KEPT/table-3.json" <<<"$lines"
        files=()
        while read -r agent; do files+=("$(RECORDS=$KEPT record "$agent" "$count")"); done <<<"$agents"
        "$FLOW" "${files[@]}" --svg "docs/results/five-or-more-flow${file#"$DATA/table-3"}.svg" --json "$file.json"
        ;;
    *) play_rows five-or-more "$file.json" <<<"$lines" ;;
    esac
done
