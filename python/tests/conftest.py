"""Inputs and helpers of the tests, which run in a virtual environment with the wheel and a PATH without node (run.sh)."""

from __future__ import annotations

import glob
import os
import pathlib
import select
from typing import Iterator, List

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLLECTION = f"warc={ROOT}/fixtures/collection"
SMALL = f"warc={ROOT}/fixtures/warcs/two-captures.warc"


def runs_with(marker: str) -> List[int]:
    """Returns the processes of Node with this text among their arguments."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            arguments = pathlib.Path(path).read_bytes().split(b"\0")
        except OSError:
            continue
        if os.path.basename(arguments[0]) == b"node" and any(marker.encode() in each for each in arguments):
            found.append(int(path.split("/")[2]))
    return found


def has_ended(process: int, seconds: float = 60) -> bool:
    """Waits for the end of a process that is no child of this one."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    with os.fdopen(descriptor) as end:
        poll = select.poll()
        poll.register(end, select.POLLIN)
        return bool(poll.poll(seconds * 1000))


@pytest.fixture
def endless(tmp_path: pathlib.Path) -> Iterator[pathlib.Path]:
    """A WARC file that never ends: a pipe. Opening it for writing waits for the command that reads it."""
    path = tmp_path / "endless.warc"
    os.mkfifo(path)
    yield path
