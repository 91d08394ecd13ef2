"""Runs a job of peers.mjs on a WARC file: python peer.py PROGRAM JOB FILE. Prints the number of pages."""
import io
import sys

program, job, path = sys.argv[1:]


def fastwarc_pages():
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    for record in ArchiveIterator(open(path, "rb"), record_types=WarcRecordType.response, parse_http=True):
        if "html" in (record.http_content_type or ""):
            yield b"" if job == "read" else record.reader.read()


def warcio_pages():
    from warcio.archiveiterator import ArchiveIterator

    for record in ArchiveIterator(open(path, "rb")):
        if record.rec_type == "response" and "html" in (record.http_headers.get_header("content-type") or ""):
            yield b"" if job == "read" else record.content_stream().read()


def text_of(html):
    if program == "trafilatura":
        import trafilatura

        return trafilatura.extract(html) or ""
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    decoded = bytes_to_str(html, detect_encoding(html))
    return extract_plain_text(decoded, main_content=job == "main")


count = 0
characters = 0
for page in (warcio_pages if program == "warcio" else fastwarc_pages)():
    count += 1
    if job != "read":
        characters += len(text_of(page))
print(count)
