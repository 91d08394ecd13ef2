"""Fetches the first page of each host through a proxy, and posts a form to it, with warcio's recorder.

python crawl-with-warcio.py PROXY WARC HOST...
"""
import http.client
import sys
import urllib.parse

from warcio.capture_http import capture_http
from warcio.warcwriter import WARCWriter

proxy = urllib.parse.urlsplit(sys.argv[1])

with open(sys.argv[2], "wb") as out:
    writer = WARCWriter(out, gzip=False)
    with capture_http(writer):
        for host in sys.argv[3:]:
            for method, path, body in [
                ("GET", "/", None),
                ("POST", "/", b"name=visitor"),
                ("GET", "/lost.png", None),
                ("GET", "/robots.txt", None),
            ]:
                connection = http.client.HTTPConnection(proxy.hostname, proxy.port)
                connection.request(method, f"http://{host}{path}", body=body, headers={"Host": host})
                connection.getresponse().read()
                connection.close()
