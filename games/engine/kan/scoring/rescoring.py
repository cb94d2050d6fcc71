"""A closed round of Kan scored again from how its deals ended, as an arbiter corrects them.

How a deal ended holds all that counts of it: which side had its quota of scoring cards, whether the other side had any,
and whether a side stopped or went for all sixteen and took them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from games.engine.kan.closing import result_of
from games.engine.kan.options import Options
from games.engine.kan.scoring.paper import ENDS, SHEET, deals_of
from games.engine.seats import Seat
from games.engine.view import Corrected, Rescored, RoundResult

FIELDS: Final = tuple(field for field in SHEET if field.key.startswith("deal_"))
"""How each deal of the round ended. The kan pair is no field: the cards name it."""


def written(facts: Mapping[str, Any]) -> Mapping[str, str]:
    """The values of `FIELDS` for a round as it was played."""
    words = {(won, end.value): word for word, (won, end) in ENDS.items()}
    ends = [(bool(deal["won"]), deal["end"]) for deal in facts["deals"]]
    return {field.key: words[end] for field, end in zip(FIELDS, ends, strict=False)}


def rescored(options: Options, played: RoundResult, corrected: Corrected) -> Rescored:
    """Score and tallies per seat from the deals as corrected, by the same house rules (rules/kan 2, Score of a round).

    A round may end with a deal that the kan won: the next one was not played when the deal was thought to be lost.
    Raises MalformedAction: unknown_end, deals_do_not_follow (a deal after one that ends the round, or a gap).
    """
    if not corrected.facts:
        return Rescored(played.score, played.tallies)
    deals = deals_of(corrected.facts, options, whole=False)
    kan = cast("tuple[Seat, Seat]", tuple(cast("list[Seat]", played.facts["kan"])))
    again = result_of(played.number, kan, deals, options, facts={})
    return Rescored(again.score, again.tallies)
