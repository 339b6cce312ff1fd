#!/usr/bin/env bash
# Says whether firebreak is installed, where a built one belongs, and under which key it is kept.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
folder="${RUNNER_TOOL_CACHE:-${RUNNER_TEMP:-/tmp}}/firebreak"

digest() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }
# A name for the sources: what is built from the same files is the same. The versions of the packages are written down
# only where somebody has built before.
resolved=()
if [ -f "$here/Package.resolved" ]; then resolved=(Package.resolved); fi
sources=$(cd "$here" && find Sources Package.swift ${resolved[@]+"${resolved[@]}"} packaging/action -type f -print0 | LC_ALL=C sort -z | xargs -0 cat | digest | cut -c1-16)

# A program runs where the system libraries are those it was linked with. GitHub's runners name their image in the
# environment; others have at least a system with a version.
if [ -n "${ImageOS:-}" ]; then
  image="$ImageOS-${ImageVersion:-}"
elif [ -r /etc/os-release ]; then
  image=$(sed -n -e 's/^ID=//p' -e 's/^VERSION_ID=//p' /etc/os-release | tr -d '"' | tr '\n' '-')
else
  image="$(uname -s)-$(uname -r)"
fi
swift=none
if command -v swift >/dev/null; then
  swift=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p')
fi
version=$(printf '%s' "$image-swift$swift-$sources" | tr -cs 'A-Za-z0-9._-' '-')

found=false
if command -v firebreak >/dev/null; then found=true; fi
{
  echo "found=$found"
  echo "folder=$folder"
  echo "version=$version"
} >>"$GITHUB_OUTPUT"
