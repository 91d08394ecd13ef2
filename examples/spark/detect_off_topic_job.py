"""Scores a collection of WARC files on a Spark cluster: the tool's map, resolve and reduce, with Spark between them.

spark-submit detect_off_topic_job.py --warcs warcs.txt --output results [--settings "-tm cosine,bytecount"]
"""

import argparse
import zlib

from pyspark import SparkContext, StorageLevel

parser = argparse.ArgumentParser()
parser.add_argument("--warcs", required=True, help="a file that lists WARC files, one a line, readable on every node")
parser.add_argument("--output", required=True, help="a folder for part files of JSON Lines; must not exist")
parser.add_argument("--settings", default="", help="options that map, resolve and reduce all get")
parser.add_argument("--tool", default="detect_off_topic", help="how the tool is called on every node")
parser.add_argument("--reducers", type=int, default=8)
options = parser.parse_args()


def step(name):
    return f"{options.tool} {name} {options.settings}"


def partition(line):
    return zlib.crc32(line.split("\t", 1)[0].encode())


def sorted_by_key(lines):
    """All lines of a key in one partition, sorted as `LC_ALL=C sort` sorts."""
    return lines.map(lambda line: (line, None)).repartitionAndSortWithinPartitions(options.reducers, partition).keys()


def round_of_resolve(lines):
    return sorted_by_key(lines).pipe(step("resolve --round"), checkCode=True).persist(StorageLevel.DISK_ONLY)


def is_record(line):
    return line.split("\t", 3)[3][0] == "{"


def is_searching(line):
    """A revisit or redirect that still looks for what it points to."""
    return line.split("\t", 2)[1] == "~"


with open(options.warcs, encoding="utf-8") as file:
    warcs = [line.strip() for line in file if line.strip()]

context = SparkContext(appName="detect_off_topic")
mapped = context.parallelize(warcs, len(warcs)).pipe(step("map --workers 0"), checkCode=True)
mapped.persist(StorageLevel.DISK_ONLY)
records = mapped.filter(is_record)
# Small lines: what may be pointed to, and the revisits and redirects. Each round looks under one name.
targets = mapped.filter(lambda line: not is_record(line) and not is_searching(line))
searching = mapped.filter(is_searching)
while not searching.isEmpty():
    answers = round_of_resolve(targets.union(searching))
    records = records.union(answers.filter(lambda line: not is_searching(line)))
    searching = answers.filter(is_searching)
# Those whose page was read by another mapper become copies of it.
results = sorted_by_key(records.union(round_of_resolve(records))).pipe(step("reduce"), checkCode=True)
results.saveAsTextFile(options.output)
context.stop()
