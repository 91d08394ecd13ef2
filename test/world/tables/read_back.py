"""Compares out.parquet, read with DuckDB, with out.jsonl, and runs the SQL and pandas examples of a page of docs."""

import json
import re
import sys

import duckdb
import pandas

duckdb.sql("SET TimeZone = 'UTC'")
lines = [json.loads(line) for line in open("out.jsonl", encoding="utf-8")][1:]
mementos = [line for line in lines if "URI-M" in line]
rows = duckdb.sql("SELECT * FROM 'out.parquet' WHERE uri_m IS NOT NULL").fetchall()
columns = [column[0] for column in duckdb.sql("SELECT * FROM 'out.parquet'").description]
assert len(rows) == len(mementos) > 0
for row, line in zip(rows, mementos):
    of = dict(zip(columns, row))
    assert of["uri_m"] == line["URI-M"]
    assert of["overall_topic_status"] == line.get("overall topic status")
    simhash = line.get("raw memento simhash value")
    assert of["simhash"] == (None if simhash is None else int(simhash))
    assert of["memento_datetime"].strftime("%Y/%m/%d %H:%M:%S GMT") == line["memento-datetime"]
    for name, measure in line.get("timemap measures", {}).items():
        assert of[f"score_{name}"] == measure.get("comparison score"), name

types = dict(duckdb.sql("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM 'out.parquet')").fetchall())
assert types["simhash"] == "UBIGINT", types["simhash"]
assert types["memento_datetime"].startswith("TIMESTAMP"), types["memento_datetime"]
assert types["score_combined"] == "DOUBLE"

page = open(sys.argv[1], encoding="utf-8").read()
examples = re.findall(r"```(sql|python)\n(.*?)```", page, re.S)
assert len(examples) == 4
for language, code in examples:
    if language == "sql":
        duckdb.sql(code)
    else:
        exec(code, {})
off_topic = duckdb.sql(examples[0][1]).fetchall()
expected = sum(line.get("overall topic status") == "off-topic" for line in mementos)
assert sum(row[2] for row in off_topic) == expected > 0
seeds = pandas.read_csv("seeds.csv")
changed = seeds[seeds["First Off-Topic After It"].notna() | (seeds["Pattern"] == "always")]["URI-R"].tolist()
notes = pandas.read_csv("notes.csv")
assert notes["URL"].tolist() == changed != []
assert notes["Off-topic since"].str.fullmatch(r"\d{4}-\d\d-\d\d").all()
assert notes["Quality note"].str.fullmatch(r"[a-zA-Z][^/\d]*").all()
kept = open("urls.txt", encoding="utf-8").read().splitlines()
assert sorted(kept + changed) == sorted(seeds["URI-R"])
print(f"{len(rows)} mementos read back, {expected} off-topic")
