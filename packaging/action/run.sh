#!/usr/bin/env bash
# Runs one command with annotations and a SARIF file. Exits 0 whatever is found: the exit code is an output.
set -uo pipefail
PATH="$PATH:${FIREBREAK_FOLDER:-}"
arguments=()
read -r -a words <<<"${INPUT_COMMAND:-check}"
arguments+=("${words[@]}")
read -r -a words <<<"${INPUT_ARGS:-}"
arguments+=("${words[@]}")
arguments+=(--fail-level "${INPUT_FAIL_LEVEL:-error}" -o full)
sarif="${INPUT_SARIF:-}"
if [ -n "$sarif" ]; then
  rm -f -- "$sarif"
  arguments+=(-o "sarif=$sarif")
fi
firebreak "${arguments[@]}"
code=$?
# The upload reads paths from the root of the repository.
written=""
if [ -n "$sarif" ] && [ -f "$sarif" ]; then written=$(realpath -- "$sarif"); fi
if [ -n "${GITHUB_WORKSPACE:-}" ]; then written=${written#"$GITHUB_WORKSPACE/"}; fi
{
  echo "exit-code=$code"
  echo "sarif=$written"
} >>"$GITHUB_OUTPUT"
exit 0
