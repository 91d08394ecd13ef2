"""Turns inputs and settings of Python into arguments of the command."""

from __future__ import annotations

import difflib
import json
import math
import os
import pathlib
import re
import urllib.parse
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Tuple, Union

from ._command import NO_DEFAULTS
from ._errors import UsageError
from ._settings import FLAG_NAMES, GONE, OPTIONS, Option

One = Union[str, "os.PathLike[str]", Tuple[str, "os.PathLike[str]"]]
Input = Union[One, Iterable[One]]


class Arguments(NamedTuple):
    """Arguments of a run."""

    words: List[str]
    """What other users may read in the list of processes."""
    texts: Dict[str, str]
    """Contents of files by the flag before their name, which the command gets and the disk does not."""


STANDARD_INPUT = frozenset({"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})


def arguments_of(inputs: Sequence[Input], settings: Mapping[str, Any], form: str, output: str) -> Arguments:
    """Returns the arguments of a run.

    Raises a ``UsageError`` for a setting that does not exist and for a value of a type that it cannot have. The command
    checks everything else.
    """
    given = [_input(each) for each in _each(inputs)]
    if not given:
        raise UsageError('there is no input. Give one, such as "warc=crawl.warc.gz".')
    known = {name: _plain(value) for name, value in settings.items() if value is not None}
    if known.get("simhash") is not False:
        # Rows have it, whatever the form in which the command writes them.
        known.setdefault("raw_simhash", True)
    for name in known:
        if name not in OPTIONS:
            raise UsageError(f'there is no setting "{name}".{_hint(name)}')
    arguments = ["--quiet", "--set", "progress=json"]
    for each in given:
        arguments += ["-i", each]
    arguments += ["-ot", form, "-o", output]
    headers = _headers(known.pop("headers")) if "headers" in known else []
    config = _text("config", OPTIONS["config"], known.pop("config")) if "config" in known else None
    texts: Dict[str, str] = {}
    seeds = known["seeds"] = _column("seeds", known.get("seeds"))
    if seeds is None:
        del known["seeds"]
    if isinstance(seeds, Iterable) and not isinstance(seeds, (str, bytes, os.PathLike)):
        texts["--seeds"] = _lines("seeds", known.pop("seeds"))
    elif isinstance(seeds, str) and "://" in seeds:
        raise UsageError(f'setting "seeds" takes a file or a list of URIs. Write seeds=[{seeds!r}].')
    if "-" in _listed(known.get("outputs")):
        raise UsageError('setting "outputs" takes files: standard output ("-") is read by Python.')
    outputs = known.get("outputs")
    if isinstance(outputs, Mapping):
        del known["outputs"]
        for file, of in outputs.items():
            arguments += ([] if of is None else ["-ot", _text("outputs", OPTIONS["outputs"], of)])
            arguments += [f"--output={_text('outputs', OPTIONS['outputs'], file)}"]
    for name, value in known.items():
        arguments += _option(name, value)
    if headers:
        # Other users can read the arguments of a process, and headers may contain passwords.
        texts["--config"] = json.dumps({**_defaults(config), "header": headers})
    else:
        # Like the library, and unlike the command, Python takes no defaults from the working folder.
        arguments += ["--config", NO_DEFAULTS if config is None else config]
    for word in arguments:
        if "\0" in word:
            raise UsageError(f"{word.split('=', 1)[-1]!r} has a NUL character. Leave it out.")
    return Arguments(arguments, texts)


def _each(inputs: Iterable[Any]) -> Iterator[Any]:
    """Yields the inputs of lists one by one."""
    for each in inputs:
        is_pair = isinstance(each, tuple) and len(each) == 2 and _is_keyword(each[0])
        is_list = isinstance(each, Iterable) and not isinstance(each, (str, bytes, os.PathLike, Mapping))
        if is_pair or not is_list or hasattr(each, "columns"):
            yield each
        else:
            yield from _each(each)


def _is_keyword(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[a-z][a-z0-9-]*", value) is not None


def _plain(value: Any) -> Any:
    """Returns a number or a boolean of numpy as one of Python."""
    return value.item() if type(value).__module__ == "numpy" and getattr(value, "shape", None) == () else value


def _column(name: str, value: Any) -> Any:
    """Returns the column of URI-Rs of a table of pandas, which would yield the names of its columns."""
    if not hasattr(value, "columns"):
        return value
    for column in ("uri_r", "URI-R", "url"):
        if column in list(value.columns):
            return list(dict.fromkeys(each for each in value[column] if isinstance(each, str)))
    raise UsageError(f'setting "{name}" is a table without a column "uri_r". Give the column with the URIs.')


def _headers(value: Any) -> List[str]:
    if isinstance(value, Mapping):
        value = [f"{name}: {of}" for name, of in value.items()]
    return _texts("headers", OPTIONS["headers"], value)


def _listed(value: Any) -> List[Any]:
    return list(value) if isinstance(value, (list, tuple, Mapping)) else [value]


def _lines(name: str, values: Iterable[Any]) -> str:
    """Returns the lines of a file with a URI each."""
    uris = list(values)
    for uri in uris:
        if not isinstance(uri, str) or "\n" in uri or "\r" in uri or not uri.strip():
            raise UsageError(f'setting "{name}" takes a file or a list of URIs, and {_kind(uri)} is no URI.')
    if not uris:
        raise UsageError(f'setting "{name}" is an empty list. Leave it out to judge all seeds.')
    return "".join(f"{uri}\n" for uri in uris)


def _hint(name: str) -> str:
    if name in ("ot", "output_type"):
        return ' Name the form of a file in outputs={"captures.csv": "captures"}.'
    if name in ("i", "input", "inputs"):
        return ' Give inputs without a name: detect("warc=crawl.warc.gz").'
    if name in GONE:
        return f" {GONE[name]}"
    if name in FLAG_NAMES:
        return f' Did you mean "{FLAG_NAMES[name]}"?'
    near = difflib.get_close_matches(name, [*OPTIONS, *FLAG_NAMES], n=1)
    return f' Did you mean "{FLAG_NAMES.get(near[0], near[0])}"?' if near else ""


def _input(value: Any) -> str:
    """Returns an input as after ``-i``. A path is one file or folder, whatever characters its name has."""
    if isinstance(value, str):
        parts = [part.strip() for part in value.partition("=")[2].split(",")]
        if any(part in STANDARD_INPUT for part in parts):
            raise UsageError(f'"{value}" is standard input, which Python does not pass on. Give a file.')
        return value
    keyword = ""
    if isinstance(value, tuple) and len(value) == 2 and _is_keyword(value[0]):
        keyword, value = value
        value = pathlib.PurePath(value) if isinstance(value, str) else value
    if not isinstance(value, os.PathLike):
        told = "a table" if hasattr(value, "columns") else _kind(value)
        raise UsageError(
            f'an input is text such as "warc=crawl.warc.gz", a path, ("warc", path) or a list of them, not {told}.'
        )
    path = os.fspath(value)
    if not isinstance(path, str):
        path = os.fsdecode(path)
    try:
        path.encode("utf-8")
    except UnicodeEncodeError as cause:
        raise UsageError(f"the name {path!a} is not UTF-8. Rename the file.") from cause
    if path in STANDARD_INPUT - {"-"}:
        raise UsageError(f'"{path}" is standard input, which Python does not pass on. Give a file.')
    if path[:1] in ("@", "-") or ":" in path and not os.path.isabs(path):
        # The command gives the names "-", "@list" and "file:..." another meaning.
        path = os.path.join(os.curdir, path)
    return (keyword or ("wacz" if path.lower().endswith(".wacz") else "warc")) + "=" + re.sub(r"[%,=]|^ +| +$", lambda match: urllib.parse.quote(match.group()), path)


def _option(name: str, value: Any) -> List[str]:
    option = OPTIONS[name]
    if option.given_for is not None and not isinstance(value, bool):
        raise UsageError(f'setting "{name}" takes True or False, not {_kind(value)}.')
    if option.given_for is not None and option.is_setting:
        return ["--set", f"{option.name}={'true' if value is option.given_for else 'false'}"]
    if option.given_for is not None:
        return [option.name] if value is option.given_for else []
    if option.may_be_bare and isinstance(value, bool):
        return [option.name] if value else []
    texts = _texts(name, option, value)
    if option.is_setting:
        return [word for text in texts for word in ("--set", f"{option.name}={text}")]
    return [f"{option.name}={text}" for text in texts]


def _texts(name: str, option: Option, value: Any) -> List[str]:
    """Returns the texts of a value, of which only options that may be repeated have several."""
    if isinstance(value, Mapping):
        value = [each if of is None else f"{each}={_text(name, option, of)}" for each, of in value.items()]
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, os.PathLike)):
        parts = [_text(name, option, each) for each in value]
        if not parts:
            raise UsageError(f'setting "{name}" is empty. Leave it out or give a value.')
        return parts if option.repeats else [option.separator.join(parts)]
    return [_text(name, option, value)]


def _text(name: str, option: Option, value: Any) -> str:
    if isinstance(value, bool) and option.booleans is not None:
        return option.booleans[value]
    value = _plain(value)
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, date):
        return _date(value)
    if isinstance(value, float) or (hasattr(value, "__float__") and not hasattr(value, "__index__")):
        if not math.isfinite(float(value)):
            raise UsageError(f'setting "{name}" cannot be {float(value)}. Give a number, or None to leave it out.')
        # The command does not read exponents.
        return format(Decimal(repr(float(value))), "f")
    if hasattr(value, "__index__") and not isinstance(value, bool):
        return str(value.__index__())
    raise UsageError(f'setting "{name}" cannot be {_kind(value)}.')


def _date(value: date) -> str:
    """Returns the digits of a date, in UTC."""
    if not isinstance(value, datetime):
        return value.strftime("%Y%m%d")
    return (value if value.tzinfo is None else value.astimezone(timezone.utc)).strftime("%Y%m%d%H%M%S")


def _defaults(config: Any) -> Dict[str, Any]:
    if config is None:
        return {}
    try:
        with open(config, encoding="utf-8") as file:
            found = json.load(file)
    except ValueError as cause:
        raise UsageError(f'{config} is not JSON. Write {{"profile": "paper"}}.') from cause
    except OSError as cause:
        raise UsageError(f"{config} cannot be read: {cause}") from cause
    if not isinstance(found, dict):
        raise UsageError(f"{config} is not a JSON object of options.")
    return found


def _kind(value: Any) -> str:
    return "None" if value is None else f"{type(value).__name__} {value!r}"
