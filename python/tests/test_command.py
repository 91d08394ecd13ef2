from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

from conftest import SMALL

COMMAND = pathlib.Path(sys.executable).parent / "detect_off_topic"


def test_the_command_needs_no_node_on_the_path() -> None:
    assert shutil.which("node") is None
    for words in ([COMMAND], [sys.executable, "-m", "detect_off_topic"]):
        done = subprocess.run([*words, "-i", SMALL, "-ot", "csv"], stdout=subprocess.PIPE, check=True)
        assert done.stdout.startswith(b"URI-T,URI-M,")


def test_the_command_passes_its_exit_status_and_standard_input_on() -> None:
    done = subprocess.run([COMMAND, "-i", "warc=nowhere"], stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2 and done.stderr.startswith(b"detect_off_topic: nowhere does not exist")
    with open(SMALL[len("warc=") :], "rb") as file:
        done = subprocess.run(
            [COMMAND, "-q", "-i", "warc=-", "-ot", "golddatafile"], stdin=file, stdout=subprocess.PIPE
        )
    assert done.returncode == 0 and done.stdout.count(b"\n") == 3


def test_importing_starts_nothing_and_needs_no_other_package() -> None:
    code = "import sys, detect_off_topic; print([m for m in ('pandas', 'pyarrow', 'tqdm') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True, env=dict(os.environ))
    assert done.stdout == b"[]\n"
