# shellcheck shell=bash
# What the scripts of this folder share. To be sourced from the folder of the repository.
#
# PROGRAM is the release build, SEED the seed of every row, JOBS the number of threads (all). RECORDS is a folder for the records
# of all games; a row that is there is not played again, and one that broke off goes on. With KEEP they hold the games whole.

PROGRAM=${PROGRAM:-target/release/gambol}
SEED=${SEED:-1}

# The file of records of a row: record AGENT GAMES
record() {
    printf '%s/%s-%s.jsonl' "$RECORDS" "${1//[^a-z0-9]/-}" "$2"
}

# Plays rows, given on standard input as lines of AGENT GAMES, and writes their summaries as one JSON array: play_rows GAME FILE
play_rows() {
    local game=$1 file=$2 agent games summary part separator='['
    mkdir -p "$(dirname "$file")" ${RECORDS:+"$RECORDS"}
    part=$(mktemp "$(dirname "$file")/.part-XXXXXX")
    # shellcheck disable=SC2064 # the name is that of now
    trap "rm -f '$part'" EXIT
    while read -r agent games; do
        local options=(--agent "$agent" --games "$games" --seed "$SEED" --json ${JOBS:+--jobs "$JOBS"})
        [ -z "${RECORDS-}" ] || options+=(--out "$(record "$agent" "$games")" --resume ${KEEP:+--record-games})
        summary=$("$PROGRAM" run "$game" "${options[@]}" </dev/null)
        printf '%s\n%s' "$separator" "$summary" >>"$part"
        separator=,
        printf '%s\n' "$summary" >&2
    done
    printf '\n]\n' >>"$part"
    chmod 644 "$part"
    mv "$part" "$file"
}
