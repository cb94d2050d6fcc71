"""A closed round as JSON: what a `Round` row keeps of the engine's `RoundResult`."""

from __future__ import annotations

from typing import Any

from games.engine.view import RoundResult
from games.engine.words import Text


def as_row(result: RoundResult) -> dict[str, Any]:
    """The fields `points`, `result` and `lines` of a `Round` row, plain JSON values."""
    return {
        "points": list(result.score),
        "result": {
            "verdict": _said(result.verdict),
            "facts": dict(result.facts),
            "sides": list(result.sides),
            "tallies": {key: list(amounts) for key, amounts in result.tallies.items()},
        },
        "lines": [{**_said(line.text), "points": list(line.points)} for line in result.lines],
    }


def _said(text: Text) -> dict[str, Any]:
    return {"code": text.code, "facts": dict(text.facts)}
