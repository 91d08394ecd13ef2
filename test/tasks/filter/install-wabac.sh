#!/bin/sh
# Puts wabac.js (npm), the reader of ReplayWeb.page, into a folder and prints its path; prints nothing where it cannot be
# installed. The folder is the first argument, or detect_off_topic-wabac in the cache folder of the user; one that is there is
# used again.
set -u
version=2.27.1
folder=${1:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/detect_off_topic-wabac-$version}
if [ ! -d "$folder/node_modules/@webrecorder/wabac" ] || [ ! -d "$folder/node_modules/fake-indexeddb" ]; then
  rm -rf "$folder"
  npm install --silent --no-audit --no-fund --prefix "$folder" "@webrecorder/wabac@$version" fake-indexeddb@6 >&2 ||
    { rm -rf "$folder"; exit 0; }
fi
echo "$folder"
