"""Writes the results of the job to a folder for each seed: as JSON Lines, with unchanged rows, or as Parquet.

spark-submit by_seed.py results --json by-seed --parquet table
"""

import argparse

from pyspark.sql import SparkSession
from pyspark.sql.functions import get_json_object, substring

parser = argparse.ArgumentParser()
parser.add_argument("results", help="the folder that detect_off_topic_job.py wrote")
parser.add_argument("--json", help="a folder for JSON Lines; must not exist")
parser.add_argument("--parquet", help="a folder for Parquet; must not exist")
options = parser.parse_args()

spark = SparkSession.builder.appName("by_seed").getOrCreate()
lines = spark.read.text(f"{options.results}/part-*")
# A folder's name has at most 255 bytes, so seeds with the same first 80 characters share a folder.
seed = substring(get_json_object("value", "$['grouping key']"), 1, 80)
# Lines of settings have no seed.
rows = lines.withColumn("seed", seed).where("seed IS NOT NULL").repartition("seed").persist()
if options.json:
    rows.write.partitionBy("seed").text(options.json)
if options.parquet:
    # Simhashes have more digits than a double can hold.
    table = spark.read.option("prefersDecimal", True).json(rows.select("value").rdd.map(lambda row: row.value))
    table = table.withColumn("seed", substring("grouping key", 1, 80))
    table.repartition("seed").write.partitionBy("seed").parquet(options.parquet)
    print(f"{spark.read.parquet(options.parquet).count()} rows in Parquet")
spark.stop()
