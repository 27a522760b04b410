#!/usr/bin/env bash
# Writes docs/picture.svg, the picture of the README: a game of Five or More as the terminal shows it.
# docs/picture-light.svg is the same picture in the colours of a light page.
set -euo pipefail
cd "$(dirname "$0")/.."
GAMBOL_WRITE_PICTURE=1 cargo test --quiet --profile test-release -p gambol-tui --lib picture

# Ground, cells, marked cells, texts and stones.
sed -e 's/#15171c/#f6f8fa/; s/#262626/#ebedf0/; s/#3a3a3a/#dadde2/' \
    -e 's/#5f0087/#e2c8f5/; s/#d7af00/#ffdf70/' \
    -e 's/#8a8a8a/#656d76/; s/#d0d3d8/#33383f/; s/#eeeeee/#0d1117/' \
    -e 's/#00d700/#0a9a0a/; s/#00ffff/#00a3b4/; s/#ff0000/#d70000/; s/#ff00ff/#c400c4/' \
    -e 's/#ff8700/#e86f00/; s/#ffff00/#c9a400/; s/#0087ff/#0070e0/' \
    docs/picture.svg >docs/picture-light.svg
