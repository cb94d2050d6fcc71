"""A closed deal of Kalooki scored again: how it ended, the cards left and the calls, as an arbiter corrects them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.kalooki.options import Options
from games.engine.kalooki.scoring.paper import BENT, OUT, VOID, settled
from games.engine.view import Corrected, Rescored, RoundResult


def written(facts: Mapping[str, Any]) -> Mapping[str, str]:
    """The values of `paper.SHEET` for a deal as it was played; a field without points or calls is left out."""
    end = VOID if facts["void"] else BENT if facts["bent"] else OUT
    hands = {f"left_{seat}": points for seat, points in enumerate(facts["left"]) if end != VOID}
    calls = {f"called_{seat}": count for seat, count in enumerate(facts["calls"])}
    counted = {key: str(count) for key, count in {**hands, **calls}.items() if count}
    winner = {} if facts["out"] is None else {"out": str(facts["out"])}
    return {"end": end, **winner, **counted}


def rescored(options: Options, played: RoundResult, corrected: Corrected) -> Rescored:
    """Score and tallies per seat from the deal as corrected, by the same house rules (rules/kalooki 1, End).

    Raises MalformedAction as `paper.settled`.
    """
    if not corrected.facts:
        return Rescored(played.score, played.tallies)
    again = settled(corrected.facts, options, number=played.number, players=len(played.score))
    return Rescored(again.score, again.tallies)
