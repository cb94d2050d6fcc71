"""A closed round as JSON and back: what a `Round` row keeps of the engine's `RoundResult`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.view import RoundResult, ScoreLine
from games.engine.words import Text


def as_row(result: RoundResult) -> dict[str, Any]:
    """The fields `points`, `result` and `lines` of a `Round` row, plain JSON values."""
    return {
        "points": list(result.score),
        "result": {"verdict": _said(result.verdict), "facts": dict(result.facts)},
        "lines": [{**_said(line.text), "points": list(line.points)} for line in result.lines],
    }


def from_row(*, number: int, points: list[int], result: Mapping[str, Any], lines: list[Any]) -> RoundResult:
    """The engine's result from the fields of a closed `Round` row."""
    return RoundResult(
        number=number,
        score=tuple(points),
        lines=tuple(ScoreLine(_text(line), tuple(line["points"])) for line in lines),
        verdict=_text(result["verdict"]),
        facts=result["facts"],
    )


def _said(text: Text) -> dict[str, Any]:
    return {"code": text.code, "facts": dict(text.facts)}


def _text(said: Mapping[str, Any]) -> Text:
    return Text(said["code"], tuple(said["facts"].items()))
