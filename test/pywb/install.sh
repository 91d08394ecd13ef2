#!/bin/sh
# Puts pywb (PyPI) into a virtual environment and prints its path; prints nothing where it cannot be installed. The folder is
# the first argument, or detect_off_topic-pywb in the cache folder of the user; one that is there is used again.
set -u
version=2.10.0
folder=${1:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/detect_off_topic-pywb-$version}
if [ ! -x "$folder/bin/wayback" ] || [ ! -x "$folder/bin/warcio" ]; then
  rm -rf "$folder"
  sh "$(dirname "$0")/../support/install-python.sh" "$folder" "pywb==$version" >&2 || { rm -rf "$folder"; exit 0; }
fi
echo "$folder"
