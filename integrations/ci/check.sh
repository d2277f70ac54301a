#!/usr/bin/env bash
# Checks a library for a GitHub Action: annotations on standard output, and SARIF in a file if FOOTWORK_SARIF names one.
# FOOTWORK_LIBRARY is the folder of clips. The exit code is that of `footwork check`.
set -u -o pipefail
footwork="${FOOTWORK:-footwork}"
arguments=(check "${FOOTWORK_LIBRARY:-.}")
if [ -n "${FOOTWORK_SINCE:-}" ]; then
  arguments+=(--since "$FOOTWORK_SINCE")
fi
if [ -n "${FOOTWORK_BASELINE:-}" ]; then
  arguments+=(--baseline "$FOOTWORK_BASELINE")
fi
if [ -n "${FOOTWORK_SARIF:-}" ]; then
  # An old file survives a failed run.
  new="$FOOTWORK_SARIF.new"
  : > "$new" || exit 2
  "$footwork" "${arguments[@]}" --format sarif > "$new"
  code=$?
  # Above 1, the check has no result.
  if [ "$code" -gt 1 ]; then
    rm -f "$new"
    exit "$code"
  fi
  mv -f "$new" "$FOOTWORK_SARIF" || exit 2
fi
"$footwork" "${arguments[@]}" --format github
