"""House rules of the sheet and of the match: what counts how much, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.options import option
from games.engine.words import gettext_noop as _

SCORE: Final = _("The sheet")
LENGTH: Final = _("Length and deal")
YES_NO: Final = {True: _("yes"), False: _("no")}


@dataclass(frozen=True)
class CountingOptions:
    """Options of the score sheet, the length of a match, and dealing."""

    double_spades: str = option(
        "cards",
        group=SCORE,
        label=_("Spades count double"),
        help=_("When spades are trumps."),
        values={
            "cards": _("all card points and the last trick"),
            "trump_cards": _("the points of the trumps only"),
            "all": _("cards and roem"),
            "off": _("no"),
        },
    )
    pit_for: str = option(
        "declarers",
        group=SCORE,
        label=_("Pit: 100 for all eight tricks"),
        help=_("Which side can make it."),
        values={"declarers": _("the makers"), "either": _("either side"), "none": _("no pit")},
    )
    pit_counts_for_target: bool = option(
        True,
        group=SCORE,
        label=_("The pit counts in the comparison"),
        help=_("Whether its 100 help to have more points than the other side."),
        values=YES_NO,
        when={"pit_for": ("declarers", "either")},
    )
    last_trick_points: int = option(
        10,
        group=SCORE,
        label=_("Points for the last trick"),
        help=_("Usually 10, which makes 162 in all."),
        lowest=0,
        highest=20,
    )
    revoke_bonus: int = option(
        100,
        group=SCORE,
        label=_("Extra points for a revoke"),
        help=_("Only for rounds played with real cards: what the other side gets on top."),
        values={100: "100", 0: "0"},
    )

    match_length: str = option(
        "rounds",
        group=LENGTH,
        label=_("The match ends"),
        help=_("After a number of rounds, or when a side reaches a number of points."),
        values={"rounds": _("after the last round"), "points": _("at the target")},
    )
    rounds: int = option(
        16,
        group=LENGTH,
        label=_("Rounds"),
        help=_("Sixteen is the classic match: everybody deals four times."),
        lowest=1,
        offered_from=4,
        highest=64,
        when={"match_length": ("rounds",)},
    )
    target_points: int = option(
        1500,
        group=LENGTH,
        label=_("Target"),
        help=_("1500 is usual, 750 a short evening."),
        lowest=100,
        highest=20000,
        when={"match_length": ("points",)},
    )
    match_tie: str = option(
        "draw",
        group=LENGTH,
        label=_("Equal at the end"),
        help=_("How a match with equal totals is decided."),
        values={
            "draw": _("a draw"),
            "extra_round": _("another round"),
            "rounds_won": _("who won more rounds"),
        },
    )
    deal_packets: str = option(
        "3-2-3",
        group=LENGTH,
        label=_("Cards are dealt"),
        help=_("In packets; the odds are the same."),
        values={"3-2-3": "3-2-3", "4-4": "4-4"},
    )
