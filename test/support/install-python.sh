#!/bin/sh
# Installs packages of PyPI into a virtual environment: FOLDER PACKAGE... Uses the system's pip if it can, because
# installing pip into the environment takes as long as a package. Skips compilation, because most modules are never
# loaded.
set -u
folder=$1
shift
options="--quiet --disable-pip-version-check --no-compile"
python3 -m venv --without-pip "$folder" &&
  # shellcheck disable=SC2086
  python3 -m pip --python "$folder/bin/python" install $options "$@" 2>/dev/null && exit
rm -rf "$folder"
# shellcheck disable=SC2086
python3 -m venv "$folder" && "$folder/bin/python" -m pip install $options "$@"
