#!/usr/bin/env bash
# A hook for git: refuses a commit if a clip that differs from the last commit breaks a check or a contract.
# Install it with `ln -s ../../integrations/ci/pre-commit.sh .git/hooks/pre-commit`, or with the pre-commit framework.
# FOOTWORK_LIBRARY is the folder of clips, from the root of the repository.
set -u -o pipefail
footwork="${FOOTWORK:-footwork}"
library="${FOOTWORK_LIBRARY:-.}"
# The hook runs with variables that point git at the index of the commit.
unset GIT_INDEX_FILE GIT_DIR GIT_WORK_TREE GIT_PREFIX
if git rev-parse --quiet --verify HEAD > /dev/null; then
  exec "$footwork" check "$library" --since HEAD
fi
exec "$footwork" check "$library"
