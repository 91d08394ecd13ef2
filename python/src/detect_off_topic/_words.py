"""Messages and help of the command in the words of Python."""

from __future__ import annotations

import re

from ._settings import FLAG_NAMES

_FLAG = re.compile(r"(?<![\w/-])(?:--set[ =](?!-)|--)([a-z][a-z0-9]*(?:-[a-z0-9]+)*)")
_FORM = re.compile(r"(?<![\w/-])-ot (?=[a-z])")
"""Python chooses forms of output by the suffix of a file."""
_INPUT = re.compile(r"(?<![\w/-])-i (?=[a-z][a-z-]*=)")
_SHORT = re.compile(r"(?<![\w/-])-(i|o|d|tm|cm)(?![\w-])")
_SHORT_NAMES = {"i": "input", "o": "outputs", "d": "directory", "tm": "measures", "cm": "collection_measures"}


_NO_OPTION = re.compile(r"there is no option --([a-z][a-z0-9-]*)")


def in_python(text: str) -> str:
    """Returns a text that names settings as keyword arguments: ``--fail-on`` becomes ``fail_on``."""
    text = _NO_OPTION.sub(r'there is no setting "\1"', text)
    text = _INPUT.sub("", text)
    text = _FORM.sub("form ", text.replace("Give -ot FORM as well, or another name", "Give another name"))
    text = _SHORT.sub(lambda match: _SHORT_NAMES[match.group(1)], text)
    return _FLAG.sub(lambda match: FLAG_NAMES.get(match.group(1).replace("-", "_"), match.group()), text)
