"""Scores a collection of WARC files on a Spark cluster by the tool's map, resolve and reduce, with shuffles by Spark.

spark-submit detect_off_topic_job.py --warcs warcs.txt --output results [--settings "-tm cosine,bytecount"]
spark-submit detect_off_topic_job.py --warcs warcs.txt --output records --settings "-tm structure-style=0.5" --records
"""

import argparse
import bisect
import os
import shlex
import subprocess
import threading
import zlib

from pyspark import SparkContext, StorageLevel

parser = argparse.ArgumentParser()
parser.add_argument("--warcs", required=True, help="a file that lists WARC files, one a line, readable on every node")
parser.add_argument("--output", required=True, help="a folder for part files of JSON Lines; must not exist")
parser.add_argument("--settings", default="", help="options of map and reduce; the steps between them take none")
parser.add_argument("--map-settings", default="", help='options of map alone, such as "--rate 6/m" for files on the web')
parser.add_argument("--tool", default="detect_off_topic", help="how the tool is called on every node")
parser.add_argument("--rounds", help="how examples/rounds.mjs is called on every node (default: of the global packages)")
parser.add_argument("--reducers", type=int, default=8)
parser.add_argument("--records", action="store_true", help="write the resolved records, which rounds.mjs cluster reads")
options = parser.parse_args()


def run(command, lines):
    """Yields the output lines of a command. Passes on the executor's environment, which Spark's `pipe` does not."""
    # Every cluster manager of Spark names the executor's local directories in this variable.
    environment = {**os.environ, "TMPDIR": os.environ["SPARK_LOCAL_DIRS"].split(",")[0]}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    failures = []

    def feed():
        try:
            with process.stdin as stdin:
                for line in lines:
                    stdin.write(f"{line}\n".encode())
        except BaseException as failure:
            failures.append(failure)
            # A command that stops reading ends by itself, and its status says why.
            if not isinstance(failure, BrokenPipeError):
                process.kill()

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    try:
        for line in process.stdout:
            yield line.rstrip(b"\n").decode()
        feeder.join()
        if process.wait() != 0 or failures:
            raise RuntimeError(f"{command} ended with status {process.returncode}") from next(iter(failures), None)
    finally:
        # The command still runs if the consumer stops early.
        process.kill()
        process.wait()


def step(name, lines, tool=options.tool):
    """Runs a step in a process for each partition."""
    command = shlex.split(f"{tool} {name}")
    return lines.mapPartitions(lambda partition: run(command, partition))


def npm_root():
    return subprocess.run(["npm", "root", "--global"], check=True, capture_output=True, text=True).stdout.strip()


def key(line):
    return line.split("\t", 1)[0]


def hashed(line):
    return zlib.crc32(key(line).encode())


def sorted_by_key(lines, partition=hashed):
    """Puts all lines of a key into one partition, sorted as `LC_ALL=C sort` does."""
    return lines.map(lambda line: (line, None)).repartitionAndSortWithinPartitions(options.reducers, partition).keys()


def ranges(lines):
    """Returns a partition for each range of keys, of about as many lines, so that partitions are in the order of keys."""
    sample = sorted(map(key, lines.takeSample(False, 100 * options.reducers, seed=1)))
    bounds = [sample[len(sample) * at // options.reducers] for at in range(1, options.reducers)] if sample else []
    return lambda line: bisect.bisect_right(bounds, key(line))


def round_of_resolve(lines):
    return step("resolve", sorted_by_key(lines), rounds).persist(StorageLevel.DISK_ONLY)


def kind(line):
    return line.split("\t", 4)[3]


def is_target(line):
    """Returns True for a capture under one of the names by which revisits and redirects find it."""
    return kind(line).startswith("target-")


def is_searching(line):
    """Returns True for a revisit or redirect whose target has not been found."""
    return kind(line) == "looks"


rounds = options.rounds or f"node {npm_root()}/detect-off-topic/examples/rounds.mjs"
with open(options.warcs, encoding="utf-8") as file:
    warcs = [line.strip() for line in file if line.strip()]

context = SparkContext(appName="detect_off_topic")
mapped = step(f"map --workers 0 {options.map_settings} {options.settings}", context.parallelize(warcs, len(warcs)))
mapped.persist(StorageLevel.DISK_ONLY)
records = mapped.filter(lambda line: not is_target(line) and not is_searching(line))
# Lines without a page: possible targets, and the revisits and redirects. Each round searches under one name.
targets = mapped.filter(is_target)
searching = mapped.filter(is_searching)
while not searching.isEmpty():
    answers = round_of_resolve(targets.union(searching))
    records = records.union(answers.filter(lambda line: not is_searching(line)))
    searching = answers.filter(is_searching)
# A revisit or redirect whose page was read by another mapper becomes a copy of that page's record.
records = records.union(round_of_resolve(records))
records = sorted_by_key(records, ranges(records))
results = records if options.records else step(f"reduce --workers 0 {options.settings}", records)
results.saveAsTextFile(options.output)
context.stop()
