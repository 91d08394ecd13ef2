"""Scores a collection of WARC files on a Spark cluster: the tool's map, resolve and reduce, with Spark between them.

spark-submit detect_off_topic_job.py --warcs warcs.txt --output results [--settings "-tm cosine,bytecount"]
"""

import argparse
import zlib

from pyspark import SparkContext

parser = argparse.ArgumentParser()
parser.add_argument("--warcs", required=True, help="a file that lists WARC files, one a line, readable on every node")
parser.add_argument("--output", required=True, help="a folder for part files of JSON Lines; must not exist")
parser.add_argument("--settings", default="", help="options that map, resolve and reduce all get")
parser.add_argument("--tool", default="detect_off_topic", help="how the tool is called on every node")
parser.add_argument("--reducers", type=int, default=8)
options = parser.parse_args()


def step(name):
    return f"{options.tool} {name} {options.settings}"


def grouping_key(line):
    return zlib.crc32(line.split("\t", 1)[0].encode())


with open(options.warcs, encoding="utf-8") as file:
    warcs = [line.strip() for line in file if line.strip()]

context = SparkContext(appName="detect_off_topic")
records = context.parallelize(warcs, len(warcs)).pipe(step("map --workers 0"), checkCode=True)
# Revisits and redirects may point into files that another mapper read.
resolved = records.repartition(1).pipe(step("resolve"), checkCode=True)
# All of a TimeMap in one partition, sorted as `LC_ALL=C sort` sorts.
by_timemap = resolved.map(lambda line: (line, None)).repartitionAndSortWithinPartitions(
    options.reducers, partitionFunc=grouping_key
)
by_timemap.keys().pipe(step("reduce"), checkCode=True).saveAsTextFile(options.output)
context.stop()
