from __future__ import annotations

import http.server
import logging
import pathlib
import threading

import detect_off_topic
import pytest
from conftest import COLLECTION, ROOT, SMALL, runs_with
from detect_off_topic import detect, run


def test_a_mistake_of_the_command_line_is_a_usage_error_and_a_value_error() -> None:
    with pytest.raises(detect_off_topic.UsageError, match='^limit takes a whole number from 1 up, not "0"') as told:
        list(detect(SMALL, limit=0))
    assert told.value.status == 2 and isinstance(told.value, ValueError)


@pytest.mark.parametrize(
    "settings, kind, message",
    [
        ({"fail_on": "off-topic"}, detect_off_topic.ConditionMet, "^fail_on is met: off-topic"),
        ({"outputs": "/dev/full"}, detect_off_topic.Incomplete, "^the disk is full"),
    ],
)
def test_each_exit_status_has_an_exception(settings: dict, kind: type, message: str) -> None:
    with pytest.raises(kind, match=message):
        list(detect(SMALL, **settings))


def test_a_strict_run_yields_all_rows_and_then_fails() -> None:
    rows = []
    with pytest.raises(detect_off_topic.StrictFailure, match="^strict: "):
        for row in detect(COLLECTION, strict=True, measures="bytecount"):
            rows.append(row)
    assert len(rows) == sum(1 for _ in detect(COLLECTION, measures="bytecount"))


def test_a_plug_in_that_fails_is_told(tmp_path: pathlib.Path) -> None:
    (tmp_path / "bad.mjs").write_text(
        'export default { keyword: "bad", feature: "byte-count", score() { throw new Error("no"); } };'
    )
    with pytest.raises(detect_off_topic.PluginFailed, match="^failed: .*bad"):
        list(detect(SMALL, plugins=tmp_path / "bad.mjs", measures="bad=0.5,bytecount"))


def test_warnings_go_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "detect_off_topic"):
        list(detect(f"warc={ROOT}/fixtures/documents/captures.warc"))
    assert [each for each in caplog.messages if each.startswith("nothing was compared: ")]


def test_any_command_runs_and_returns_its_output(tmp_path: pathlib.Path) -> None:
    results = tmp_path / "out.jsonl"
    list(detect(SMALL, outputs=results))
    assert run("convert", str(results), "-ot", "captures").count("\n") == 3
    assert run("compare", str(results), str(results)) != ""
    with pytest.raises(detect_off_topic.UsageError, match="Write run"):
        run(["filter"])  # type: ignore[arg-type]
    with pytest.raises(detect_off_topic.UsageError, match='Did you mean "detect_off_topic filter"'):
        run("filtre")


def test_headers_reach_the_archive_and_are_not_in_the_list_of_processes() -> None:
    seen = []

    class Archive(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append((self.headers["Authorization"], bool(runs_with("Bearer 5ecret"))))
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Archive) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"timemap=http://127.0.0.1:{server.server_port}/timemap"
        with pytest.raises(detect_off_topic.NothingJudged):
            list(detect(address, headers="Authorization: Bearer 5ecret", rate="50/s"))
        server.shutdown()
    assert seen and set(seen) == {("Bearer 5ecret", False)}
