#!/usr/bin/env bash
# Installs what a firebreak that was built by this action loads from the system (libyaml, Nettle and RE2), and tries the program.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
make -C "$here" libraries
if ! "$FOLDER/firebreak" --version; then
  echo "::error::firebreak was built for another system; delete the cache entries firebreak-* of this repository"
  exit 3
fi
