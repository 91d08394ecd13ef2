from __future__ import annotations

import json
import pathlib
import shutil
from datetime import datetime, timezone

import detect_off_topic
import pytest
from conftest import COLLECTION, ROOT, SMALL
from detect_off_topic import detect
from detect_off_topic._rows import memento_of


def test_verdicts_and_simhashes_are_those_of_the_command() -> None:
    saved = json.loads((ROOT / "fixtures/expected/collection-default.json").read_text())
    expected = {
        uri_m: (
            memento.get("overall topic status"),
            memento.get("raw memento simhash value"),
            memento.get("access error"),
            memento.get("page kind"),
        )
        for mementos in saved.values()
        for uri_m, memento in mementos.items()
    }
    rows = {row.uri_m: (row.overall_topic_status, row.simhash, row.error, row.page_kind) for row in detect(COLLECTION)}
    assert rows == expected
    assert any(simhash is not None and simhash > 2**63 for _, simhash, _, _ in rows.values())


def test_a_row_says_by_which_captures_one_is_judged_that_was_not_read() -> None:
    row = memento_of({"URI-T": "t", "URI-M": "m", "overall topic status": "on-topic", "inferred from": ["a", "b"]})
    assert row.inferred_from == ("a", "b") and row.measures == {}


def test_a_row_has_typed_values() -> None:
    first, second = detect(SMALL)
    assert first.memento_datetime == datetime(2009, 4, 14, 10, 15, 7, tzinfo=timezone.utc)
    assert first.http_status == 200 and isinstance(first.content_length, int)
    assert first.source_file == SMALL[len("warc=") :] and first.source_offset == 0
    assert second.is_off_topic and second.compared_with == first.uri_m
    assert isinstance(first.measures["wordcount"].score, float)
    assert second.measures["combined"].topic_status == "off-topic"
    assert first.raw["memento-datetime"] == "2009/04/14 10:15:07 GMT"


def test_a_seed_without_a_capture_has_its_uri_r() -> None:
    seeds = ["http://www.harbour-lantern-museum.example/", "http://nothing.example/"]
    assert {row.uri_r for row in detect(SMALL, seeds=seeds)} == {*seeds}


def test_rows_can_be_in_a_set() -> None:
    assert len({*detect(SMALL), *detect(SMALL)}) == 2


def test_a_timemap_that_cannot_be_read_is_a_row_with_an_error(tmp_path: pathlib.Path) -> None:
    (tmp_path / "timemap.link").write_text("no TimeMap")
    rows = []
    with pytest.raises(detect_off_topic.NothingJudged, match="nothing was judged"):
        for row in detect(f"timemap={tmp_path}/timemap.link"):
            rows.append(row)
    assert [(row.uri_m, bool(row.error)) for row in rows] == [(None, True)]


def test_a_path_may_have_any_name(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a,b=c%2C-é.warc"
    shutil.copy(SMALL[len("warc=") :], path)
    assert [row.source_file for row in detect(path)] == [str(path)] * 2


def test_several_inputs_are_one_collection() -> None:
    files = [pathlib.Path(each) for each in sorted(ROOT.glob("fixtures/collection/*.warc.gz"))]
    assert sum(1 for _ in detect(*files)) == sum(1 for _ in detect(COLLECTION))
