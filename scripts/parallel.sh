#!/usr/bin/env bash
# Plays the shards of a run or a match with GNU parallel, on this machine or on many over ssh, and merges them.
source "$(dirname "${BASH_SOURCE[0]}")/shards.sh"

usage() {
  cat <<'END'
usage: parallel.sh [-n SHARDS] [-d FOLDER] [-j THREADS] [-a ATTEMPTS] [-S HOSTS] -- run|match GAME OPTIONS...

  -n SHARDS    how many shares (default 8)
  -d FOLDER    where the files of the shards and the result, all.jsonl, go (default records)
  -j THREADS   threads for a shard (default 1)
  -a ATTEMPTS  how often what has failed is tried again (default 3)
  -S HOSTS     ssh logins as parallel takes them, such as 4/one.example,8/two.example; `:` is this machine (default)

GAMBOL is the program's path where it plays, GAMBOL_HERE its path here, if that is another.
END
}

hosts=:
engine_options=S:
engine_option() { hosts=$2; }

submit() {
  local workdir=$folder transfer=() progress=()
  # Other machines play in a folder of their own and hand back only whole files. With this machine alone there is nothing to
  # hand back, and a shard that has died goes on from its last whole game.
  if [[ ! $hosts =~ ^([0-9]+/)?:$ ]]; then
    workdir=.gambol/$(basename "$folder")
    transfer=(--return "$(file_of '{}')" --cleanup)
  fi
  # On a terminal: how many shards are done, and the time that the others will take.
  if [[ -t 2 ]]; then progress=(--bar); fi
  # A shard that dies is begun again, on another machine if there is one.
  (cd "$folder" && parallel --will-cite --sshlogin "$hosts" --workdir "$workdir" "${transfer[@]}" \
    --retries "$attempts" --filter-hosts --joblog +joblog.tsv --line-buffer "${progress[@]}" \
    "$(line_of '{}') >&2" ::: "$@")
}

read_options "$@"
play_and_merge
