"""Judges texts without pages that warcio writes: conversion records, as in WET files, and texts of a browser: texts.py FOLDER"""

import io
import json
import pathlib
import subprocess
import sys

from warcio.warcwriter import WARCWriter

folder = pathlib.Path(sys.argv[1])
LAMPS = "Lamps\nThe harbour museum keeps the lamps of old light houses along this coast.\nWhale oil was burnt by their keepers.\n" * 9
HOTEL = "Rooms\nOur hotel offers rooms with breakfast near the railway station.\nA sauna is open to all guests until ten.\n" * 9
TEXTS = [("2012-06-01T10:00:00Z", LAMPS), ("2013-06-01T10:00:00Z", LAMPS), ("2014-06-01T10:00:00Z", HOTEL)]
FORMS = {"conversion": ("conversion", ""), "browser": ("resource", "urn:text:"), "final": ("resource", "urn:textFinal:")}

for name, (kind, prefix) in FORMS.items():
    for gzip in (True, False):
        path = folder / f"{name}.warc.wet{'.gz' if gzip else ''}"
        with open(path, "wb") as file:
            writer = WARCWriter(file, gzip=gzip)
            writer.write_record(writer.create_warcinfo_record(path.name, {"software": "warcio"}))
            for time, text in TEXTS:
                writer.write_record(
                    writer.create_warc_record(
                        f"{prefix}http://a.example/", kind, payload=io.BytesIO(text.encode()),
                        warc_content_type="text/plain", warc_headers_dict={"WARC-Date": time},
                    )
                )
        command = ["node", "bin/detect_off_topic.js", "-q", "-i", f"warc={path}", "-tm", "cosine", "-ot", "jsonl"]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
        rows = [json.loads(line) for line in done.stdout.splitlines()][1:]
        verdicts = [(row["URI-R"], row["overall topic status"]) for row in rows]
        expected = [("http://a.example/", verdict) for verdict in ("on-topic", "on-topic", "off-topic")]
        assert verdicts == expected, f"{path.name}: {verdicts}"
print("passed: texts in files of warcio are judged")
