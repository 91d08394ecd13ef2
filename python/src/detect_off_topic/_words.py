"""Messages and help of the command in the words of Python."""

from __future__ import annotations

import re

from ._settings import FLAG_NAMES

_FLAG = re.compile(r"(?<![\w/-])(?:--set[ =](?!-)|--)([a-z][a-z0-9]*(?:-[a-z0-9]+)*)")
_SHORT = re.compile(r"(?<![\w/-])-(i|o|d|tm|cm)(?![\w-])")
_SHORT_NAMES = {"i": "input", "o": "outputs", "d": "directory", "tm": "measures", "cm": "collection_measures"}


def in_python(text: str) -> str:
    """Returns a text that names settings as keyword arguments: ``--fail-on`` becomes ``fail_on``."""
    text = _SHORT.sub(lambda match: _SHORT_NAMES[match.group(1)], text)
    return _FLAG.sub(lambda match: FLAG_NAMES.get(match.group(1).replace("-", "_"), match.group()), text)
