from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import pathlib
import shutil
import signal
import subprocess
import sys
from typing import AsyncIterator, Iterator, List

import pytest
from conftest import ROOT, SMALL, has_ended, runs_with
from detect_off_topic import Memento, detect, detect_async

# A program that reads a file which never ends.
READS = "import sys, detect_off_topic as d\nfor row in d.detect('warc=' + sys.argv[1]): pass\n"


@pytest.fixture
def rows(tmp_path: pathlib.Path) -> Iterator[Memento]:
    """Rows of a run that cannot end, as a pipe holds fewer rows than it has."""
    folder = tmp_path / "collection"
    shutil.copytree(ROOT / "fixtures/collection", folder)
    rows = detect(folder, explain=True)
    next(rows)
    assert runs_with(str(folder))
    return rows


def test_breaking_out_of_the_loop_ends_the_run(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "collection"
    shutil.copytree(ROOT / "fixtures/collection", folder)
    for _ in detect(folder, explain=True):
        assert runs_with(str(folder))
        break
    gc.collect()
    assert not runs_with(str(folder))


def test_closing_the_rows_ends_the_run(rows: Iterator[Memento], tmp_path: pathlib.Path) -> None:
    rows.close()  # type: ignore[attr-defined]
    assert not runs_with(str(tmp_path))
    assert list(rows) == []


def test_rows_that_nobody_asks_for_end_their_run_when_they_are_dropped(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "collection"
    shutil.copytree(ROOT / "fixtures/collection", folder)
    rows = detect(folder, explain=True)
    assert runs_with(str(folder))
    del rows
    gc.collect()
    assert not runs_with(str(folder))


def test_a_run_whose_rows_nobody_reads_ends_when_python_is_killed(endless: pathlib.Path) -> None:
    code = "import sys, time, detect_off_topic as d\nrows = d.detect('warc=' + sys.argv[1])\nprint('begun', flush=True)\ntime.sleep(999)"
    program = subprocess.Popen([sys.executable, "-c", code, str(endless)], stdout=subprocess.PIPE)
    with open(endless, "wb", buffering=0):
        assert program.stdout is not None and program.stdout.readline() == b"begun\n"
        (run,) = runs_with(str(endless))
        program.kill()
        program.wait()
        assert has_ended(run)


def test_a_process_that_was_forked_does_not_end_the_run(rows: Iterator[Memento], tmp_path: pathlib.Path) -> None:
    forked = multiprocessing.get_context("fork").Process(target=rows.close)  # type: ignore[attr-defined]
    forked.start()
    forked.join()
    assert runs_with(str(tmp_path))
    assert len(list(rows)) > 100


def test_an_interrupt_ends_python_and_the_run(endless: pathlib.Path) -> None:
    program = subprocess.Popen([sys.executable, "-c", READS, str(endless)], stderr=subprocess.PIPE)
    with open(endless, "wb", buffering=0):
        program.send_signal(signal.SIGINT)
        _, messages = program.communicate()
    assert messages.splitlines()[-1] == b"KeyboardInterrupt"
    assert not runs_with(str(endless))


def test_the_run_ends_when_python_is_killed(endless: pathlib.Path) -> None:
    program = subprocess.Popen([sys.executable, "-c", READS, str(endless)])
    with open(endless, "wb", buffering=0):
        (run,) = runs_with(str(endless))
        program.kill()
        program.wait()
        assert has_ended(run)


def test_a_run_that_is_killed_is_told(tmp_path: pathlib.Path, endless: pathlib.Path) -> None:
    program = subprocess.Popen([sys.executable, "-c", READS, str(endless)], stderr=subprocess.PIPE)
    with open(endless, "wb", buffering=0):
        (run,) = runs_with(str(endless))
        os.kill(run, signal.SIGKILL)
        _, messages = program.communicate()
    assert messages.splitlines()[-1] == b"detect_off_topic.Stopped: the command was ended by SIGKILL"


def test_a_program_may_end_amid_the_rows(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "collection"
    shutil.copytree(ROOT / "fixtures/collection", folder)
    code = f"import detect_off_topic as d\nrows = d.detect('warc={folder}', explain=True)\nnext(rows)"
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, check=True)
    assert done.stderr == b""
    assert all(has_ended(run) for run in runs_with(str(folder)))


def test_rows_come_while_other_tasks_go_on() -> None:
    async def both() -> None:
        one, other = await asyncio.gather(*(_all(detect_async(SMALL)) for _ in range(2)))
        assert one == other == list(detect(SMALL))

    asyncio.run(both())


async def _all(rows: AsyncIterator[Memento]) -> List[Memento]:
    return [row async for row in rows]


def test_cancelling_a_task_ends_its_run(endless: pathlib.Path) -> None:
    async def cancelled() -> None:
        task = asyncio.create_task(_all(detect_async(endless)))
        with await asyncio.to_thread(open, endless, "wb", buffering=0):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert not runs_with(str(endless))

    asyncio.run(cancelled())


def test_a_kill_leaves_no_file_with_the_secret_of_a_header(endless: pathlib.Path, tmp_path: pathlib.Path) -> None:
    places = tmp_path / "temporary"
    places.mkdir()
    reads = READS.replace("sys.argv[1])", "sys.argv[1], headers='X: 5ecret')")
    program = subprocess.Popen([sys.executable, "-c", reads, str(endless)], env={**os.environ, "TMPDIR": str(places)})
    with open(endless, "wb", buffering=0):
        (run,) = runs_with(str(endless))
        program.kill()
        program.wait()
        os.kill(run, signal.SIGKILL)
        assert has_ended(run)
    assert not any(b"5ecret" in file.read_bytes() for file in places.rglob("*") if file.is_file())
