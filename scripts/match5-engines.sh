#!/usr/bin/env bash
# Plays `patterns` against an engine of the Piskvork protocol on Linux, in pairs with sides swapped:
# on 15×15 from level openings, on 9×9 after three random stones.
#
# A preloaded library returns the processor time of the process for every clock, so that limits are
# processor time, on a busy machine too. Engines use their limits differently: choose them so that
# both sides use the same time.
#
# Rapfi: https://github.com/dhbloo/rapfi. The weights are classical/model220723.bin of
# https://github.com/dhbloo/rapfi-networks, with config-example/gomocalc-classical220723.toml as
# config.toml beside the program.

set -euo pipefail

usage() {
  cat <<EOF
usage: scripts/match5-engines.sh PROGRAM [PAIRS [MS [LIMIT [FIRST]]]]
  PROGRAM  the engine, by its path
  PAIRS    pairs of games [default: 50]
  MS       milliseconds a move for our player [default: 100]
  LIMIT    milliseconds a move for the engine [default: MS]
  FIRST    number of the first opening, 1 to 100, on 9×9 the seed [default: 1]
GAMBOL is the program gambol by its path, AGENT the player, GAME the board: match5:gomoku (15×15)
or match5 (9×9) [defaults: gambol, patterns, match5:gomoku].
EOF
}

program=${1:-}
case $program in
  '' | -*) usage >&2; exit 2 ;;
esac
program=$(realpath "$program")
pairs=${2:-50} ms=${3:-100} first=${5:-1}
limit=${4:-$ms} agent=${AGENT:-patterns} game=${GAME:-match5:gomoku}
gambol=$(command -v "${GAMBOL:-gambol}") || { echo "$0: no program ${GAMBOL:-gambol}" >&2; exit 2; }
gambol=$(realpath "$gambol")
level=$(realpath "$(dirname "$0")/../docs/results/data/match5-level-openings.txt")
case $game in
  match5) openings=(--opening-plies 3 --seed "$first") ;;
  *) openings=(--openings "$level" --start "$first") ;;
esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
clock="env LD_PRELOAD=$folder/clock.so"
cc -O2 -shared -fPIC -x c - -o "$folder/clock.so" <<'EOF'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *now) {
    (void)clock;
    return syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, now);
}
clock_t clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec * (CLOCKS_PER_SEC / 1000000) / 1000;
}
EOF

# Rapfi reads its configuration from its folder.
cd "$(dirname "$program")"
"$gambol" match "$game" --games $((2 * pairs)) --jobs 1 "${openings[@]}" --agents \
  "piskvork:cmd=$clock $gambol gomocup --agent $agent --jobs 1,ms=$ms" "piskvork:cmd=$clock $program,ms=$limit"
