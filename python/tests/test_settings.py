from __future__ import annotations

import inspect
import json
import pathlib
import re

import detect_off_topic
import pytest
from conftest import COLLECTION, SMALL
from detect_off_topic import UsageError, detect, run, to_pandas
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
        ({"measures": {"bytecount": -0.00001, "wordcount": None}, "combination": 1}, {"bytecount", "wordcount"}),
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


def test_none_leaves_a_setting_out() -> None:
    assert len(list(detect(SMALL, profile=None, limit=None))) == 2


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"profil": "paper"}, 'there is no setting "profil". Did you mean "profile"?'),
        ({"timemap_measures": "cosine"}, 'there is no setting "timemap_measures". Did you mean "measures"?'),
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
    for function in (detect, to_pandas):
        text = inspect.getdoc(function) or ""
        for name in OPTIONS:
            assert f"\n    {name}: " in text or f"\n{name}: " in text, name
        assert "--seeds" not in text
        assert "simhash: True, or False to leave the Simhash" in text


def test_standard_output_is_no_further_output() -> None:
    for outputs in ("-", ["out.jsonl", "-"]):
        for function in (detect, to_pandas):
            with pytest.raises(UsageError, match='^setting "outputs" takes files'):
                function(SMALL, outputs=outputs)
