"""Reads JUnit files of real runs with other software: what these programs read must equal the results."""

import gzip
import json
import subprocess
import sys
import threading
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import xmlschema
from junitparser import Error, Failure, JUnitXml, Skipped

work, schemas = Path(sys.argv[1]), [xmlschema.XMLSchema(path) for path in sys.argv[2:]]
assert len(schemas) > 1, "the Jenkins schemas are missing"


def run(*arguments, statuses=(0,)):
    command = ["node", "bin/detect_off_topic.js", "-q", *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode in statuses, (ended.returncode, ended.stderr)


def seeds_of(path):
    """Returns the captures of each seed in the order of the results, and the number of TimeMaps that failed."""
    seeds, failed = defaultdict(list), 0
    for line in path.read_text(encoding="utf8").splitlines()[1:]:
        entry = json.loads(line)
        if "URI-M" in entry:
            seeds[entry["URI-T"]].append(entry)
        else:
            failed += 1
    return seeds, failed


def off_topic_since(captures):
    since = None
    for capture in captures:
        status = capture.get("overall topic status")
        if status == "on-topic":
            since = None
        elif status == "off-topic" and since is None:
            since = capture
    return since


def check(name, *inputs, statuses=(0,)):
    """Runs the program once for all outputs. Other software reads them, and must find the seeds of the results."""
    lines, suite = (work / f"{name}.{end}" for end in ("jsonl", "xml"))
    run(*inputs, "-o", lines, "-ot", "junit", "-o", suite, statuses=statuses)
    compare(name, lines, suite)


def compare(name, lines, suite):
    seeds, failed = seeds_of(lines)
    off_topic = [since for since in map(off_topic_since, seeds.values()) if since is not None]

    for schema in schemas:
        schema.validate(suite)
    root = JUnitXml.fromfile(str(suite))
    (cases,) = root
    outcomes = [result for case in cases for result in case.result]
    count = {kind: sum(isinstance(each, kind) for each in outcomes) for kind in (Failure, Error, Skipped)}
    assert len(list(cases)) == cases.tests == root.tests == len(seeds) + failed
    assert count[Failure] == cases.failures == root.failures == len(off_topic)
    assert count[Error] == cases.errors == root.errors
    assert count[Skipped] == cases.skipped
    assert all(case.name and case.classname == "detect_off_topic" for case in cases)
    print(f"passed: {name}, {len(seeds) + failed} seeds, {len(off_topic)} of them off-topic")


def record(uri, date, html):
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()
    head = (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + uri + b"\r\nWARC-Date: " + date.encode()
        + b"\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " + str(len(body)).encode()
    )
    return gzip.compress(head + b"\r\n\r\n" + body + b"\r\n\r\n")


OWN = "<title>Harbour Museum</title><p>The old lifeboat is on show in the harbour museum until October.</p>" * 5
SPAM = "<title>Casino bonus</title><p>Best online casino, poker and slots bonus, cheap viagra pills here.</p>" * 5
# Names that try to break out of an element or an attribute, or that XML or UTF-8 forbids.
HOSTILE = [
    *(b"c" + bytes([control]) + b"d" for control in range(1, 32) if control not in b"\n\r"),
    b"]]>", b"<![CDATA[x", b"<!--", b"&amp;&lt;&#0;&x;", b"\"'><script>alert(1)</script>", b"<?xml?>", b"a b\\^`{|}",
    b"\xed\xa0\x80", b"\xed\xb0\x80\xed\xa0\x80", b"\xff\xfe", b"\xef\xbf\xbf", b"\xc2\x85\xe2\x80\xa8", b"\xf0\x9f\xa7\xad",
    b"\xe2\x80\xae", b"%zz%", b"%ED%A0%80", "ü".encode(), b"x" * 60_000,
]
DATES = ["2013-01-01T00:00:00Z", "2014-01-01T00:00:00.123456789Z", "2015-06-30T23:59:60Z"]

check("the fixtures", "-i", "warc=fixtures/collection")
crawl = work / "hostile.warc.gz"
crawl.write_bytes(
    b"".join(
        record(b"http://a%d.example/" % number + name, date, html)
        for number, name in enumerate(HOSTILE)
        for date, html in zip(DATES, [OWN, OWN, SPAM])
    )
)
check("hostile URIs", "-i", f"warc={crawl}")
# Pages of http and https are one seed, unless each URI makes a TimeMap.
twins = work / "twins.warc.gz"
pages = list(zip(DATES, [OWN, OWN, SPAM]))
twins.write_bytes(b"".join(record(scheme + b"://twin.example/", *page) for scheme in (b"http", b"https") for page in pages))
check("two TimeMaps of one seed", "-i", f"warc={twins}", "--set", "group-by=uri")

# Results of another program have names that a run would not write: all characters, and any text in place of a date.
header, *rows = (work / "hostile URIs.jsonl").read_text(encoding="utf8").splitlines()
texts = ["".join(map(chr, range(0x100))), "\ud800", "\udfff\ud800x", "\uffff]]>\ufffe", "z" * 200_000]
given = work / "given.jsonl"
with given.open("w", encoding="utf8") as file:
    file.write(header + "\n")
    for at, text in enumerate(texts):
        for row in rows[at * 3 : at * 3 + 3]:
            entry = {**json.loads(row), "URI-T": f"{at}{text}", "URI-R": f"http://{at}.example/{text}"}
            file.write(json.dumps({**entry, "URI-M": f"{entry['URI-M']}{text}"}) + "\n")
suite = work / "given.xml"
run("convert", given, "-ot", "junit", "-o", suite)
compare("hostile results", given, suite)



class NothingThere(BaseHTTPRequestHandler):
    """Answers every request with 404."""

    def do_GET(self):
        self.send_error(404)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), NothingThere)
threading.Thread(target=server.serve_forever, daemon=True).start()
archive = f"http://127.0.0.1:{server.server_port}"
listed = work / "uris.txt"
listed.write_text("".join(f"{archive}/web/{year}0101000000/http://gone.example/\n" for year in (2013, 2014)))
failing = ["-i", f"timemap={archive}/]]>%0B/x", "-i", f"uri-m=@{listed}", "-i", f"warc={crawl}", "--rate", "60000/m"]
check("captures and a TimeMap that cannot be fetched", *failing)
empty = work / "empty.warc"
empty.write_bytes(b"")
check("an empty collection", "-i", f"warc={empty}", statuses=(6,))
