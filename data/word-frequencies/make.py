"""Writes the lists of this folder from the package wordfreq: python3 make.py FOLDER-OF-WORDFREQ/data

Needs the packages msgpack and brotli.
"""

import glob
import gzip
import os
import sys

import brotli
import msgpack

WORDS = 5000

for path in sorted(glob.glob(os.path.join(sys.argv[1], "small_*.msgpack.gz"))):
    language = path.split("_")[-1].split(".")[0]
    _, *lists = msgpack.load(gzip.open(path), raw=False)
    lines, count = [], 0
    for centibels, words in enumerate(lists):
        if count >= WORDS:
            break
        words = [w for w in words if any(c.isalpha() for c in w) and not any(c.isdigit() for c in w)]
        count += len(words)
        if centibels % 10 == 0:
            lines.append([])
        lines[-1] += words
    text = "".join(" ".join(sorted(words)) + "\n" for words in lines)
    with open(os.path.join(os.path.dirname(__file__), f"{language}.txt.br"), "wb") as file:
        file.write(brotli.compress(text.encode(), quality=11))
