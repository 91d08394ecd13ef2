"""Progress of a run, shown by tqdm if it is installed."""

from __future__ import annotations

import sys
import warnings
from typing import Any, Dict, Optional, Tuple

from ._errors import UsageError


class Bar:
    """Shows the states that the command reports. Reading and scoring have a bar each."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._bar: Any = None
        self._stage = ""

    def __call__(self, state: Dict[str, Any]) -> None:
        stage, unit, done, total = figures_of(state)
        if stage != self._stage:
            self.close()
            scale = {"unit_scale": True, "unit_divisor": 1024} if unit == "B" else {}
            self._bar = self._tqdm(desc=stage, unit=unit, total=total, leave=False, **scale)
            self._stage = stage
        self._bar.total = total
        self._bar.update(done - self._bar.n)
        self._bar.set_postfix(mementos=state["mementos"], refresh=False)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def figures_of(state: Dict[str, Any]) -> Tuple[str, str, int, Optional[int]]:
    """Returns the stage of a run, the unit in which it counts, what is done, and the total if that is known."""
    source = state.get("input") or {}
    if state["phase"] == "scoring":
        return "scoring", " mementos", state["scored"], state["mementos"]
    if "timeMaps" in source:
        return "fetching", " TimeMaps", source["timeMaps"], source.get("timeMapsTotal")
    if "bytesRead" in source:
        return "reading", "B", source["bytesRead"], source.get("bytesTotal")
    return "reading", " records", state["records"], None


def bar_for(wanted: Optional[bool]) -> Optional[Bar]:
    """Returns a progress bar. None if it is not wanted or, by default, if nobody would see it or tqdm is missing."""
    if wanted is not None and not isinstance(wanted, bool):
        raise UsageError(f"progress takes True or False, not {type(wanted).__name__} {wanted!r}.")
    is_seen = sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)
    if wanted is False or (wanted is None and not is_seen):
        return None
    try:
        with warnings.catch_warnings():
            # In a notebook without widgets tqdm recommends them, and shows a bar of text.
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm
    except ImportError as cause:
        if wanted is None:
            return None
        raise UsageError("progress=True needs tqdm. Install detect-off-topic[progress].") from cause
    return Bar(tqdm)
