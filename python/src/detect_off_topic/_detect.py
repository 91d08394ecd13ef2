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
from ._settings import INPUTS_HELP, SETTINGS_HELP, VERSION
from ._words import in_python

if TYPE_CHECKING:
    import pandas
    import pyarrow
    from typing_extensions import Unpack

    from ._settings import Settings


CATEGORIES = frozenset(["page_kind", "pattern", "fault", "stands_for", "content_type", "language"])
"""Columns of words of a small set."""

STATUSES = ["on-topic", "off-topic", "unsure"]
"""Categories of topic statuses, whether they occur or not."""


def detect(
    *inputs: Input, progress: Optional[bool] = None, **settings: "Unpack[Settings]"
) -> Generator[Memento, None, None]:
    """Yields a row for each memento of the inputs, grouped by TimeMap, oldest first, when all inputs have been read.

    An input is text as after ``-i`` of the command, such as ``"warc=crawl.warc.gz"`` or ``"archiveit=1068"``, a
    ``pathlib.Path`` of a WARC or WACZ file or of a folder with WARC files, a pair such as ``("warc", path)``, or a list
    of inputs. Settings have the names of the library in snake_case. ``seeds`` may be a list of URIs.

    A verdict comes of comparing the captures of a seed: give all files of a collection at once.

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
    """Yields the rows of ``detect`` in ``async for``, while other tasks go on. Inputs and settings are those of ``detect``.

    A verdict comes of comparing the captures of a seed: give all files of a collection at once.

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
    """Returns the results as a table of Arrow. Inputs and settings are those of ``detect``.

    docs/tables.md in the folder of this package describes the columns. Whole numbers are 64-bit integers, Simhashes
    unsigned ones, and what is missing is null. ``is_off_topic`` is null where there is no verdict. An exception other
    than ``UsageError`` has what was judged in ``table``. Needs pyarrow (``detect-off-topic[arrow]``).

    A verdict comes of comparing the captures of a seed: give all files of a collection at once.
    """
    compute = _needed("pyarrow.compute", "pyarrow", "arrow")
    parquet = _needed("pyarrow.parquet", "pyarrow", "arrow")
    with tempfile.TemporaryDirectory(prefix="detect_off_topic-") as folder:
        file = os.path.join(folder, "results.parquet")
        with _command(arguments_of(inputs, settings, "parquet", file), progress) as command:
            try:
                command.finish()
            except DetectOffTopicError as error:
                if os.path.exists(file):
                    error.table = _table(parquet, compute, file)
                raise
        return _table(parquet, compute, file)


def _table(parquet: Any, compute: Any, file: str) -> "pyarrow.Table":
    with parquet.ParquetFile(file) as results:
        table: "pyarrow.Table" = results.read()
    at = table.schema.get_field_index("overall_topic_status")
    return table.add_column(at, "is_off_topic", compute.equal(table.column(at), "off-topic"))


def to_pandas(*inputs: Input, progress: Optional[bool] = None, **settings: "Unpack[Settings]") -> "pandas.DataFrame":
    """Returns the results as a table of pandas. Inputs and settings are those of ``detect``.

    docs/tables.md in the folder of this package describes the columns. Whole numbers are ``Int64``, Simhashes
    ``UInt64``, and what is missing is NA, NaN or NaT. Verdicts, kinds and other words of a small set are categories.
    ``is_off_topic`` is True, False, or NA where there is no verdict. ``attrs`` has version, settings and their digest.
    An exception other than ``UsageError`` has what was judged in ``table``. Needs pandas and pyarrow
    (``detect-off-topic[pandas]``).

    A verdict comes of comparing the captures of a seed: give all files of a collection at once.
    """
    frames = _needed("pandas", "pandas", "pandas")
    arrow = _needed("pyarrow", "pyarrow", "pandas")
    try:
        table = to_arrow(*inputs, progress=progress, **settings)
    except DetectOffTopicError as error:
        if error.table is not None:
            error.table = _frame(frames, arrow, error.table)
        raise
    return _frame(frames, arrow, table)


def _frame(frames: Any, arrow: Any, table: "pyarrow.Table") -> "pandas.DataFrame":
    # Without these types a column of integers in which one is missing would become one of floating-point numbers.
    types = {
        arrow.int64(): frames.Int64Dtype(),
        arrow.uint64(): frames.UInt64Dtype(),
        arrow.string(): frames.StringDtype(),
        arrow.bool_(): frames.BooleanDtype(),
    }
    frame: "pandas.DataFrame" = table.to_pandas(types_mapper=types.get)
    statuses = frames.CategoricalDtype(STATUSES)
    for name in frame.columns:
        if name == "computed_topic_status":
            frame[name] = frame[name].astype(frames.CategoricalDtype([*STATUSES, "none"]))
        elif name == "overall_topic_status" or name.startswith("status_"):
            frame[name] = frame[name].astype(statuses)
        elif name in CATEGORIES:
            frame[name] = frame[name].astype("category")
    metadata = table.schema.metadata or {}
    frame.attrs["version"] = VERSION
    if b"digest" in metadata:
        frame.attrs["digest"] = metadata[b"digest"].decode()
    if b"settings" in metadata:
        frame.attrs["settings"] = json.loads(metadata[b"settings"])
    return frame


def _needed(module: str, package: str, extra: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as cause:
        raise ImportError(f"this needs {package}. Install detect-off-topic[{extra}].") from cause


# Help shows what an editor completes.
detect.__doc__ = (
    f"{detect.__doc__}\n    Inputs:\n\n{INPUTS_HELP}"
    f"\n    Settings (the default in parentheses):\n\n{in_python(SETTINGS_HELP)}"
)
