#!/bin/sh
# Puts py-wacz (PyPI) and js-wacz (npm) into a folder and prints its path; prints nothing where they cannot be installed. The
# folder is the first argument, or detect_off_topic-wacz in the cache folder of the user; one that is there is used again.
set -u
python=0.6.0
node=0.1.6
folder=${1:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/detect_off_topic-wacz-$python-$node}
if [ ! -x "$folder/bin/wacz" ] || [ ! -x "$folder/node_modules/.bin/js-wacz" ]; then
  rm -rf "$folder"
  {
    sh "$(dirname "$0")/../../support/install-python.sh" "$folder" "wacz==$python" &&
      npm install --silent --no-audit --no-fund --prefix "$folder" "@harvard-lil/js-wacz@$node"
  } >&2 || { rm -rf "$folder"; exit 0; }
fi
echo "$folder"
