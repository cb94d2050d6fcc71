"""Rounds of Kan played with real cards and typed from a paper sheet: the kan pair and how each deal ended.

The engine does the arithmetic with the club's house rules; a round that cannot have been is refused with a code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.actions import Data
from games.engine.club import SheetField
from games.engine.errors import MalformedAction, Refusal
from games.engine.kan.closing import result_of
from games.engine.kan.options import Options
from games.engine.kan.state import DEALS_A_ROUND, SEATS, End, first_trump
from games.engine.seats import Seat
from games.engine.view import RoundResult
from games.engine.words import gettext_noop as _

ENDS: Final[Mapping[str, tuple[bool, End]]] = {
    "won": (True, End.PLAYED),
    "lost": (False, End.PLAYED),
    "sukonku": (True, End.SUKONKU),
    "gyaku_sukonku": (False, End.GYAKU_SUKONKU),
    "juuroku_made": (True, End.JUUROKU_MADE),
    "juuroku_failed": (False, End.JUUROKU_FAILED),
    "gyaku_juuroku_made": (False, End.GYAKU_JUUROKU_MADE),
    "gyaku_juuroku_failed": (True, End.GYAKU_JUUROKU_FAILED),
}
"""Whether the kan won a deal, and its end, by the word of the sheet."""
IN_THE_FIRST: Final = {
    "won": _("the kan won"),
    "lost": _("the kan lost"),
    "sukonku": _("sukonku"),
    "gyaku_sukonku": _("gyaku sukonku"),
}
LATER: Final = {
    "": _("not played"),
    **IN_THE_FIRST,
    "juuroku_made": _("juuroku made"),
    "juuroku_failed": _("juuroku failed"),
    "gyaku_juuroku_made": _("gyaku juuroku made"),
    "gyaku_juuroku_failed": _("gyaku juuroku failed"),
}
SHEET: Final = (
    SheetField("joker", _("Kan, joker"), "side", required=True),
    SheetField("ace", _("Kan, ace of trumps"), "side", required=True),
    SheetField("deal_1", _("First deal"), "choice", required=True, values=IN_THE_FIRST),
    SheetField("deal_2", _("Second deal"), "choice", values=LATER),
    SheetField("deal_3", _("Third deal"), "choice", values=LATER),
)
"""The fields of a typed round. Every player is a side of the sheet, named by the number of the seat."""


def settled(typed: Data, options: Options, *, number: int) -> RoundResult:
    """The typed round as the engine settles it (rules/kan 2, Score of a round).

    Raises MalformedAction: unknown_kan, unknown_end, deals_do_not_follow.
    """
    kan = (_seat(typed, "joker"), _seat(typed, "ace"))
    if kan[0] == kan[1]:
        raise MalformedAction(Refusal.UNKNOWN_KAN)
    deals = deals_of(typed, options, whole=True)
    told = [{"won": won, "end": end.value} for won, end in deals]
    trump = first_trump(number, options.rounds)
    facts = {"trump": trump, "kan": list(kan), "deals": told, "paper": True}
    return result_of(number, kan, deals, options, facts=facts, trump=trump)


def deals_of(typed: Data, options: Options, *, whole: bool) -> list[tuple[bool, End]]:
    """The deals in order, each as won by the kan or not, and its end; `whole` when no deal may be missing that the
    rules ask for. Raises MalformedAction: unknown_end, deals_do_not_follow."""
    said = [typed.get(f"deal_{place}", "") for place in range(1, DEALS_A_ROUND + 1)]
    words = [word for word in said if word]
    for place, word in enumerate(said, start=1):
        if word not in (IN_THE_FIRST if place == 1 else LATER):
            raise MalformedAction(Refusal.UNKNOWN_END, deal=place)
    deals = [ENDS[word] for word in words]
    lost_before_the_last = options.round_end == "on_loss" and not all(won for won, _end in deals[:-1])
    ends_too_soon = len(deals) < DEALS_A_ROUND and (deals[-1][0] or options.round_end == "always_three")
    if said[: len(words)] != words or lost_before_the_last or (whole and ends_too_soon):
        raise MalformedAction(Refusal.DEALS_DO_NOT_FOLLOW)
    return deals


def _seat(typed: Data, field: str) -> Seat:
    """The player a field names. Raises MalformedAction(unknown_kan)."""
    said = typed.get(field, "")
    if said not in map(str, SEATS):
        raise MalformedAction(Refusal.UNKNOWN_KAN)
    return int(said)
