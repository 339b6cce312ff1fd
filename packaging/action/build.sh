#!/usr/bin/env bash
# Builds firebreak into FOLDER, with the Swift runtime linked in: the program comes back from the cache to runners where no
# Swift has been set up. Needs Swift 6.2 or newer; the system libraries are installed by the Makefile.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
make -C "$here" swift libraries
# Without symbols, which the cache would only carry along.
options=(-c release -Xlinker -s --package-path "$here")
if [ "$(uname -s)" = Linux ]; then
  # FoundationEssentials and RE2 do not say what they need of these.
  options+=(--static-swift-stdlib -Xlinker -l_FoundationCShims -Xlinker -l_FoundationCollections -Xlinker -lstdc++)
fi
echo "Building firebreak (release). The first time takes 10 to 25 minutes; then the program comes from the cache."
swift build "${options[@]}" --product firebreak
bin=$(swift build "${options[@]}" --show-bin-path)
mkdir -p "$FOLDER"
cp "$bin/firebreak" "$FOLDER/"
