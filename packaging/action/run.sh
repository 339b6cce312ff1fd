#!/usr/bin/env bash
# Runs one command with annotations and a SARIF file. Exits 0 whatever is found: the exit code is an output.
#
# Runs in bash 3.2, where an empty array counts as unset: hence ${words[@]+"${words[@]}"}.
set -uo pipefail
PATH="$PATH:${FIREBREAK_FOLDER:-}"

finish() {
  {
    echo "exit-code=$1"
    echo "sarif=${2:-}"
  } >>"$GITHUB_OUTPUT"
  exit 0
}

# Splits a text into `words` as xargs does: at blanks and line ends, with '…', "…" and \ keeping a word together. Nothing is
# expanded or carried out.
words=()
split() {
  words=()
  case "$2" in *[![:space:]]*) ;; *) return 0 ;; esac
  local list word
  list=$(mktemp) || finish 3
  if ! printf '%s\n' "$2" | xargs printf '%s\0' >"$list" 2>/dev/null; then
    rm -f -- "$list"
    echo "::error::the input \`$1\` has a quote without its end"
    finish 2
  fi
  while IFS= read -r -d '' word; do words+=("$word"); done <"$list"
  rm -f -- "$list"
}

split command "${INPUT_COMMAND:-check}"
command=(${words[@]+"${words[@]}"})
[ "${#command[@]}" -gt 0 ] || command=(check)
split args "${INPUT_ARGS:-}"

# What stands behind `--` belongs to another program, as in `emulator exec -- npm test`.
arguments=() foreign=()
for word in "${command[@]}" ${words[@]+"${words[@]}"}; do
  if [ "${#foreign[@]}" -gt 0 ] || [ "$word" = -- ]; then foreign+=("$word"); else arguments+=("$word"); fi
done
arguments+=(--fail-level "${INPUT_FAIL_LEVEL:-error}" -o full)

# Without a file of the caller's choice, only commands that report findings write one.
sarif="${INPUT_SARIF:-}"
if [ "$sarif" = auto ]; then
  case "${arguments[0]} ${arguments[1]}" in
    check\ * | run\ * | "rules check" | "rules test" | "rules coverage" | "rules prove" | "rtdb matrix" | "indexes diff" \
      | "indexes unused" | "queries verify")
      sarif=firebreak.sarif ;;
    *) sarif="" ;;
  esac
fi
if [ -n "$sarif" ]; then
  rm -f -- "$sarif"
  arguments+=(-o "sarif=$sarif")
fi

# Inside a composite action GitHub may leave its repository empty, or name that of an action it uses; the folder it was
# unpacked into tells. Without a page reports carry texts and no links.
if [ -z "${FIREBREAK_HELP_PAGE:-}" ] && [ -n "${ACTION_REPOSITORY:-}" ] && [ -n "${ACTION_REF:-}" ]; then
  case "${GITHUB_ACTION_PATH:-}/" in
    */"$ACTION_REPOSITORY/$ACTION_REF"/*)
      export FIREBREAK_HELP_PAGE="${GITHUB_SERVER_URL:-https://github.com}/$ACTION_REPOSITORY/blob/$ACTION_REF/CODES.md" ;;
  esac
fi

firebreak "${arguments[@]}" ${foreign[@]+"${foreign[@]}"}
code=$?
# The upload reads paths from the root of the repository.
written=""
if [ -n "$sarif" ] && [ -f "$sarif" ]; then written=$(realpath -- "$sarif"); fi
if [ -n "${GITHUB_WORKSPACE:-}" ]; then written=${written#"$GITHUB_WORKSPACE/"}; fi
finish "$code" "$written"
