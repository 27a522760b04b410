#!/usr/bin/env bash
# Plays the shards of a run or a match as an array of HyperQueue tasks, waits for them, and merges them.
source "$(dirname "${BASH_SOURCE[0]}")/shards.sh"

usage() {
  cat <<'END'
usage: hyperqueue.sh [-n SHARDS] [-d FOLDER] [-j THREADS] [-a ATTEMPTS] -- run|match GAME OPTIONS...

  -n SHARDS    how many shares, one task for each (default 8)
  -d FOLDER    where the files of the shards and the result, all.jsonl, go; all workers see it (default records)
  -j THREADS   threads, and so CPUs, for a shard (default 1)
  -a ATTEMPTS  how often what has failed is submitted again (default 3)

A server (hq server start) and workers (hq worker start, or hq alloc add) run already.
GAMBOL is the program's path on the workers, GAMBOL_HERE its path here, if that is another; HQ is hq's path.
END
}

engine_options=
engine_option() { :; }

submit() {
  local array
  array=$(IFS=,; echo "$*")
  # A task whose worker dies is begun again on another one, up to the crash limit; what fails otherwise, by the next attempt.
  # shellcheck disable=SC2016 # the task's number is known there, not here
  "${HQ:-hq}" submit --wait --array "$array" --cpus "$threads" --crash-limit 10 --name gambol --cwd "$folder" \
    --stdout none --stderr '%{CWD}/hq-%{TASK_ID}.log' -- bash -c "exec $(line_of '$HQ_TASK_ID')" >&2
}

read_options "$@"
play_and_merge
