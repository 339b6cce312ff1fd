#!/usr/bin/env bash
# Makes COMMENT_FILE the comment of PULL_REQUEST, or changes the comment that an earlier run has made. Nothing to say makes
# no comment, and takes back what an earlier run has said. A token that may not comment, as that of a fork, fails nothing.
set -uo pipefail
marker="<!-- firebreak: $COMMENT_FILE -->"
issue="repos/$GITHUB_REPOSITORY/issues"

known=$(gh api --paginate "$issue/$PULL_REQUEST/comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1)
text=""
if [ -f "$COMMENT_FILE" ]; then text=$(head -c 65000 -- "$COMMENT_FILE"); fi
if [ -z "$text" ]; then
  [ -n "$known" ] || exit 0
  text="This change costs what it cost before."
fi

body=$(mktemp) || exit 3
trap 'rm -f -- "$body"' EXIT
printf '%s\n\n%s\n' "$marker" "$text" >"$body"
if [ -n "$known" ]; then
  answer=$(gh api --method PATCH "$issue/comments/$known" -F "body=@$body" 2>&1)
else
  answer=$(gh api --method POST "$issue/$PULL_REQUEST/comments" -F "body=@$body" 2>&1)
fi || echo "::warning::the comment could not be made (it needs the permission pull-requests: write): $(printf '%s' "$answer" | head -n 1)"
