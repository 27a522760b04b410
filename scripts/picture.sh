#!/usr/bin/env bash
# Writes docs/picture.svg, the picture of the README: a game of Five or More as the terminal shows it.
set -euo pipefail
cd "$(dirname "$0")/.."
GAMBOL_WRITE_PICTURE=1 cargo test --quiet --profile test-release -p gambol-tui --lib picture
