#!/usr/bin/env bash
# Says whether firebreak is installed, and where a built one belongs.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
folder="${RUNNER_TOOL_CACHE:-${RUNNER_TEMP:-/tmp}}/firebreak"
# A name for the sources: what is built from the same files is the same.
version=$(cd "$here" && find Sources Package.swift -type f -print0 | LC_ALL=C sort -z | xargs -0 cat | sha256sum | cut -c1-16)
found=false
if command -v firebreak >/dev/null; then found=true; fi
{
  echo "found=$found"
  echo "folder=$folder"
  echo "version=$version"
} >>"$GITHUB_OUTPUT"
