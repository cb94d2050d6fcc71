"""The house rules of Caribbean Kalooki: every option of rules/kalooki 2, and the presets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from games.engine.options import Preset, option
from games.engine.words import gettext_noop as _

CARDS: Final = _("Cards")
CALLS: Final = _("Calls")
MELDS: Final = _("Melds")
ENDS: Final = _("Going out")
LENGTH: Final = _("Length")
ON_OFF: Final = {"on": _("yes"), "off": _("no")}
DEALS: Final = {
    1: _("1: three threes"),
    2: _("2: two threes and a four"),
    3: _("3: a three and two fours"),
    4: _("4: three fours"),
    5: _("5: four threes"),
    6: _("6: three threes and a four"),
    7: _("7: two threes and two fours"),
    8: _("8: a three and three fours"),
    9: _("9: four fours"),
}


@dataclass(frozen=True)
class Options:
    """One field an option: default, label, help, values."""

    SETTLED: ClassVar[Mapping[str, str | int]] = {"red_black_ace": "red1_black15", "max_voids": 2}
    """Keys of the rules text with one value only: nothing to choose, but a record may name them."""

    packs: int = option(
        2,
        group=CARDS,
        label=_("Packs"),
        help=_("With five or six players three packs leave more cards in the stock."),
        values={2: _("two packs and four jokers"), 3: _("three packs and eight jokers")},
    )
    early_hands: str = option(
        "classic",
        group=CARDS,
        label=_("Cards in the first three deals"),
        help=_("More cards make the first contracts easier."),
        values={"classic": _("9, 10 and 11"), "twelve": _("12 in each")},
    )
    upcard_joker: str = option(
        "stands",
        group=CARDS,
        label=_("A joker is turned up at the start"),
        help=_("It may be taken like any card, or another card is turned on top of it."),
        values={"stands": _("it can be taken"), "turn_again": _("another card is turned")},
    )
    stock_out: str = option(
        "reshuffle",
        group=CARDS,
        label=_("The stock runs out"),
        help=_("The discards become a new stock every time, or only once."),
        values={"reshuffle": _("reshuffle every time"), "void_second": _("the second time the deal is void")},
    )
    call_limit: int = option(
        3,
        group=CALLS,
        label=_("Calls in a deal"),
        help=_("How often a player may get a discard out of turn in one deal; 0 means never."),
        lowest=0,
        highest=9,
    )
    call_priority: str = option(
        "first_come",
        group=CALLS,
        label=_("Several players call"),
        help=_("The first one gets the card, or the one nearest to the player whose turn it is."),
        values={"first_come": _("the first one"), "seat_order": _("the nearest one")},
    )
    refuse_means: str = option(
        "take_discard",
        group=CALLS,
        label=_("A call is refused"),
        help=_("Whether the player who refuses has to take the card."),
        values={"take_discard": _("and the card taken"), "free_draw": _("and any draw is free")},
    )
    tack_four: str = option(
        "high_first",
        group=MELDS,
        label=_("Adding to a four"),
        help=_("At its high end until the ace lies there, or at either end."),
        values={"high_first": _("high end first"), "either_end": _("at either end")},
    )
    joker_shift: str = option(
        "on",
        group=MELDS,
        label=_("Jokers move in a four"),
        help=_("The card a joker stands for may take its place; the joker goes to the end."),
        values=ON_OFF,
    )
    joker_cap_four: str = option(
        "adjacent_only",
        group=MELDS,
        label=_("Jokers in a new four"),
        help=_("Two jokers never lie side by side. A new four of four cards may be held to one joker."),
        values={"adjacent_only": _("not side by side"), "one_in_minimum": _("one among four cards")},
    )
    bend_double: str = option(
        "on",
        group=ENDS,
        label=_("A bent table counts double"),
        help=_("Somebody lays the contract and goes out in the same turn."),
        values=ON_OFF,
    )
    final_discard: str = option(
        "optional",
        group=ENDS,
        label=_("A last card to discard"),
        help=_("Whether going out needs a card for the discard pile."),
        values={"optional": _("not needed"), "required": _("needed")},
    )
    deals: tuple[int, ...] = option(
        tuple(DEALS),
        group=LENGTH,
        label=_("Deals"),
        help=_("All nine take about 90 minutes for four players. A shorter match leaves some out."),
        values=DEALS,
    )


PRESETS: Sequence[Preset] = (
    Preset("classic", _("Classic"), _("All nine deals, about 90 minutes for four players."), {}),
    Preset("short", _("Short"), _("Deals 1, 3 and 5: about half an hour."), {"deals": [1, 3, 5]}),
    Preset("first", _("A first deal"), _("Deal 1 alone: three threes."), {"deals": [1]}),
    Preset(
        "three_packs",
        _("Three packs"),
        _("For five and six players: more cards in the stock."),
        {"packs": 3},
    ),
)
