from __future__ import annotations

import pathlib
import subprocess
import sys

import detect_off_topic
import pytest
from conftest import COLLECTION, SMALL
from detect_off_topic import ConditionMet, StrictFailure, UsageError, detect, to_arrow, to_pandas
from detect_off_topic._arguments import arguments_of

pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")


def test_a_table_of_pandas_has_the_values_of_the_rows() -> None:
    table = to_pandas(COLLECTION)
    rows = list(detect(COLLECTION))
    assert len(table) == len(rows)
    assert table.simhash.dtype == pandas.UInt64Dtype() and table.simhash.max() > 2**63
    for name in ("http_status", "content_length", "source_offset", "effective_status"):
        assert table[name].dtype == pandas.Int64Dtype()
    assert str(table.memento_datetime.dt.tz) == "UTC"
    assert table.score_cosine.dtype == "float64"
    columns = [name for name in table.columns if hasattr(rows[0], name) and name not in ("notes", "is_off_topic")]
    assert len(columns) > 15
    for name in columns:
        for value, row in zip(table[name], rows):
            assert getattr(row, name) == (None if pandas.isna(value) else value), name
    for value, row in zip(table.is_off_topic, rows):
        assert (None if pandas.isna(value) else value) == row.is_off_topic
    assert table.is_off_topic.dtype == "boolean" and table.is_off_topic.sum() > 20
    for name in ("overall_topic_status", "page_kind", "pattern", "status_cosine"):
        assert table[name].dtype == "category", name
    for score, row in zip(table.score_cosine, rows):
        measure = row.measures.get("cosine")
        assert (None if pandas.isna(score) else score) == (measure and measure.score)


def test_a_measure_has_a_status_only_where_it_has_a_vote() -> None:
    for settings, has_vote in (({}, False), ({"measures": "cosine"}, True)):
        statuses = to_pandas(COLLECTION, **settings).status_cosine
        assert statuses.notna().any() == has_vote
        assert any(row.measures["cosine"].topic_status for row in detect(COLLECTION, **settings) if row.measures) == has_vote


def test_a_run_that_fails_at_its_end_has_its_table() -> None:
    with pytest.raises(ConditionMet) as met:
        to_pandas(SMALL, fail_on="off-topic")
    assert list(met.value.table.is_off_topic) == [False, True]
    with pytest.raises(StrictFailure) as failed:
        to_arrow(COLLECTION, strict=True, measures="bytecount")
    assert failed.value.table.num_rows == sum(1 for _ in detect(COLLECTION, measures="bytecount"))
    with pytest.raises(UsageError) as mistake:
        to_pandas(SMALL, limit=0)
    assert mistake.value.table is None


def test_a_table_says_what_it_was_made_with() -> None:
    attributes = to_pandas(SMALL, profile="paper").attrs
    assert attributes["version"] == detect_off_topic.__version__ and len(attributes["digest"]) > 7
    assert attributes["settings"]["profile"] == "paper"


def test_a_boolean_column_and_fixed_categories_are_in_every_table() -> None:
    assert to_arrow(SMALL).column("is_off_topic").to_pylist() == [False, True]
    table = to_pandas(SMALL)
    assert list(table.overall_topic_status.cat.categories) == ["on-topic", "off-topic", "unsure"]
    assert set(table.grouping_key) == {row.grouping_key for row in detect(SMALL)} and table.grouping_key.notna().all()


def test_a_table_of_pandas_gives_seeds_by_its_column(tmp_path: pathlib.Path) -> None:
    rows = to_pandas(COLLECTION)
    wanted = set(rows.uri_r.dropna().unique()[:2])
    some = rows[rows.uri_r.isin(wanted)]
    assert set(to_pandas(COLLECTION, seeds=some).uri_r) == wanted
    assert set(to_pandas(COLLECTION, seeds=some.uri_r.unique()).uri_r) == wanted
    some[["uri_r", "pattern"]].to_csv(tmp_path / "seeds.csv", index=False)
    assert set(to_pandas(COLLECTION, seeds=tmp_path / "seeds.csv").uri_r) == wanted
    missing = "http://nothing.example/"
    assert set(to_pandas(COLLECTION, seeds=[*wanted, missing]).uri_r) == {*wanted, missing}
    with pytest.raises(UsageError, match='table without a column "uri_r"'):
        to_pandas(COLLECTION, seeds=some[["pattern"]])
    with pytest.raises(UsageError, match="not a table"):
        to_pandas(some)


def test_values_of_numpy_and_pandas_are_values() -> None:
    import numpy

    settings = {"from_": pandas.Timestamp("2010-01-01T01:00", tz="+02:00"), "limit": numpy.int64(5)}
    words = arguments_of([SMALL], {**settings, "explain": numpy.bool_(True)}, "jsonl", "-").words
    assert {"--from=20091231230000", "--limit=5", "--explain"} <= {*words}


def test_explain_adds_columns_with_reasons() -> None:
    table = to_pandas(COLLECTION, explain=True)
    assert table.terms_lost.notna().any() and table.word_change.str.contains(" -> ").any()
    assert not {"evidence", "doubt", "terms_gained"} - {*table.columns}
    assert not (table.evidence == "").any()
    assert "evidence" not in to_pandas(SMALL).columns


def test_a_table_of_arrow_keeps_types() -> None:
    table = to_arrow(SMALL, profile="paper")
    types = {each.name: each.type for each in table.schema}
    assert types["simhash"] == pyarrow.uint64() and types["http_status"] == pyarrow.int64()
    assert types["memento_datetime"] == pyarrow.timestamp("ms", tz="UTC")
    assert table.column("overall_topic_status").to_pylist() == ["on-topic", "off-topic"]


def test_progress_is_shown_with_tqdm_if_it_is_wanted() -> None:
    pytest.importorskip("tqdm")
    code = f"import detect_off_topic as d; list(d.detect({COLLECTION!r}, progress=%s))"
    for wanted in (True, None):
        program = [sys.executable, "-c", code % wanted]
        messages = subprocess.run(program, stderr=subprocess.PIPE, check=True).stderr
        assert (b"reading: " in messages and b"mementos=" in messages) == (wanted is True)
