"""Exceptions: one class for each exit status of the command."""

from __future__ import annotations

import signal
from typing import Any, Dict, Sequence, Type

COMMAND = "detect_off_topic: "
"""Prefix of the last message of the command."""

USAGE = 2
"""Exit status of the command for a mistake."""


class DetectOffTopicError(Exception):
    """The command did not finish with status 0.

    ``status`` is its exit status, and ``messages`` are its last lines on standard error. ``output`` is the text that
    ``run`` would have returned. ``table`` is the table that ``to_pandas`` or ``to_arrow`` would have returned, if the
    command has written one.
    """

    table: Any = None

    def __init__(self, message: str, status: int = 1, messages: Sequence[str] = (), output: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.messages = list(messages)
        self.output = output


class UsageError(DetectOffTopicError, ValueError):
    """An input or a setting is wrong (status 2). The message says what to change."""

    def __init__(self, message: str, status: int = USAGE, messages: Sequence[str] = (), output: str = "") -> None:
        super().__init__(message, status, messages, output)


class StrictFailure(DetectOffTopicError):
    """With ``strict=True``: something could not be read or measured (status 3)."""


class ConditionMet(DetectOffTopicError):
    """A rule of ``fail_on`` is met, or ``compare`` found differences (status 4)."""


class Incomplete(DetectOffTopicError):
    """The run is incomplete and can be continued: an archive limits or bars requests, or the disk is full (status 5)."""


class NothingJudged(DetectOffTopicError):
    """No memento has a topic status (status 6). ``detect`` has yielded the rows, which say why."""


class PluginFailed(DetectOffTopicError):
    """A plug-in or a measure failed (status 7). ``detect`` has yielded all rows."""


class Bug(DetectOffTopicError):
    """A bug of detect_off_topic, which you are asked to report (status 1)."""


class Stopped(DetectOffTopicError):
    """The command was stopped by a signal, or the system ended it, for instance for want of memory."""


CLASSES: Dict[int, Type[DetectOffTopicError]] = {
    1: Bug,
    USAGE: UsageError,
    3: StrictFailure,
    4: ConditionMet,
    5: Incomplete,
    6: NothingJudged,
    7: PluginFailed,
}


def error_of(status: int, messages: Sequence[str], output: str = "") -> DetectOffTopicError:
    """Returns the exception for an exit status. Its text is the last message of the command."""
    kind = CLASSES.get(status, Stopped if status < 0 or status > 128 else DetectOffTopicError)
    return kind(_text(status, messages), status, messages, output)


def _text(status: int, messages: Sequence[str]) -> str:
    # A message with a stack has several lines.
    starts = [at for at, line in enumerate(messages) if line.startswith((COMMAND, "failed: "))]
    if status < 0:
        return f"the command was ended by {_signal_name(-status)}"
    if starts and status in (1, 2, 5, 7):
        text = "\n".join(messages[starts[-1] :])
        return text[len(COMMAND) :] if text.startswith(COMMAND) else text
    if messages:
        return messages[-1][len(COMMAND) :] if messages[-1].startswith(COMMAND) else messages[-1]
    return f"the command ended with status {status}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
