"""Writes the text that other tools extract from the pages of prepare.mjs to DATA/SET/PAGE.TOOL.txt beside each page.

    python3 -m venv VENV
    VENV/bin/pip install trafilatura boilerpy3 resiliparse readability-lxml lxml_html_clean
    VENV/bin/python bench/extraction/peers.py DATA [--pages N]
"""

import argparse
import logging
import pathlib
import re
import sys

import trafilatura
from boilerpy3 import extractors
from lxml import html as lxml_html
from readability import Document
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree


def boilerpy3(extractor):
    """Balances the tags with lxml first, because boilerpy3's own parser finds no text in a quarter of CleanEval."""
    tool = extractor(raise_on_failure=False)
    return lambda page: tool.get_content(
        lxml_html.tostring(lxml_html.document_fromstring(strings(page)), encoding="unicode")
    )


def readability(page):
    return lxml_html.fromstring(Document(strings(page)).summary(html_partial=True)).text_content()


def strings(page):
    """Removes the XML declaration and control characters, which lxml rejects."""
    return re.sub(r"^\s*<\?xml[^>]*\?>|[\x00-\x08\x0b\x0c\x0e-\x1f]", "", page)


TOOLS = {
    "trafilatura": lambda page: trafilatura.extract(page, include_comments=False),
    "boilerpy3-article": boilerpy3(extractors.ArticleExtractor),
    "boilerpy3-default": boilerpy3(extractors.DefaultExtractor),
    "resiliparse": lambda page: extract_plain_text(
        HTMLTree.parse(page), main_content=True, list_bullets=False, comments=False, alt_texts=False
    ),
    "readability-lxml": readability,
}


def some(pages, most):
    """Returns at most `most` items of a list, evenly spaced."""
    count = min(most, len(pages))
    return [pages[at * len(pages) // count] for at in range(count)]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("data", type=pathlib.Path)
    arguments.add_argument("--pages", type=int, default=10**9)
    given = arguments.parse_args()
    logging.disable(logging.CRITICAL)
    for folder in sorted(each for each in given.data.iterdir() if each.is_dir()):
        for file in some(sorted(folder.glob("*.html")), given.pages):
            page = file.read_text(encoding="utf-8")
            for name, take in TOOLS.items():
                target = file.with_suffix(f".{name}.txt")
                if target.exists():
                    continue
                try:
                    text = take(page) or ""
                except Exception as cause:  # A page that a tool cannot read counts as a page without text.
                    print(f"{file.name}: {name}: {cause}", file=sys.stderr)
                    text = ""
                target.write_text(text, encoding="utf-8", errors="replace")


main()
