"""Lists the responses that warcio reads. Takes a path per line and prints a JSON list of [URI, date] per line."""

import json
import sys

from warcio.archiveiterator import ArchiveIterator

for path in sys.stdin:
    found = []
    try:
        with open(path.rstrip("\n"), "rb") as stream:
            for record in ArchiveIterator(stream, no_record_parse=True, arc2warc=True):
                headers = record.rec_headers
                length = record.length
                # A record that is cut off was not read completely, so it is not expected.
                if length is None or len(record.raw_stream.read()) < int(length):
                    continue
                if record.rec_type == "response":
                    found.append([headers.get_header("WARC-Target-URI"), headers.get_header("WARC-Date")])
    except Exception:
        # warcio reads nothing behind a record that it rejects.
        pass
    print(json.dumps(found), flush=True)
