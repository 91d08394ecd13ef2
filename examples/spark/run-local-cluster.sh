#!/usr/bin/env bash
# Runs the job on a Spark cluster of one master and two workers on this machine, kills one worker in mid-job, and
# compares the result with that of the plain command. Needs Java 17; pyspark is installed from PyPI when it is not there.
#   examples/spark/run-local-cluster.sh
# Where Java or pyspark cannot be had it says so and exits with 0. Variables: MEMENTOS (1000), FILES (24),
# PYSPARK_PYTHON (a Python with pyspark).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tool="node $here/../../bin/detect_off_topic.js"
# A measure of one's own among them: its module is loaded on every node.
settings="--plugin $here/../plugin/headings.mjs -tm cosine,bytecount,gensim_lsi,headings=0.2"
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

# Waits until a file holds a line; the process that writes it must be alive.
await() { # FILE PATTERN PID
  until grep -qs "$2" $1; do
    kill -0 "$3" 2>/dev/null || { cat $1 >&2; echo "ended before it said: $2" >&2; exit 1; }
    sleep 0.2
  done
}

node "$here/make-warcs.mjs" "$work/warcs" "${FILES:-24}" "${MEMENTOS:-1000}"
ls "$work"/warcs/*.warc.gz >"$work/warcs.txt"
$tool -q -i "warc=$work/warcs" -ot jsonl -o "$work/local.jsonl" $settings

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

run_job() { # NAME; leaves the process id in $job
  "$SPARK_HOME/bin/spark-submit" --master "$uri" --conf spark.driver.host=127.0.0.1 --conf spark.ui.enabled=false \
    "$here/detect_off_topic_job.py" --warcs "$work/warcs.txt" --output "$work/$1" --tool "$tool" \
    --settings "$settings" >"$work/$1.log" 2>&1 &
  job=$!
  started+=("$job")
}

compare() { # NAME
  wait "$job" || { tail -n 50 "$work/$1.log" >&2; exit 1; }
  $tool merge "$work/$1"/part-* >"$work/$1.jsonl"
  cmp "$work/$1.jsonl" "$work/local.jsonl"
  echo "$2: $(wc -l <"$work/$1.jsonl") results of $(wc -l <"$work/warcs.txt") WARC files, the bytes of the plain command"
}

start_worker first
start_worker second
victim=$worker

run_job undisturbed
compare undisturbed "one master, two workers"

run_job disturbed
# The job's second application: its executor on the victim has finished a task, and more are to come.
until [ "$(grep -l "Finished task" "$work"/second/app-*/*/stderr 2>/dev/null | wc -l)" -ge 2 ]; do
  kill -0 "$job" 2>/dev/null || { tail -n 50 "$work/disturbed.log" >&2; echo "the job ended too soon" >&2; exit 1; }
  sleep 0.1
done
executors=$(ps -o pid= --ppid "$victim" || true)
disown "$victim"
kill -9 "$victim" $executors
compare disturbed "the same with one worker killed in mid-job"
grep -q "Lost executor\|Worker lost\|Lost task\|worker lost" "$work/disturbed.log" || { echo "the kill went unnoticed" >&2; exit 1; }
