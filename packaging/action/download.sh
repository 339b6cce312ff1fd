#!/usr/bin/env bash
# Takes the programs from the release of this version, for this system and architecture, into FOLDER. The archive must have
# the checksum that the release publishes; without a release nothing is downloaded, and the next step builds.
set -uo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
say() { echo "downloaded=$1" >>"$GITHUB_OUTPUT"; exit 0; }

case "${GITHUB_ACTION_PATH:-}/" in
  */"${ACTION_REPOSITORY:-none}/${ACTION_REF:-none}"/*) ;;
  # Inside a composite action GitHub may name the repository of another action; then nobody knows whose release to take.
  *) echo "No release is looked for: it is not known which repository this action is from."; say false ;;
esac
version=$(sed -n 's/.*static let current = "\(.*\)".*/\1/p' "$here/Sources/Terminal/Process/FirebreakVersion.swift")
name="firebreak-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)"
release="${GITHUB_SERVER_URL:-https://github.com}/$ACTION_REPOSITORY/releases/download/v$version"

scratch=$(mktemp -d) || exit 3
trap 'rm -rf -- "$scratch"' EXIT
fetch() {
  local headers=()
  if [ -n "${TOKEN:-}" ]; then headers=(-H "Authorization: Bearer $TOKEN"); fi
  curl --fail --silent --show-error --location --retry 2 ${headers[@]+"${headers[@]}"} -o "$scratch/$1" "$release/$1"
}
if ! fetch "$name.tar.gz" || ! fetch SHA256SUMS; then
  echo "There is no release v$version for $(uname -s) on $(uname -m); the command is built from its sources."
  say false
fi
digest() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi; }
expected=$(awk -v name="$name.tar.gz" '$2 == name || $2 == "*" name { print $1 }' "$scratch/SHA256SUMS")
actual=$(digest "$scratch/$name.tar.gz" | cut -d ' ' -f 1)
if [ -z "$expected" ] || [ "$expected" != "$actual" ]; then
  echo "::error::$name.tar.gz of the release v$version has the checksum $actual, and SHA256SUMS says ${expected:-nothing}"
  exit 3
fi
mkdir -p "$FOLDER" && tar -xzf "$scratch/$name.tar.gz" -C "$scratch" && cp "$scratch/$name"/bin/* "$FOLDER/" || exit 3
echo "Took $name.tar.gz, whose checksum is right."
say true
