#!/usr/bin/env bash
# Builds firebreak into FOLDER. Needs Swift 6.2 or newer; the system libraries are installed by the Makefile.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
make -C "$here" build
mkdir -p "$FOLDER"
cp "$here/.build/release/firebreak" "$FOLDER/"
