#!/bin/sh
# Puts pywb (PyPI) into a virtual environment and prints its path; prints nothing where it cannot be installed. The folder is
# the first argument, or detect_off_topic-pywb in the cache folder of the user; one that is there is used again.
set -u
version=2.10.0
folder=${1:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/detect_off_topic-pywb-$version}
if [ ! -x "$folder/bin/wayback" ] || [ ! -x "$folder/bin/warcio" ]; then
  rm -rf "$folder"
  {
    python3 -m venv "$folder" && "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "pywb==$version"
  } >&2 || { rm -rf "$folder"; exit 0; }
fi
echo "$folder"
