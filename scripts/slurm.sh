#!/usr/bin/env bash
# Plays the shards of a run or a match as an array of Slurm jobs, waits for them, and merges them.
source "$(dirname "${BASH_SOURCE[0]}")/shards.sh"

usage() {
  cat <<'END'
usage: slurm.sh [-n SHARDS] [-d FOLDER] [-j THREADS] [-a ATTEMPTS] [-o OPTIONS] -- run|match GAME OPTIONS...

  -n SHARDS    how many shares, one task of the array for each (default 8)
  -d FOLDER    where the files of the shards and the result, all.jsonl, go; all nodes see it (default records)
  -j THREADS   threads, and so CPUs, for a shard (default 1)
  -a ATTEMPTS  how often what has failed is submitted again (default 3)
  -o OPTIONS   more options for sbatch, such as '--partition=long --time=12:00:00'

GAMBOL is the program's path on the nodes, GAMBOL_HERE its path here, if that is another.
END
}

more=
engine_options=o:
engine_option() { more=$2; }

submit() {
  local array
  array=$(IFS=,; echo "$*")
  # Slurm itself begins a task again when its node dies (--requeue); what dies otherwise is submitted again by the next attempt.
  # shellcheck disable=SC2016,SC2086 # the task's number is known there, not here; the options are words
  sbatch --wait --array="$array" --requeue --open-mode=append --cpus-per-task="$threads" --chdir="$folder" \
    --job-name=gambol --output=slurm-%a.log $more --wrap "exec $(line_of '$SLURM_ARRAY_TASK_ID')" >&2
}

read_options "$@"
play_and_merge
