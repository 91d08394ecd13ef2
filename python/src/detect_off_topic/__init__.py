"""Finds the off-topic mementos of web archive collections.

>>> from detect_off_topic import detect
>>> for memento in detect("warc=crawl.warc.gz"):
...     print(memento.uri_m, memento.overall_topic_status)

``help(detect_off_topic.detect)`` lists inputs and settings. The folder ``docs`` beside this file has python.md and, for
tables, tables.md.
"""

from ._command import run
from ._detect import detect, detect_async, to_arrow, to_pandas
from ._errors import (
    Bug,
    ConditionMet,
    DetectOffTopicError,
    Incomplete,
    NothingJudged,
    PluginFailed,
    Stopped,
    StrictFailure,
    UsageError,
)
from ._rows import Measure, Memento, Sign
from ._settings import VERSION as __version__
from ._settings import Settings

__all__ = [
    "Bug",
    "ConditionMet",
    "DetectOffTopicError",
    "Incomplete",
    "Measure",
    "Memento",
    "NothingJudged",
    "PluginFailed",
    "Settings",
    "Sign",
    "Stopped",
    "StrictFailure",
    "UsageError",
    "detect",
    "detect_async",
    "run",
    "to_arrow",
    "to_pandas",
]

# Messages and help name the classes as users import them.
for _name in __all__:
    globals()[_name].__module__ = __name__
