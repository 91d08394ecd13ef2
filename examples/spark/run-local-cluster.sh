#!/usr/bin/env bash
# Runs the job on a Spark cluster of one master and two workers on this machine, kills one worker during the job, and
# compares the result with that of the plain command. Checks at the end that all temporary files were in the executor's
# local directories.
#   examples/spark/run-local-cluster.sh [results] [skew] [clusters]
# Needs Java 17. Installs pyspark from PyPI if it is absent. If Java or pyspark is not available, prints so and exits
# with status 0. Variables: MEMENTOS (1000), FILES (24), LONG and REVISITS (2000 and 10000: one TimeMap of LONG
# mementos, and REVISITS revisits across all files), PYSPARK_PYTHON (a Python with pyspark).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tool="node $here/../../bin/detect_off_topic.js"
work=$(mktemp -d)
started=()

stop_all() {
  for pid in "${started[@]:-}"; do [ -n "$pid" ] && kill -9 "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap stop_all EXIT

skip() {
  echo "Spark was not run: $1"
  exit 0
}

java -version >/dev/null 2>&1 || skip "java is not installed"
python=${PYSPARK_PYTHON:-python3}
command -v "$python" >/dev/null || skip "python3 is not installed"
if ! "$python" -c "import pyspark" 2>/dev/null; then
  "$python" -m venv "$work/venv" 2>/dev/null || skip "no virtual environment can be made"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check pyspark || skip "pyspark cannot be installed"
  python=$work/venv/bin/python
fi
export PYSPARK_PYTHON=$python PYSPARK_DRIVER_PYTHON=$python SPARK_LOCAL_IP=127.0.0.1
SPARK_HOME=$("$python" -c "import os, pyspark; print(os.path.dirname(pyspark.__file__))")
export SPARK_HOME SPARK_LOCAL_DIRS=$work/scratch SPARK_WORKER_DIR=$work

# Waits until a file contains a line. Fails if the process that writes the file ends before.
await() { # FILE PATTERN PID
  until grep -qs "$2" $1; do
    kill -0 "$3" 2>/dev/null || { cat $1 >&2; echo "ended before it said: $2" >&2; exit 1; }
    sleep 0.2
  done
}

make_warcs() { # NAME [LONG REVISITS]
  node "$here/make-warcs.mjs" "$work/$1" "${FILES:-24}" "${MEMENTOS:-1000}" "${@:2}"
  ls "$work/$1"/*.warc.gz >"$work/$1.txt"
}
make_warcs warcs
list=$work/warcs.txt
# Every step of the jobs logs its temporary folder.
cat >"$work/tool" <<EOF
#!/bin/sh
echo "\$1 \$TMPDIR" >>"$work/temporary"
exec $tool "\$@"
EOF
sed "s#^exec .*#exec node $here/../rounds.mjs \"\$@\"#" "$work/tool" >"$work/rounds"
chmod +x "$work/tool" "$work/rounds"
deploy=org.apache.spark.deploy
"$SPARK_HOME/bin/spark-class" $deploy.master.Master --host 127.0.0.1 --port 0 --webui-port 0 >"$work/master.log" 2>&1 &
master=$!
started+=("$master")
await "$work/master.log" "Starting Spark master at" "$master"
uri=$(sed -n 's/.*Starting Spark master at \(spark:[^ ]*\).*/\1/p' "$work/master.log" | head -n 1)

start_worker() { # NAME; leaves the process id in $worker
  "$SPARK_HOME/bin/spark-class" $deploy.worker.Worker --host 127.0.0.1 --webui-port 0 --cores 1 --memory 1g \
    --work-dir "$work/$1" "$uri" >"$work/$1.log" 2>&1 &
  worker=$!
  started+=("$worker")
  await "$work/$1.log" "Successfully registered with master" "$worker"
}

submit=("$SPARK_HOME/bin/spark-submit" --master "$uri" --conf spark.driver.host=127.0.0.1 --conf spark.ui.enabled=false)

run_job() { # NAME OPTION...; leaves the process id in $job
  "${submit[@]}" "$here/detect_off_topic_job.py" --warcs "$list" --output "$work/$1" --tool "$work/tool" \
    --rounds "$work/rounds" "${@:2}" \
    >"$work/$1.log" 2>&1 &
  job=$!
  started+=("$job")
}

compare() { # NAME EXPECTED WHAT COMMAND...: what the command makes of the parts has the bytes of a file
  wait "$job" || { tail -n 50 "$work/$1.log" >&2; exit 1; }
  "${@:4}" "$work/$1"/part-* >"$work/$1.out"
  cmp "$work/$1.out" "$work/$2"
  echo "$3: $(wc -l <"$work/$1.out") lines of $(wc -l <"$list") WARC files, the bytes of the plain command"
}

# Runs a job and kills its worker with SIGKILL once the worker has finished the given number of tasks.
disturb_job() { # NAME TASKS OPTION...
  start_worker "$1-victim"
  local victim=$worker executors
  run_job "$1" "${@:3}"
  until [ "$(cat "$work/$1-victim"/app-*/*/stderr 2>/dev/null | grep -c "Finished task")" -ge "$2" ]; do
    kill -0 "$job" 2>/dev/null || { tail -n 50 "$work/$1.log" >&2; echo "the job ended too soon" >&2; exit 1; }
    sleep 0.1
  done
  executors=$(ps -o pid= --ppid "$victim" || true)
  disown "$victim"
  kill -9 "$victim" $executors
}

was_lost() { # NAME
  grep -q "Lost executor\|Worker lost\|Lost task\|worker lost" "$work/$1.log" || { echo "the kill went unnoticed" >&2; exit 1; }
}

start_worker first

# Every part begins with a line of settings.
together() { cat "$@" | awk 'NR == 1 || !/^{"settings":/'; }

spark_results() {
  # The measure headings is a plug-in, whose module must be loaded on every node.
  local settings="--plugin $here/../plugin/headings.mjs -tm cosine,bytecount,gensim_lsi,headings=0.2"
  $tool -q -i "warc=$work/warcs" -ot jsonl -o "$work/local.jsonl" $settings
  run_job undisturbed --settings "$settings"
  compare undisturbed local.jsonl "results" together
  by_seed undisturbed
  disturb_job disturbed 1 --settings "$settings"
  compare disturbed local.jsonl "results, with one worker killed in mid-job" together
  was_lost disturbed
}

# Checks that by_seed.py writes the same rows to a folder for each seed, as JSON Lines and as Parquet.
by_seed() { # NAME
  "${submit[@]}" "$here/by_seed.py" "$work/$1" --json "$work/seeds" --parquet "$work/table" >"$work/seeds.log" 2>&1 ||
    { tail -n 50 "$work/seeds.log" >&2; exit 1; }
  cmp <(cat "$work"/seeds/seed=*/part-* | LC_ALL=C sort) <(grep -v '^{"settings"' "$work/$1.out" | LC_ALL=C sort)
  grep -q "^$(cat "$work"/seeds/seed=*/part-* | wc -l) rows in Parquet$" "$work/seeds.log"
  echo "results by seed: $(ls -d "$work"/seeds/seed=* | wc -l) folders of JSON Lines with the same rows, and as many rows of Parquet"
}

# A skewed input: most mementos are in one TimeMap, and revisits are in other files than their targets.
spark_skew() {
  local settings="-tm cosine,bytecount"
  make_warcs skewed "${LONG:-2000}" "${REVISITS:-10000}"
  list=$work/skewed.txt
  $tool -q -i "warc=$work/skewed" -ot jsonl -o "$work/skewed.jsonl" $settings
  disturb_job skew 1 --settings "$settings"
  compare skew skewed.jsonl "one TimeMap of ${LONG:-2000} mementos and ${REVISITS:-10000} revisits, with one worker killed in mid-job" together
  was_lost skew
  list=$work/warcs.txt
}

written() { cat "$@" | LC_ALL=C sort | node "$here/../rounds.mjs" cluster; }

spark_clusters() {
  $tool cluster -q -i "warc=$work/warcs" -o "$work/local.json"
  disturb_job clusters "${TASKS:-10}" --settings "-tm structure-style=0.5" --records
  compare clusters local.json "clusters, with one worker killed in mid-job" written
  was_lost clusters
}

[ $# -gt 0 ] || set -- results skew clusters
for each; do "spark_$each"; done
if grep -v " $work/scratch/" "$work/temporary" | sort | uniq -c | grep . >&2; then
  echo "these steps had their temporary files outside the executor's local directories" >&2
  exit 1
fi
echo "$(wc -l <"$work/temporary") steps had their temporary files in the executor's local directories"
