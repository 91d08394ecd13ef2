#!/usr/bin/env bash
# Mappers and reducers of the jobs in README.md. The file `settings` has options of map and reduce.
set -euo pipefail
read -ra settings <settings
# Hadoop puts the offset of a line before it, and a TAB behind a line without a value. `cut` and `sed` remove both.
case $1 in
  map) cut -f 2- | detect_off_topic map --workers 0 "${settings[@]}" ;;
  # Passes on targets, and the unresolved revisits and redirects in files of one folder.
  looking)
    awk -F'\t' -v from="/$2/" '$4 ~ /^target-/ || ($4 == "looks" && index(ENVIRON["mapreduce_map_input_file"], from))'
    ;;
  known) awk -F'\t' '$4 != "looks" && $4 !~ /^target-/' ;;
  reduce) sed 's/\t$//' | detect_off_topic "$@" "${settings[@]}" ;;
  *) sed 's/\t$//' | node "$(npm root --global)/detect-off-topic/examples/rounds.mjs" "$@" ;;
esac
