"""Runs as rows and as tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import tempfile
from typing import TYPE_CHECKING, Any, AsyncGenerator, FrozenSet, Generator, Iterator, Optional

from ._arguments import Arguments, Input, arguments_of
from ._command import Command
from ._errors import DetectOffTopicError
from ._progress import bar_for
from ._rows import Memento, memento_of, silent_measures
from ._settings import SETTINGS_HELP
from ._words import in_python

if TYPE_CHECKING:
    import pandas
    import pyarrow
    from typing_extensions import Unpack

    from ._settings import Settings


CATEGORIES = frozenset(
    ["overall_topic_status", "computed_topic_status", "page_kind", "pattern", "fault", "stands_for", "content_type", "language"]
)
"""Columns of words of a small set."""


def detect(
    *inputs: Input, progress: Optional[bool] = None, **settings: "Unpack[Settings]"
) -> Generator[Memento, None, None]:
    """Yields a row for each memento of the inputs, grouped by TimeMap, oldest first.

    An input is text as after ``-i`` of the command, such as ``"warc=crawl.warc.gz"`` or ``"archiveit=1068"``, or a
    ``pathlib.Path`` of a WARC or WACZ file or of a folder with WARC files. Settings have the names of the library in
    snake_case. ``seeds`` may be a list of URIs.

    A mistake in an input or a setting raises a ``UsageError`` at the call, which starts the run. A memento that cannot
    be read is a row with ``error``. The run ends when the generator is closed: by ``break``, by
    Ctrl-C, or when nothing refers to it any more.

    ``progress=True`` shows progress with tqdm, False does not. By default it is shown in terminals and notebooks if tqdm
    is installed.
    """
    rows = _rows(arguments_of(inputs, settings, "jsonl", "-"), progress)
    # Only a generator that has begun ends its run when it is dropped.
    next(rows)
    return rows


def _rows(arguments: Arguments, progress: Optional[bool]) -> Generator[Memento, None, None]:
    """Yields a row that stands for nothing when the run has begun, and then the results."""
    with _command(arguments, progress) as command:
        command.begin()
        yield Memento("")
        yield from _mementos(command)


def _mementos(command: Command) -> Iterator[Memento]:
    silent: FrozenSet[str] = frozenset()
    for line in command.lines():
        entry = json.loads(line)
        # The first line describes the run.
        if "settings" in entry:
            silent = silent_measures(entry["settings"])
        else:
            yield memento_of(entry, silent)
    command.finish()


@contextlib.contextmanager
def _command(arguments: Arguments, progress: Optional[bool]) -> Iterator[Command]:
    """Runs the command, with its progress, until the end of ``with``."""
    bar = bar_for(progress)
    try:
        with Command(arguments.words, arguments.texts, bar, in_python) as command:
            yield command
    finally:
        if bar is not None:
            bar.close()


def detect_async(
    *inputs: Input, progress: Optional[bool] = None, **settings: "Unpack[Settings]"
) -> AsyncGenerator[Memento, None]:
    """Yields the rows of ``detect`` in ``async for``, while other tasks go on.

    The run starts with the first row, which raises a ``UsageError`` for a value that the command does not take. A run
    whose task is cancelled, or whose generator is closed (``aclose``), ends.
    """
    return _rows_async(arguments_of(inputs, settings, "jsonl", "-"), progress)


async def _rows_async(arguments: Arguments, progress: Optional[bool]) -> AsyncGenerator[Memento, None]:
    with _command(arguments, progress) as command:
        rows = _mementos(command)
        try:
            while (row := await asyncio.to_thread(next, rows, None)) is not None:
                yield row
        finally:
            # A thread may still wait for the next row. It must not hold up the other tasks until the command has ended.
            command.interrupt()
            await asyncio.to_thread(command.stop)


def to_arrow(*inputs: Input, progress: Optional[bool] = None, **settings: "Unpack[Settings]") -> "pyarrow.Table":
    """Returns the results as a table of Arrow with the columns of docs/tables.md.

    Whole numbers are 64-bit integers, Simhashes unsigned ones, and what is missing is null. Needs pyarrow
    (``detect-off-topic[arrow]``).
    """
    parquet = _needed("pyarrow.parquet", "pyarrow", "arrow")
    with tempfile.TemporaryDirectory(prefix="detect_off_topic-") as folder:
        file = os.path.join(folder, "results.parquet")
        with _command(arguments_of(inputs, settings, "parquet", file), progress) as command:
            command.finish()
        with parquet.ParquetFile(file) as results:
            table: "pyarrow.Table" = results.read()
        return table


def to_pandas(*inputs: Input, progress: Optional[bool] = None, **settings: "Unpack[Settings]") -> "pandas.DataFrame":
    """Returns the results as a table of pandas with the columns of docs/tables.md.

    Whole numbers are ``Int64``, Simhashes ``UInt64``, and what is missing is NA, NaN or NaT. Verdicts, kinds and other
    words of a small set are categories. ``is_off_topic`` is True, False, or NA where there is no verdict. Needs pandas
    and pyarrow (``detect-off-topic[pandas]``).
    """
    frames = _needed("pandas", "pandas", "pandas")
    arrow = _needed("pyarrow", "pyarrow", "pandas")
    table = to_arrow(*inputs, progress=progress, **settings)
    # Without these types a column of integers in which one is missing would become one of floating-point numbers.
    types = {
        arrow.int64(): frames.Int64Dtype(),
        arrow.uint64(): frames.UInt64Dtype(),
        arrow.string(): frames.StringDtype(),
    }
    frame: "pandas.DataFrame" = table.to_pandas(types_mapper=types.get)
    status = frame["overall_topic_status"]
    frame.insert(frame.columns.get_loc("overall_topic_status"), "is_off_topic", (status == "off-topic").astype("boolean"))
    for name in frame.columns:
        if name in CATEGORIES or name.startswith("status_"):
            frame[name] = frame[name].astype("category")
    return frame


def _needed(module: str, package: str, extra: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as cause:
        raise ImportError(f"this needs {package}. Install detect-off-topic[{extra}].") from cause


for _function in (detect, detect_async, to_arrow, to_pandas):
    # Help shows what an editor completes.
    _function.__doc__ = f"{_function.__doc__}\n    Settings (the default in parentheses):\n\n{in_python(SETTINGS_HELP)}"
