#!/usr/bin/env bash
# Runs the examples of docs/tables.md unchanged, in DuckDB and pandas, on fixtures/collection.
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet duckdb pandas pyarrow
bin/detect_off_topic.js -q -i warc=fixtures/collection --set raw-simhash=true -o "$folder/out.parquet" -o "$folder/out.jsonl" \
  -ot seeds -o "$folder/seeds.csv"
cd "$folder"
"$folder/venv/bin/python" "$root/test/world/tables/read_back.py" "$root/docs/tables.md"
