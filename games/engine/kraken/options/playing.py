"""House rules of the cards: combinations in the hand, which card is legal, roem in a trick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.options import option
from games.engine.words import gettext_noop as _

HAND: Final = _("Combinations in the hand")
PLAY: Final = _("Play and roem")
YES_NO: Final = {True: _("yes"), False: _("no")}
DECLARED: Final = {"declarations": ("on",)}
CLAIMED: Final = {"bonus_mode": ("manual", "assisted")}


@dataclass(frozen=True)
class PlayingOptions:
    """Options of declarations, legal cards, and claiming roem."""

    declarations: str = option(
        "on",
        group=HAND,
        label=_("Combinations are declared"),
        help=_("Runs and fours in the hand score before the first trick; off as in plain Klaverjas."),
        values={"on": _("yes"), "off": _("no")},
    )
    declare_mode: str = option(
        "manual",
        group=HAND,
        label=_("Declaring"),
        help=_("Each player declares by hand, or the app declares everything."),
        values={"manual": _("by hand"), "automatic": _("automatic")},
        when=DECLARED,
    )
    declare_reveal: str = option(
        "sealed",
        group=HAND,
        label=_("Speaking"),
        help=_("All four answer at the same time, or in turn from the leader."),
        values={"sealed": _("all at once"), "open": _("in turn")},
        when={**DECLARED, "declare_mode": ("manual",)},
    )
    declarations_compare: str = option(
        "best_single",
        group=HAND,
        label=_("Whose combinations count"),
        help=_("The side that wins the comparison scores all its combinations, the other none."),
        values={
            "best_single": _("the side with the best single combination"),
            "player_total": _("the side of the player with the highest total"),
            "team_total": _("the side with the highest total"),
        },
        when=DECLARED,
    )
    declarations_tie: str = option(
        "suit_order",
        group=HAND,
        label=_("Equal combinations"),
        help=_("Same points and same top card."),
        values={
            "suit_order": _("spades, hearts, diamonds, clubs"),
            "trump_first": _("trumps first, then suit order"),
            "first_speaker": _("who speaks first"),
            "both": _("both sides score"),
            "none": _("nobody scores"),
        },
        when=DECLARED,
    )
    declaration_card_reuse: bool = option(
        True,
        group=HAND,
        label=_("A card may serve twice"),
        help=_("Once in a four of a kind and once in a run."),
        values=YES_NO,
        when=DECLARED,
    )
    stuk_mode: str = option(
        "on_second_card",
        group=HAND,
        label=_("Stuk in one hand"),
        help=_("King and queen of trumps in one hand: said with the second of them, or counted by the app."),
        values={"on_second_card": _("said with the second card"), "automatic": _("automatic")},
        when=DECLARED,
    )

    play_rules: str = option(
        "amsterdam",
        group=PLAY,
        label=_("Trump duty"),
        help=_("Amsterdam: no duty to ruff when the partner is winning. Rotterdam: always ruff."),
        values={"amsterdam": "Amsterdam", "rotterdam": "Rotterdam"},
    )
    bonus_mode: str = option(
        "manual",
        group=PLAY,
        label=_("Roem in a trick"),
        help=_("Claimed before the next lead or lost; the app can point at it or count it."),
        values={
            "manual": _("claimed by hand"),
            "assisted": _("the button lights up"),
            "automatic": _("automatic"),
        },
    )
    bonus_claim_by: str = option(
        "winning_team",
        group=PLAY,
        label=_("Who may claim roem"),
        help=_("It always belongs to the side that won the trick."),
        values={"winning_team": _("the side that won the trick"), "anyone": _("anyone")},
        when=CLAIMED,
    )
    false_claim: str = option(
        "none",
        group=PLAY,
        label=_("Roem claimed where there is none"),
        help=_("Nothing happens, or the other side gets 20."),
        values={"none": _("nothing"), "twenty_to_opponents": _("20 to the other side")},
        when=CLAIMED,
    )
    quads: str = option(
        "classic",
        group=PLAY,
        label=_("Four of a kind"),
        help=_("What four equal cards are worth, in a trick and in the hand."),
        values={
            "classic": _("jacks 200; A K Q 10 100"),
            "nines_150": _("jacks 200; nines 150; A K Q 10 100"),
            "all_100": _("any rank 100"),
            "all_100_jacks_200": _("jacks 200; any other rank 100"),
        },
    )
    signals: str = option(
        "forbidden",
        group=PLAY,
        label=_("Signals"),
        help=_("Agreed signals between partners are written on the rule card."),
        values={"forbidden": _("forbidden"), "agreed": _("as agreed at the table")},
    )
    last_claim_seconds: int = option(
        20,
        group=PLAY,
        label=_("Seconds to claim after the last trick"),
        help=_("The round is written down after this time, or when the winning side has confirmed."),
        lowest=5,
        highest=120,
    )
