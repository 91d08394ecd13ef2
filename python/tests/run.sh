#!/usr/bin/env bash
# Tests the wheel in a new virtual environment, with a PATH on which there is no node.
#   python/tests/run.sh WHEEL [PYTHON [PACKAGE...]]    further packages: pandas pyarrow tqdm
set -euo pipefail
wheel=$(realpath "$1")
python=${2:-python3}
shift $(($# < 2 ? $# : 2))
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "$wheel" pytest "$@"
env -i PATH="$work/venv/bin" HOME="$work" LC_ALL=C.UTF-8 "$work/venv/bin/python" -m pytest -q -p no:cacheprovider .
