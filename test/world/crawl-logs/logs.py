"""Logs that wget (in all its languages) and Heritrix write of failing seeds must give the reasons: logs.py FOLDER [JARS]"""

import glob
import json
import os
import re
import subprocess
import sys
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

work, jars = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
here = Path(__file__).parent
PAGE = b"<title>Harbour Museum</title><p>The old lifeboat is on show in the harbour museum until October.</p>"
hung = threading.Event()


class Site(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.close_connection = True
        if self.path == "/silent":
            return
        if self.path == "/slow":
            hung.wait(4)
            return
        status = int(self.path[1:]) if self.path[1:].isdigit() else 200
        body = b"User-agent: *\nDisallow: /barred\n" if self.path == "/robots.txt" else PAGE
        self.send_response(status)
        self.send_header("Content-Type", "text/plain" if self.path == "/robots.txt" else "text/html")
        self.send_header("Content-Length", str(len(body) * (9 if self.path == "/cut" else 1)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    do_HEAD = do_GET


class Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


server = Quiet(("127.0.0.1", 0), Site)
threading.Thread(target=server.serve_forever, daemon=True).start()
site = f"http://127.0.0.1:{server.server_port}"
closed = "http://127.0.0.1:9/"
lost = "http://lost.invalid/"
FAILING = {
    f"{site}/404": ["http error"],
    f"{site}/503": ["http error"],
    f"{site}/silent": ["connection"],
    f"{site}/slow": ["timeout", "connection"],
    f"https://127.0.0.1:{server.server_port}/tls": ["connection"],
    closed: ["connection"],
    lost: ["dns"],
}
seeds = work / "seeds.txt"


def reasons(name, warc, log, expected):
    """Returns the kinds of the seeds without a capture, which must be among the expected ones."""
    seeds.write_text("\n".join([f"{site}/page", *expected]) + "\n")
    run = ["node", "bin/detect_off_topic.js", "-q", "-i", f"warc={warc}", "--seeds", seeds, "--set", f"crawl-log={log}"]
    done = subprocess.run([*run, "-ot", "jsonl"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode in (0, 6), done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()][1:]
    found = {row["URI-T"].removeprefix("from-warc::timemap::"): row.get("no capture because") for row in rows}
    for uri, kinds in expected.items():
        assert found.get(uri) in kinds, f"{name}: {uri} has {found.get(uri)}, not {kinds}\n{done.stdout}\n{done.stderr}"
    assert "in no form" not in done.stderr, done.stderr


def wget(*options, language="en", uris=FAILING):
    log = work / "wget.log"
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": language}
    subprocess.run(
        ["wget", "-O", os.devnull, "-T", "1", "--tries=1", "--waitretry=0", "-o", log, *options, *uris], env=environment
    )
    return log


warc = work / "good.warc.gz"
wget(f"--warc-file={work / 'good'}", "--no-warc-keep-log", uris=[f"{site}/page"])
paths = glob.glob("/usr/share/locale/*/LC_MESSAGES/wget.mo")
# Hebrew is written from its end to its beginning, so that an answer does not stand behind the dots.
languages = ["en", *sorted({path.split("/")[4] for path in paths} - {"he"})]
for language in languages:
    reasons(f"wget in {language}", warc, wget(language=language), FAILING)
for options in (["-S"], ["-d"], ["--spider"], ["--tries=2"], ["--progress=bar:force"]):
    reasons(f"wget {options[0]}", warc, wget(*options), FAILING)
BRIEF = {**{uri: ["http error"] for uri in [f"{site}/404", f"{site}/503"]}, lost: ["dns"]}
BRIEF |= {uri: ["unknown"] for uri in FAILING if uri not in BRIEF}
for options in (["-nv"], ["-nv", "--spider"]):
    reasons(f"wget {options}", warc, wget(*options), BRIEF)
print(f"passed: logs of wget in {len(languages)} languages and 8 forms say why seeds have no capture")

if jars is None:
    print("skipped: Heritrix cannot be installed here")
    sys.exit()
job = work / "job"
job.mkdir()
(engine,) = Path(jars).glob("heritrix-engine-*.jar")
with zipfile.ZipFile(engine) as archive:
    beans = archive.read("org/archive/crawler/restlet/profile-crawler-beans.cxml").decode()
beans = re.sub(r"metadata\.operatorContactUrl=\S+", f"metadata.operatorContactUrl={site}/", beans)
settings = ["crawlController.pauseAtStart=false", "disposition.minDelayMs=10", "disposition.maxDelayMs=20"]
settings += ["fetchHttp.timeoutSeconds=2", "fetchHttp.soTimeoutMs=1000", "frontier.maxRetries=2", "frontier.retryDelaySeconds=1"]
beans = beans.replace("##..more?..##", "\n".join(settings))
uris = {**FAILING, f"{site}/barred": ["robots"]}
beans = beans.replace("http://example.example/example", "\n".join([f"{site}/page", *uris]))
beans = re.sub(r'<bean id="extractorSwf".*?</bean>', "", beans, flags=re.S).replace('<ref bean="extractorSwf"/>', "")
(job / "crawler-beans.cxml").write_text(beans)
opens = [f"--add-opens=java.base/java.{name}=ALL-UNNAMED" for name in ("lang", "util")]
command = ["java", *opens, "-cp", f"{jars}/*", here / "Crawl.java", job / "crawler-beans.cxml"]
done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
(log,) = job.glob("2*/logs/crawl.log")
(warc,) = job.glob("2*/warcs/*.warc.gz")
# Answers with an error status are captures in the WARC file of Heritrix.
reasons("Heritrix", warc, log, {uri: kinds for uri, kinds in uris.items() if kinds != ["http error"]})
print("passed: the log of Heritrix says why seeds have no capture, beside its own WARC file")
