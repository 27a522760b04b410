#!/usr/bin/env bash
# Plays `patterns` against Rapfi on 15×15 from level openings, in pairs with sides swapped.
#
# Rapfi: https://github.com/dhbloo/rapfi. The weights are classical/model220723.bin of
# https://github.com/dhbloo/rapfi-networks, with config-example/gomocalc-classical220723.toml as
# config.toml beside the program.
#
# On a busy machine, preload a library into both programs that returns the processor time of the
# process for every clock (LD_PRELOAD); equal limits are then equal work.

set -euo pipefail

usage() {
  cat <<EOF
usage: scripts/match5-rapfi.sh PROGRAM [PAIRS [MS [FIRST]]]
  PROGRAM  pbrain-rapfi, by its path
  PAIRS    pairs of games, 1 to 100 [default: 50]
  MS       milliseconds a move [default: 100]; Rapfi gets a fifth more, since it uses less of its limit
  FIRST    number of the first opening [default: 1]
GAMBOL is the program gambol by its path, AGENT the player [defaults: gambol, patterns].
EOF
}

program=${1:-}
case $program in
  '' | -*) usage >&2; exit 2 ;;
esac
program=$(realpath "$program")
pairs=${2:-50} ms=${3:-100} first=${4:-1}
agent=${AGENT:-patterns}
openings=$(realpath "$(dirname "$0")/../docs/results/data/match5-level-openings.txt")
gambol=$(command -v "${GAMBOL:-gambol}") || { echo "$0: no program ${GAMBOL:-gambol}" >&2; exit 2; }
gambol=$(realpath "$gambol")

# Rapfi reads its configuration from its folder.
cd "$(dirname "$program")"
exec "$gambol" match match5:gomoku --agents "$agent:ms=$ms" "piskvork:cmd=$program,ms=$((ms * 6 / 5))" \
  --openings "$openings" --order sequential --start "$first" --games $((2 * pairs)) --jobs 1
