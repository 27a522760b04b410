# shellcheck shell=bash
# What parallel.sh, slurm.sh and hyperqueue.sh share; they read it with `source`. It needs bash.
#
# A shard is done when its file has its name: `gambol` gives it only to whole files, and exits with an error otherwise. So it does
# not matter how often a shard is begun, where, or how it died.

set -euo pipefail

gambol=${GAMBOL:-gambol} # the program, by its path on the machines that play
# They play in another folder.
[[ $gambol != */* || ! -x $gambol ]] || gambol=$(realpath -s "$gambol")
shards=8
folder=records
threads=1
attempts=3
pause=${PAUSE:-10} # seconds before the second attempt, twice as many before the third, and so on

# Reads the options up to `--`, and the command after it. What it does not know, it hands to `engine_option LETTER VALUE`.
read_options() {
  # shellcheck disable=SC2154 # whoever reads this file says which options its engine has
  local options=":n:d:j:a:h$engine_options" option
  while getopts "$options" option; do
    case $option in
      n) shards=$OPTARG ;;
      d) folder=$OPTARG ;;
      j) threads=$OPTARG ;;
      a) attempts=$OPTARG ;;
      h) usage; exit 0 ;;
      :) echo "$0: -$OPTARG needs a value" >&2; exit 2 ;;
      \?) echo "$0: there is no option -$OPTARG" >&2; usage >&2; exit 2 ;;
      *) engine_option "$option" "$OPTARG" ;;
    esac
  done
  shift $((OPTIND - 1))
  command=("$@")
  case ${command[0]:-} in
    run | match) ;;
    *) usage >&2; exit 2 ;;
  esac
  number -n "$shards" "of shards, from 1"
  number -j "$threads" "of threads, from 1"
  number -a "$attempts" "of attempts, from 1"
  [[ $pause == 0 ]] || number PAUSE "$pause" "of seconds, from 0"
  mkdir -p "$folder"
  folder=$(cd "$folder" && pwd)
  try_command
  # Files that another command has left here would be taken for done.
  local asked
  asked=$(printf '%q ' "${command[@]}" "-n" "$shards")
  if [[ -e $folder/command.txt && $(<"$folder/command.txt") != "$asked" ]] && has_games; then
    echo "$0: $folder belongs to another command: $(<"$folder/command.txt")" >&2
    exit 1
  fi
  echo "$asked" > "$folder/command.txt"
}

# Ends with a message unless an option's value is a number from 1: number OPTION VALUE MEANING
number() {
  [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || { echo "$0: $1 is a number $3, not $2" >&2; exit 2; }
}

# Lets the program here look at the command, and ends as it does if it refuses it: all workers would, in all attempts. Nothing is
# played, since there are more shards than games can be. The files of the command have their names from the folder of the shards.
try_command() {
  local here scratch code=0
  here=${GAMBOL_HERE:-$gambol}
  [[ $here != */* ]] || here=$(realpath -s "$here")
  scratch=$(mktemp -d)
  (cd "$folder" && "$here" "${command[@]}" --jobs "$threads" --shard 1/1000000000000 --out "$scratch/none.jsonl") \
    >/dev/null || code=$?
  rm -rf "$scratch"
  ((code == 0)) || exit "$code"
}

# Whether a shard or the result is in the folder, or a part of one.
has_games() {
  compgen -G "$folder/shard-*-of-*.jsonl*" >/dev/null || compgen -G "$folder/all.jsonl*" >/dev/null
}

# The file of a shard, without its folder.
file_of() { echo "shard-$1-of-$shards.jsonl"; }

# The command line that plays a shard, its arguments quoted for a shell. The shard may be a word that the engine replaces.
line_of() {
  printf '%q ' "$gambol" "${command[@]}"
  printf -- '--jobs %q --shard %s/%s --out %s --resume' "$threads" "$1" "$shards" "$(file_of "$1")"
}

# The numbers of the shards that are not done.
missing() {
  local shard
  for ((shard = 1; shard <= shards; shard++)); do
    [[ -e $folder/$(file_of "$shard") ]] || echo "$shard"
  done
}

# Calls `submit SHARD...` for the shards that are not done until all are, then merges them into all.jsonl.
play_and_merge() {
  local attempt files=() shard
  for ((attempt = 1; attempt <= attempts; attempt++)); do
    mapfile -t todo < <(missing)
    ((${#todo[@]})) || break
    # A worker that the engine has lost may live on for a while, and holds its file as long.
    ((attempt == 1)) || sleep $((pause * (attempt - 1)))
    echo "attempt $attempt: ${#todo[@]} of $shards shards to play" >&2
    submit "${todo[@]}" || echo "attempt $attempt: the engine says that not all went well" >&2
  done
  mapfile -t todo < <(missing)
  if ((${#todo[@]})); then
    echo "$0: not done after $attempts attempts: shards ${todo[*]}; run it again to go on" >&2
    exit 1
  fi
  for ((shard = 1; shard <= shards; shard++)); do files+=("$folder/$(file_of "$shard")"); done
  "${GAMBOL_HERE:-$gambol}" merge "${files[@]}" --out "$folder/all.jsonl"
}
