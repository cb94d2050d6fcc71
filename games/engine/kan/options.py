"""The house rules of Kan: every option of rules/kan 3, and the presets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.options import Preset, option
from games.engine.words import gettext_noop as _

DEALS: Final = _("Partners and lead")
PLAY: Final = _("Winning a deal")
SCORE: Final = _("Points")
LENGTH: Final = _("Length")


@dataclass(frozen=True)
class Options:
    """One field an option: default, label, help, values."""

    quota: str = option(
        "999",
        group=PLAY,
        label=_("Scoring cards the kan need"),
        help=_("In the first, second and third deal of a round, out of sixteen."),
        values={"999": _("nine in every deal"), "989": _("nine, eight, nine")},
    )
    double_kan: str = option(
        "ace_for_chosen",
        group=DEALS,
        label=_("Joker and ace of trumps in one hand"),
        help=_("The player two places to the right becomes the partner."),
        values={
            "ace_for_chosen": _("the ace goes over for a card the partner chooses"),
            "blind_swap": _("one of the two goes over for a card, both drawn blindly"),
            "redeal": _("the cards are dealt again"),
        },
    )
    lead_call: str = option(
        "sealed",
        group=DEALS,
        label=_("Iku and koi"),
        help=_("How the two kan players decide which of them leads to the first deal."),
        values={
            "sealed": _("both speak, and the words are opened together"),
            "first_call": _("the first word decides"),
        },
    )
    lead_clash: str = option(
        "kan_two_mukan_right",
        group=DEALS,
        label=_("Both iku or both koi"),
        help=_("The player that leads when the two words are the same."),
        values={
            "kan_two_mukan_right": _("the kan player with two opponents to the right"),
            "mukan_right": _("the first of those two opponents"),
        },
        when={"lead_call": ("sealed",)},
    )
    show_rule: str = option(
        "free",
        group=DEALS,
        label=_("Showing cards"),
        help=_("Before trumps are named in the second and third deal."),
        values={"free": _("up to two cards, or none"), "two_required": _("two showings, no fewer")},
    )
    dealer_rotation: str = option(
        "clockwise",
        group=DEALS,
        label=_("The next dealer sits"),
        help=_("Play goes to the right in either case."),
        values={"clockwise": _("to the left"), "counterclockwise": _("to the right")},
    )
    early_stop: str = option(
        "off",
        group=PLAY,
        label=_("A decided deal"),
        help=_("Whether the last tricks are played when they can change nothing."),
        values={"off": _("is played to the end"), "on": _("stops at once")},
    )
    round_end: str = option(
        "on_loss",
        group=PLAY,
        label=_("A round ends"),
        help=_("A round has three deals at most."),
        values={"on_loss": _("when the kan lose a deal"), "always_three": _("after three deals")},
    )
    shippo_jo: str = option(
        "off",
        group=PLAY,
        label=_("All aces and the joker on one side"),
        help=_("Whether an opponent may cancel such a deal after its last trick; it is dealt again then."),
        values={"off": _("counts like any deal"), "on": _("an opponent may cancel the deal")},
    )
    gyaku_fail: str = option(
        "double",
        group=SCORE,
        label=_("Gyaku juuroku failed"),
        help=_("What the kan get beside the 32 points (30 in the table that sums to zero)."),
        values={"double": _("all points of the round so far are doubled"), "plain": _("nothing more")},
    )
    gyaku_first: str = option(
        "flat",
        group=SCORE,
        label=_("Gyaku sukonku in the first deal"),
        help=_("Whether the lost deal counts beside it."),
        values={"flat": _("counts alone"), "plus_deal": _("and the lost deal")},
    )
    score_table: str = option(
        "aomori",
        group=SCORE,
        label=_("Table of points"),
        help=_("Two kan players against three opponents."),
        values={
            "aomori": _("the opponents get the negative of what the kan get"),
            "zero_sum": _("the points of all five sum to zero"),
        },
    )
    rounds: int = option(
        10,
        group=LENGTH,
        label=_("Rounds"),
        help=_("Each has one to three deals. Spades are the first trumps of the last one."),
        lowest=1,
        highest=30,
    )


PRESETS: Sequence[Preset] = (
    Preset("classic", _("Classic"), _("Ten rounds, nine scoring cards win a deal."), {}),
    Preset(
        "pagat",
        _("Eight in the second deal"),
        _("Eight scoring cards win the second deal; joker and ace in one hand are swapped blindly."),
        {"quota": "989", "double_kan": "blind_swap", "dealer_rotation": "counterclockwise"},
    ),
    Preset(
        "tournament",
        _("Tournament"),
        _("Eight scoring cards win the second deal; two showings before trumps are named."),
        {"quota": "989", "double_kan": "blind_swap", "show_rule": "two_required"},
    ),
)
