"""Says which responses warcio reads: a path a line in, a JSON list of [URI, date] a line out."""

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
                # A record that is cut off is none that is read whole.
                if length is None or len(record.raw_stream.read()) < int(length):
                    continue
                if record.rec_type == "response":
                    found.append([headers.get_header("WARC-Target-URI"), headers.get_header("WARC-Date")])
    except Exception:
        # Nothing is read behind what it refuses.
        pass
    print(json.dumps(found), flush=True)
