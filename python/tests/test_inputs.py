from __future__ import annotations

import glob
import json
import os
import pathlib
import shutil
import tempfile

import pytest
from conftest import ROOT
from detect_off_topic import UsageError, detect
from detect_off_topic._command import Command

TWO_CAPTURES = ROOT / "fixtures/warcs/two-captures.warc"


@pytest.mark.parametrize(
    "name",
    [
        *("@list.warc", "file:x.warc", "-", "a,b=c%2C.warc", "-i.warc", "a*.warc", "crawl[1].warc", "a?b.warc"),
        *(" a.warc ", "a\tb\n.warc", "~.warc", "$HOME.warc", "{a,b}.warc", "http:", "crawl.jsonl", "a\\b.warc"),
    ],
)
def test_a_path_is_a_file_whatever_its_name(name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(TWO_CAPTURES, tmp_path / name)
    assert len(list(detect(pathlib.Path(name)))) == 2


def test_inputs_may_be_lists_of_any_kind() -> None:
    files = [TWO_CAPTURES, sorted((ROOT / "fixtures/collection").glob("*.warc.gz"))[0]]
    wanted = len(list(detect(*files)))
    assert wanted > 2
    for given in (files, tuple(files), (each for each in files), [[files[0]], f"warc={files[1]}"], {*files}):
        assert len(list(detect(given))) == wanted
    for wrong in ([], [None], {"a": 1}, [b"warc=a"]):
        with pytest.raises(UsageError, match="input"):
            detect(wrong)  # type: ignore[arg-type]


def test_a_pair_is_a_path_of_any_kind_of_input(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "a, b=c"
    folder.mkdir()
    shutil.copy(TWO_CAPTURES, folder)
    wanted = [row.uri_m for row in detect(TWO_CAPTURES)]
    for path in (folder, str(folder)):
        assert [row.uri_m for row in detect(("warc", path))] == wanted
    with pytest.raises(UsageError, match='unknown input "txt"'):
        detect(("txt", folder))


def test_a_tilde_is_not_the_home_folder() -> None:
    with pytest.raises(UsageError, match='Write the path of your folder in full in the place of "~"'):
        detect("warc=~/crawls")


def test_a_name_that_is_not_utf_8_is_refused_in_one_line() -> None:
    with pytest.raises(UsageError, match="is not UTF-8. Rename the file."):
        list(detect(pathlib.Path(os.fsdecode(b"\xff.warc"))))


@pytest.mark.parametrize("text", ["warc=-", "warc=c,-", "warc=-,c", "warc= -", "warc=/dev/stdin", "timemap=a, - ,b"])
def test_standard_input_is_refused_wherever_it_is_named(text: str) -> None:
    with pytest.raises(UsageError, match="standard input, which Python does not pass on"):
        list(detect(text))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes that a process can inherit by number")
def test_options_that_nobody_may_see_are_in_no_file() -> None:
    before = set(glob.glob(f"{tempfile.gettempdir()}/detect_off_topic-*"))
    arguments = ["--quiet", "-i", f"warc={TWO_CAPTURES}", "-ot", "jsonl", "-o", "-"]
    with Command(arguments, {"--config": json.dumps({"header": ["Authorization: " + "5ecret" * 20_000]})}) as command:
        assert set(glob.glob(f"{tempfile.gettempdir()}/detect_off_topic-*")) <= before
        assert len(list(command.lines())) == 3
        command.finish()
