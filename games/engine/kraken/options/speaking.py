"""House rules of what is said before the first card: trumps, and kraken, re and superkraken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.options import option
from games.engine.words import gettext_noop as _

TRUMPS: Final = _("Trumps")
CHALLENGES: Final = _("Kraken, re, superkraken")
YES_NO: Final = {True: _("yes"), False: _("no")}


@dataclass(frozen=True)
class SpeakingOptions:
    """Options of making trumps, the answers to them, and the multipliers of each answer."""

    trump_mode: str = option(
        "utrecht",
        group=TRUMPS,
        label=_("How trumps are made"),
        help=_("Who names the suit that is trumps."),
        values={
            "utrecht": _("Utrecht: left of the dealer must name a suit"),
            "free": _("Free: in turn, name a suit or pass"),
            "random": _("A card is turned: accept its suit or pass"),
        },
    )
    free_start: str = option(
        "left_of_dealer",
        group=TRUMPS,
        label=_("Free choice starts with"),
        help=_("The first to speak must name a suit when all four pass."),
        values={"left_of_dealer": _("left of the dealer"), "dealer": _("the dealer")},
        when={"trump_mode": ("free",)},
    )
    random_fallback: str = option(
        "second_card",
        group=TRUMPS,
        label=_("Nobody takes the turned suit"),
        help=_("What happens after four passes on a turned card."),
        values={
            "second_card": _("a second card: left of the dealer must play its suit"),
            "call_suit": _("left of the dealer names one of the other suits"),
        },
        when={"trump_mode": ("random",)},
    )
    second_card_same_suit: str = option(
        "redraw",
        group=TRUMPS,
        label=_("The second card shows the same suit"),
        help=_("Turn again until another suit comes, or play it."),
        values={"redraw": _("turn again"), "accept": _("it is trumps")},
        when={"trump_mode": ("random",), "random_fallback": ("second_card",)},
    )
    first_round_clubs: bool = option(
        False,
        group=TRUMPS,
        label=_("Clubs are trumps in the first round"),
        help=_("Left of the dealer plays clubs in round one; nobody chooses."),
        values=YES_NO,
    )

    challenge_order: str = option(
        "fixed",
        group=CHALLENGES,
        label=_("Who answers first"),
        help=_("One after the other, or whoever of the side speaks first."),
        values={
            "fixed": _("in order from the trump maker"),
            "team_first_click": _("either partner, first come"),
        },
    )
    re_name: str = option(
        "re",
        group=CHALLENGES,
        label=_("The word for ×4"),
        help=_("What the answer to kraken is called at this table."),
        values={"re": "re", "rekraken": "rekraken", "herkraken": "herkraken", "overkraken": "overkraken"},
    )
    must_beat: str = option(
        "last_challenger",
        group=CHALLENGES,
        label=_("Who must have more after a kraken"),
        help=_("The side that spoke last, or always the makers. Equal points are not more."),
        values={"last_challenger": _("the side that spoke last"), "declarers": _("always the makers")},
    )
    challenged_settlement: str = option(
        "winner_takes_all",
        group=CHALLENGES,
        label=_("What the winner of a kraken gets"),
        help=_("How the points are paid once somebody said kraken."),
        values={
            "winner_takes_all": _("all points of the round"),
            "own_points": _("its own points only, if it had to have more"),
            "both_score": _("both sides their own, if the makers had to have more and had"),
        },
    )
    multiplier_scope: str = option(
        "all",
        group=CHALLENGES,
        label=_("What ×2, ×4, ×8 multiply"),
        help=_("Everything, or not the roem."),
        values={
            "all": _("everything"),
            "cards_only": _("card points only"),
            "cards_and_pit": _("card points and pit"),
        },
    )
