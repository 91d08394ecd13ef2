"""Runs as rows and as tables."""

from __future__ import annotations

import json
import os
import tempfile
from typing import TYPE_CHECKING, Any, Dict, Generator, List, Optional, Tuple

from ._arguments import Input, arguments_of
from ._command import Command
from ._errors import DetectOffTopicError
from ._progress import bar_for
from ._rows import Memento, memento_of

if TYPE_CHECKING:
    import pandas
    import pyarrow
    from typing_extensions import Unpack

    from ._settings import Settings


def detect(
    *inputs: Input, progress: Optional[bool] = None, **settings: "Unpack[Settings]"
) -> Generator[Memento, None, None]:
    """Yields a row for each memento of the inputs, grouped by TimeMap, oldest first.

    An input is text as after ``-i`` of the command, such as ``"warc=crawl.warc.gz"`` or ``"archiveit=1068"``, or a
    ``pathlib.Path`` of a WARC or WACZ file or of a folder with WARC files. Settings have the names of the library in
    snake_case: ``detect_off_topic list settings`` and docs/options.md describe them.

    A memento that cannot be read is a row with ``error``. The run ends when the generator is closed: by ``break``, by
    Ctrl-C, or when nothing refers to it any more.

    ``progress=True`` shows progress with tqdm, False does not. By default it is shown in terminals and notebooks if tqdm
    is installed.
    """
    arguments, config = arguments_of(inputs, settings, "jsonl", "-")
    return _rows(arguments, config, progress)


def _rows(arguments: List[str], config: Dict[str, Any], progress: Optional[bool]) -> Generator[Memento, None, None]:
    bar = bar_for(progress)
    with Command(arguments, config, bar) as command:
        try:
            for line in command.lines():
                entry = json.loads(line)
                # The first line describes the run.
                if "settings" not in entry:
                    yield memento_of(entry)
            command.finish()
        finally:
            if bar is not None:
                bar.close()


def to_arrow(*inputs: Input, progress: Optional[bool] = None, **settings: "Unpack[Settings]") -> "pyarrow.Table":
    """Returns the results as a table of Arrow with the columns of docs/tables.md.

    Whole numbers are 64-bit integers, Simhashes unsigned ones, and what is missing is null. Needs pyarrow
    (``detect-off-topic[arrow]``).
    """
    parquet = _needed("pyarrow.parquet", "pyarrow", "arrow")
    with tempfile.TemporaryDirectory(prefix="detect_off_topic-") as folder:
        file = os.path.join(folder, "results.parquet")
        arguments, config = arguments_of(inputs, settings, "parquet", file)
        bar = bar_for(progress)
        with Command(arguments, config, bar) as command:
            try:
                command.finish()
            finally:
                if bar is not None:
                    bar.close()
        with parquet.ParquetFile(file) as results:
            table: "pyarrow.Table" = results.read()
        return table


def to_pandas(*inputs: Input, progress: Optional[bool] = None, **settings: "Unpack[Settings]") -> "pandas.DataFrame":
    """Returns the results as a table of pandas with the columns of docs/tables.md.

    Whole numbers are ``Int64``, Simhashes ``UInt64``, and what is missing is NA, NaN or NaT. Needs pandas and pyarrow
    (``detect-off-topic[pandas]``).
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
    return frame


def _needed(module: str, package: str, extra: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as cause:
        raise ImportError(f"this needs {package}. Install detect-off-topic[{extra}].") from cause
