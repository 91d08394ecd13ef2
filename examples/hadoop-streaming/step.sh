#!/usr/bin/env bash
# The mappers and reducers of the jobs in README.md; SETTINGS are options of map and reduce.
set -euo pipefail
# What Hadoop puts around lines: their offsets before them, and a TAB after a line that is all key.
case $1 in
  map) cut -f 2- | detect_off_topic map --workers 0 $SETTINGS ;;
  # Targets, and the revisits and redirects of the files of one folder that look for theirs.
  looking)
    awk -F'\t' -v from="/$2/" '$4 ~ /^\[/ || ($2 == "~" && index(ENVIRON["mapreduce_map_input_file"], from))'
    ;;
  known) awk -F'\t' '$2 != "~" && $4 !~ /^\[/' ;;
  reduce) sed 's/\t$//' | detect_off_topic "$@" $SETTINGS ;;
  *) sed 's/\t$//' | detect_off_topic "$@" ;;
esac
