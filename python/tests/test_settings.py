from __future__ import annotations

import datetime
import inspect
import json
import pathlib
import re

import detect_off_topic
import pytest
from conftest import COLLECTION, SMALL
from detect_off_topic import UsageError, detect, detect_async, run, to_arrow, to_pandas
from detect_off_topic._arguments import arguments_of
from detect_off_topic._settings import OPTIONS


def test_the_command_knows_every_setting() -> None:
    flags, settings = run("--help", "all"), run("list", "settings")
    for name, option in OPTIONS.items():
        known = f"  {option.name}=" in settings if option.is_setting else f"{option.name} " in flags.replace("\n", " ")
        assert known, name


@pytest.mark.parametrize(
    "settings, names",
    [
        ({"measures": "bytecount,wordcount"}, {"bytecount", "wordcount"}),
        ({"measures": ["bytecount", "wordcount"]}, {"bytecount", "wordcount"}),
        ({"measures": {"bytecount": -0.00001, "wordcount": None}, "combine": 1}, {"bytecount", "wordcount"}),
        ({"profile": "paper", "signs": True}, {"cosine", "wordcount", "signs"}),
    ],
)
def test_measures_are_text_a_list_or_thresholds_by_name(settings: dict, names: set) -> None:
    for row in detect(SMALL, **settings):
        assert set(row.measures) == names


def test_switches_are_true_or_false() -> None:
    (first, _) = detect(SMALL, simhash=False, detect_language=False, content_length=True, stop_words=False)
    assert (first.simhash, first.language) == (None, None) and first.content_length is not None


def test_a_range_is_a_tuple() -> None:
    statuses = {row.overall_topic_status for row in detect(SMALL, abstain=(0.000001, 0.999))}
    assert "unsure" in statuses


def test_a_run_writes_further_outputs(tmp_path: pathlib.Path) -> None:
    outputs = [tmp_path / "report.html", tmp_path / "out.jsonl"]
    assert len(list(detect(SMALL, outputs=outputs, summary=tmp_path / "summary.json"))) == 2
    assert outputs[0].read_text().startswith("<!doctype html>")
    assert len(outputs[1].read_text().splitlines()) == 3
    assert json.loads((tmp_path / "summary.json").read_text())["mementos"] == 2


def test_outputs_are_files_or_files_with_forms(tmp_path: pathlib.Path) -> None:
    captures, seeds, plain = tmp_path / "c.csv", tmp_path / "s.csv", tmp_path / "p.jsonl"
    list(detect(SMALL, outputs={captures: "captures", str(seeds): "seeds", plain: None}))
    assert captures.read_text().startswith("overall_topic_status,") and captures.read_text().count("\n") == 3
    assert seeds.read_text().count("\n") == 2 and plain.read_text().count("\n") == 3
    for wrong, message in (({"-": "captures"}, "takes files"), ({str(captures): "capture"}, 'Did you mean "captures"?')):
        with pytest.raises(UsageError, match=message):
            detect(SMALL, outputs=wrong)


def test_a_label_with_a_date_is_on_one_capture(tmp_path: pathlib.Path) -> None:
    first, second = detect(SMALL)
    assert first.memento_datetime is not None
    for date in (first.memento_datetime.strftime("%Y%m%d%H%M%S"), str(first.memento_datetime)):
        (tmp_path / "one.tsv").write_text(f"date\tURI\tlabel\n{date}\t{first.uri_r}\toff-topic\n")
        rows = list(detect(SMALL, overrides=tmp_path / "one.tsv"))
        assert [row.computed_topic_status for row in rows] == ["on-topic", None]


def test_a_date_is_text_or_a_date() -> None:
    east = datetime.timezone(datetime.timedelta(hours=2))
    for value, word in (
        (datetime.date(2010, 1, 1), "20100101"),
        (datetime.datetime(2010, 1, 1, 1, tzinfo=east), "20091231230000"),
        ("2010", "2010"),
    ):
        assert f"--from={word}" in arguments_of([SMALL], {"from_": value}, "jsonl", "-").words


def test_the_headers_of_a_request_may_be_a_dict() -> None:
    arguments = arguments_of([SMALL], {"headers": {"Authorization": "Bearer a=b"}}, "jsonl", "-")
    assert json.loads(arguments.texts["--config"]) == {"header": ["Authorization: Bearer a=b"]}


def test_none_leaves_a_setting_out() -> None:
    assert len(list(detect(SMALL, profile=None, limit=None))) == 2


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"profil": "paper"}, 'there is no setting "profil". Did you mean "profile"?'),
        ({"timemap_measures": "cosine"}, 'there is no setting "timemap_measures". Did you mean "measures"?'),
        ({"no_stem": True}, 'there is no setting "no_stem". Give --set stem=none.'),
        ({"tm": "cosine"}, 'there is no setting "tm". Did you mean "measures"?'),
        ({"ot": "csv"}, 'there is no setting "ot". Name the form of a file in outputs={'),
        ({"input": "a"}, 'there is no setting "input". Give inputs without a name'),
        ({"measures": {}}, 'setting "measures" is empty. Leave it out'),
        ({"measures": {"cosine": float("nan")}}, 'setting "measures" cannot be nan. Give a number'),
        ({"progress": "yes"}, "progress takes True or False, not str 'yes'."),
        ({"explain": "yes"}, "setting \"explain\" takes True or False, not str 'yes'."),
        ({"profile": object}, 'setting "profile" cannot be type'),
        ({"measures": "cosin"}, 'unknown measure "cosin". Did you mean "cosine"?'),
        ({"profile": "papr"}, 'unknown value of profile "papr". Did you mean "paper"?'),
        ({"from_": "never"}, "from_ never: give a date as 2010, 2010-05-13 or 20100513100000"),
        ({"limit": 0}, 'limit takes a whole number from 1 up, not "0"'),
        ({"outputs": "out.foo"}, "outputs out.foo ends in .foo, which names no output type"),
        ({"outputs": "a\0b"}, "'a\\x00b' has a NUL character."),
        ({"seeds": "nowhere.txt"}, "seeds nowhere.txt cannot be read"),
    ],
)
def test_a_mistake_in_a_setting_is_told_before_the_run(settings: dict, message: str) -> None:
    with pytest.raises(UsageError) as told:
        detect(COLLECTION, **settings)
    assert str(told.value).startswith(message)


def test_no_message_about_a_wrong_value_names_a_flag(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A few settings take any text for the name of a file or folder.
    monkeypatch.chdir(tmp_path)
    for name in OPTIONS:
        try:
            detect(SMALL, **{name: -1}).close()
        except UsageError as told:
            assert not re.search(r"(?<![\w/-])--?[a-z]", str(told)), f"{name}: {told}"


@pytest.mark.parametrize("value, message", [
    ("warc=nowhere", "nowhere does not exist."),
    ("a.warc", '"a.warc" does not say what kind of input it is. Write warc=a.warc'),
    ("wrc=a", 'unknown input "wrc". Did you mean "warc"?'),
])
def test_a_mistake_in_an_input_is_told_before_the_run(value: str, message: str) -> None:
    with pytest.raises(UsageError) as told:
        detect(value)
    assert str(told.value).startswith(message)
    with pytest.raises(UsageError, match="there is no input"):
        detect()


def test_help_names_no_option_of_the_command() -> None:
    settings = (detect.__doc__ or "").partition("Settings (")[2]
    assert "outputs: " in settings and not re.search(r"(?<![\w/-])--?[a-z]", settings)


def test_the_version_is_that_of_the_command() -> None:
    assert f"{detect_off_topic.__version__}\n" == run("--version")


@pytest.mark.parametrize(
    "settings", [{"profile": ""}, {"first": " "}, {"outputs": [""]}, {"measures": ["cosine", ""]}]
)
def test_an_empty_text_is_a_mistake(settings: dict) -> None:
    with pytest.raises(UsageError):
        list(detect(SMALL, **settings))


def test_standard_input_and_numbers_are_no_inputs() -> None:
    for value in ("warc=-", 5):
        with pytest.raises(UsageError):
            detect(value)  # type: ignore[arg-type]


def test_no_configuration_file_of_the_working_folder_is_read(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "detect_off_topic.config.json").write_text('{"timemap-measures": "bytecount"}')
    assert "bytecount" not in next(detect(SMALL)).measures
    assert "bytecount" in next(detect(SMALL, config="detect_off_topic.config.json")).measures


def test_seeds_are_a_file_or_a_list_of_uris(tmp_path: pathlib.Path) -> None:
    wanted = sorted({row.uri_r for row in detect(COLLECTION) if row.uri_r})[:2]
    assert {row.uri_r for row in detect(COLLECTION, seeds=wanted)} == set(wanted)
    listed = tmp_path / "seeds.txt"
    listed.write_text("\n".join(wanted))
    assert {row.uri_r for row in detect(COLLECTION, seeds=listed)} == set(wanted)
    assert {row.uri_r for row in detect(COLLECTION, seeds=(uri for uri in wanted))} == set(wanted)
    for wrong in ("http://a.example/", [], [""], ["http://a.example/\nhttp://b.example/"], [listed]):
        with pytest.raises(UsageError, match='^setting "seeds" '):
            detect(COLLECTION, seeds=wrong)
    with pytest.raises(UsageError, match="not a URI"):
        list(detect(COLLECTION, seeds=["no uri"]))


def test_help_describes_every_setting_in_the_words_of_python() -> None:
    text = inspect.getdoc(detect) or ""
    for name in (*OPTIONS, "warc=FILE[,FILE...]"):
        assert f"\n    {name}: " in text or f"\n{name}: " in text, name
    assert "--seeds" not in text
    assert "simhash: True, or False to leave the Simhash" in text
    assert '"captures.csv": "captures"' in text
    # Once is enough for a reader of help(detect_off_topic).
    for function in (detect_async, to_arrow, to_pandas):
        assert "those of ``detect``" in (function.__doc__ or "") and len((function.__doc__ or "").splitlines()) < 20


def test_the_documents_that_help_names_are_installed() -> None:
    folder = pathlib.Path(detect_off_topic.__file__).parent / "docs"
    assert "python.md" in (detect_off_topic.__doc__ or "") and "tables.md" in (to_pandas.__doc__ or "")
    for name, words in (("python.md", "## Settings"), ("tables.md", "`uri_r`")):
        assert words in (folder / name).read_text(encoding="utf-8")


def test_an_unknown_setting_of_a_configuration_file_is_told_in_words_of_python(tmp_path: pathlib.Path) -> None:
    (tmp_path / "c.json").write_text('{"profil": "paper"}')
    with pytest.raises(UsageError, match='there is no setting "profil"'):
        detect(SMALL, config=tmp_path / "c.json")


def test_standard_output_is_no_further_output() -> None:
    for outputs in ("-", ["out.jsonl", "-"]):
        for function in (detect, to_pandas):
            with pytest.raises(UsageError, match='^setting "outputs" takes files'):
                function(SMALL, outputs=outputs)
