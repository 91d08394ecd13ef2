"""Judges feeds and a sitemap that feedgen and xml_sitemap_writer make, in a WARC file of warcio: feeds.py FOLDER"""

import io
import json
import pathlib
import subprocess
import sys

from feedgen.feed import FeedGenerator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter
from xml_sitemap_writer import XMLSitemap

folder = pathlib.Path(sys.argv[1])
LAMPS = [
    "The harbour museum keeps the lamps of old light houses along this coast",
    "Whale oil was burnt in the oldest lamps by their keepers",
    "A lens of cut glass threw the light far out to sea",
]
HOTEL = [
    "Our hotel offers rooms with breakfast near the railway station",
    "A swimming pool and a sauna are open to all guests",
    "The restaurant serves dishes of the region until ten at night",
]
TIMES = ["2012-06-01T10:00:00Z", "2013-06-01T10:00:00Z", "2014-06-01T10:00:00Z"]


def feed(texts, form):
    made = FeedGenerator()
    made.id("http://a.example/")
    made.title(texts[0])
    made.link(href="http://a.example/")
    made.description("News")
    for at, text in enumerate(texts):
        entry = made.add_entry()
        entry.id(f"http://a.example/{at}")
        entry.title(text)
        entry.content(f"<p>{text}.</p>", type="html")
    return made.rss_str() if form == "rss" else made.atom_str()


def sitemap(texts):
    place = folder / "sitemap"
    place.mkdir(exist_ok=True)
    with XMLSitemap(path=str(place), root_url="http://a.example") as made:
        made.add_section("pages")
        made.add_urls("/" + text.lower().replace(" ", "-") for text in texts)
    (path,) = place.glob("sitemap-*-pages.xml.gz")
    return path.read_bytes()


seeds = {
    "rss": ("application/rss+xml", [feed(texts, "rss") for texts in (LAMPS, LAMPS, HOTEL)]),
    "atom": ("application/atom+xml", [feed(texts, "atom") for texts in (LAMPS, LAMPS, HOTEL)]),
    "sitemap": ("application/gzip", [sitemap(texts) for texts in (LAMPS, LAMPS, HOTEL)]),
}
path = folder / "feeds.warc.gz"
with open(path, "wb") as file:
    writer = WARCWriter(file, gzip=True)
    for name, (kind, bodies) in seeds.items():
        for time, body in zip(TIMES, bodies):
            headers = StatusAndHeaders("200 OK", [("Content-Type", kind)], protocol="HTTP/1.1")
            writer.write_record(
                writer.create_warc_record(
                    f"http://{name}.example/", "response", payload=io.BytesIO(body), http_headers=headers,
                    warc_headers_dict={"WARC-Date": time},
                )
            )
command = ["node", "bin/detect_off_topic.js", "-q", "-i", f"warc={path}", "--formats", "html,zip,feed,json,sitemap"]
done = subprocess.run([*command, "-tm", "cosine", "-ot", "jsonl"], stdout=subprocess.PIPE, check=True)
rows = [json.loads(line) for line in done.stdout.splitlines()][1:]
for name in seeds:
    verdicts = [row["overall topic status"] for row in rows if name in row["URI-R"]]
    assert verdicts == ["on-topic", "on-topic", "off-topic"], f"{name}: {verdicts}"
print(f"passed: {len(rows)} captures of feeds and sitemaps of other software are judged")
