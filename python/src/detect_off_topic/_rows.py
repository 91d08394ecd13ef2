"""Rows of results: mementos, and TimeMaps that failed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, Dict, FrozenSet, List, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Measure:
    """Result of a measure for a memento: a score, or the reason why there is none."""

    score: Optional[float] = None
    topic_status: Optional[str] = None
    """``on-topic`` or ``off-topic`` if the measure has a vote."""
    bound: Optional[str] = None
    """``at most`` or ``at least`` if the score is a bound."""
    compared_with: Optional[str] = None
    error: Optional[str] = None
    skipped: Optional[str] = None


@dataclass(frozen=True)
class Sign:
    """A sign of what a page is, such as ``parked``."""

    kind: str
    strength: float
    marks: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Memento:
    """A memento with its verdict; or, if ``uri_m`` is None, a TimeMap that could not be read.

    The names are those of the columns of ``to_pandas``. What is missing is None.
    """

    uri_t: str
    uri_m: Optional[str] = None
    uri_r: Optional[str] = None
    memento_datetime: Optional[datetime] = None
    overall_topic_status: Optional[str] = None
    """``on-topic``, ``off-topic``, ``unsure`` (of runs that abstain); None if there is no verdict."""
    computed_topic_status: Optional[str] = None
    """The computed verdict, or ``none``, if ``overall_topic_status`` is a curator's."""
    page_kind: Optional[str] = None
    effective_status: Optional[int] = None
    fault: Optional[str] = None
    pattern: Optional[str] = None
    """How the verdicts of the TimeMap go: ``step``, ``single``, ..."""
    error: Optional[str] = None
    """Why the memento, or the TimeMap, could not be fetched or read."""
    http_status: Optional[int] = None
    content_type: Optional[str] = None
    content_length: Optional[int] = None
    language: Optional[str] = None
    simhash: Optional[int] = None
    """64 bits, without a sign."""
    source_file: Optional[str] = None
    source_offset: Optional[int] = None
    warc_record_id: Optional[str] = None
    compared_with: Optional[str] = None
    stands_for: Optional[str] = None
    """``redirect``, ``revisit`` or ``substitute``: the kind of capture whose content was judged instead."""
    stands_for_uri_r: Optional[str] = None
    stands_for_datetime: Optional[datetime] = None
    inferred_from: Tuple[str, ...] = ()
    """URI-Ms by which a memento is judged that was not read (``fetch="changes"``)."""
    notes: Tuple[str, ...] = ()
    measures: Mapping[str, Measure] = field(default_factory=dict, hash=False)
    """Results of the measures by name; ``combined`` is the learned combination. One without a vote has no
    ``topic_status``, though ``raw`` has the form of OTMT, in which it has one."""
    signs: Tuple[Sign, ...] = ()
    grouping_key: Optional[str] = None
    """What the captures of a seed have in common: its URI-R in SURT form."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """The line of JSON, with all that it has (docs/tables.md)."""

    @property
    def is_off_topic(self) -> Optional[bool]:
        """None where there is no verdict."""
        return None if self.overall_topic_status is None else self.overall_topic_status == "off-topic"


def silent_measures(settings: Mapping[str, Any]) -> FrozenSet[str]:
    """Returns the measures of a run that only have scores, because a learned combination decides."""
    if settings.get("combine") != "learned":
        return frozenset()
    return frozenset(each["name"] for each in settings.get("measures", ()))


def memento_of(entry: Dict[str, Any], silent: FrozenSet[str] = frozenset()) -> Memento:
    """Returns a line of JSON Lines as a row."""
    source = entry.get("source") or {}
    stands_for = next((kind for kind in ("redirect", "revisit", "substitute") if kind in entry), None)
    stand_in = entry[stands_for] if stands_for is not None else {}
    simhash = entry.get("raw memento simhash value")
    return Memento(
        uri_t=entry["URI-T"],
        uri_m=entry.get("URI-M"),
        uri_r=entry.get("URI-R") or _seed_of(entry),
        memento_datetime=_datetime(entry.get("memento-datetime")),
        overall_topic_status=entry.get("overall topic status"),
        computed_topic_status=entry.get("override", {}).get("computed topic status"),
        page_kind=entry.get("page kind"),
        effective_status=entry.get("effective status"),
        fault=entry.get("fault"),
        pattern=entry.get("pattern"),
        error=entry.get("access error"),
        http_status=entry.get("HTTP status"),
        content_type=entry.get("content type"),
        content_length=entry.get("content length"),
        language=entry.get("language"),
        simhash=None if simhash is None else int(simhash),
        source_file=source.get("file"),
        source_offset=source.get("offset"),
        warc_record_id=entry.get("WARC-Record-ID"),
        compared_with=entry.get("compared with"),
        stands_for=stands_for,
        stands_for_uri_r=stand_in.get("URI-R"),
        stands_for_datetime=_datetime(stand_in.get("memento-datetime")),
        inferred_from=tuple(entry.get("inferred from") or ()),
        notes=tuple(entry.get("notes") or ()),
        # If a name is in both families, it is the measure of the TimeMap, as in the columns of tables.
        measures={
            **_measures(entry.get("collection measures"), frozenset()),
            **_measures(entry.get("timemap measures"), silent),
        },
        signs=tuple(_signs(entry.get("signs") or [])),
        grouping_key=entry.get("grouping key"),
        raw=entry,
    )


def _seed_of(entry: Mapping[str, Any]) -> Optional[str]:
    """Returns the URI-R of a TimeMap of files that failed, such as of a seed without a capture."""
    start, prefix, uri_r = entry["URI-T"].partition("from-warc::timemap::")
    return uri_r if prefix and not start and "URI-M" not in entry else None


def _measures(entries: Optional[Dict[str, Dict[str, Any]]], silent: FrozenSet[str]) -> Dict[str, Measure]:
    return {
        name: Measure(
            score=_float(entry.get("comparison score")),
            topic_status=None if name in silent else entry.get("topic status"),
            bound=entry.get("comparison score is"),
            compared_with=entry.get("compared with"),
            error=entry.get("measurement error"),
            skipped=entry.get("skipped"),
        )
        for name, entry in (entries or {}).items()
    }


def _float(value: Optional[float]) -> Optional[float]:
    """Returns a number of JSON, which writes 1.0 as 1."""
    return None if value is None else float(value)


def _signs(entries: List[Dict[str, Any]]) -> List[Sign]:
    return [Sign(each["kind"], each["strength"], tuple(each.get("marks", ()))) for each in entries]


def _datetime(text: Optional[str]) -> Optional[datetime]:
    """Returns the time of ``2011/03/19 21:28:44 GMT`` or of ISO 8601; None for a date that Python does not have."""
    for form in ("%Y/%m/%d %H:%M:%S GMT", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%S.%fZ"):
        try:
            return datetime.strptime(text or "", form).replace(tzinfo=timezone.utc)
        except ValueError:
            continue
    return None
