"""Translates the engine's codes and values: suits, cards, seats and sides get their names, and points are written as
people read them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop, pgettext_lazy

from games.engine.cards import rank_of, suit_of
from games.engine.words import Fact, Text

SUITS: Final = {
    "S": pgettext_lazy("suit", "spades"),
    "H": pgettext_lazy("suit", "hearts"),
    "D": pgettext_lazy("suit", "diamonds"),
    "C": pgettext_lazy("suit", "clubs"),
}
RANKS: Final[Mapping[str, str]] = {
    "2": gettext_noop("two"),
    "3": gettext_noop("three"),
    "4": gettext_noop("four"),
    "5": gettext_noop("five"),
    "6": gettext_noop("six"),
    "7": gettext_noop("seven"),
    "8": gettext_noop("eight"),
    "9": gettext_noop("nine"),
    "T": gettext_noop("ten"),
    "J": gettext_noop("jack"),
    "Q": gettext_noop("queen"),
    "K": gettext_noop("king"),
    "A": gettext_noop("ace"),
}
MANY: Final[Mapping[str, str]] = {
    "2": gettext_noop("twos"),
    "3": gettext_noop("threes"),
    "4": gettext_noop("fours"),
    "5": gettext_noop("fives"),
    "6": gettext_noop("sixes"),
    "7": gettext_noop("sevens"),
    "8": gettext_noop("eights"),
    "9": gettext_noop("nines"),
    "T": gettext_noop("tens"),
    "J": gettext_noop("jacks"),
    "Q": gettext_noop("queens"),
    "K": gettext_noop("kings"),
    "A": gettext_noop("aces"),
}
CARD: Final = gettext_noop("{rank} of {suit}")
JOKER: Final = gettext_noop("joker")
TWO: Final = gettext_noop("{one} and {other}")
RULINGS: Final[Mapping[str, str]] = {
    "ruling": gettext_noop("Ruling"),
    "corrected_by_the_club": gettext_noop("Corrected by the club"),
    "ruling_left_out": gettext_noop("Ruling: this round does not count"),
    "ruling_left_out_of_deal": gettext_noop("Ruling: this deal does not count"),
    "ruling_taken_in": gettext_noop("Ruling: this round counts again"),
    "ruling_taken_in_of_deal": gettext_noop("Ruling: this deal counts again"),
}
"""The score lines that an arbiter's rulings add to a round, in any game."""
PLACES: Final = (gettext_noop("North"), gettext_noop("East"), gettext_noop("South"), gettext_noop("West"))
"""The places at a table where many play the same cards, in the order of the seats."""
HALF: Final = Fraction(1, 2)
THOUSAND: Final = 1000
THOUSANDS: Final = re.compile(r"(?<![\d.,])\d{4,}")
"""A whole number that is not written in groups."""
SHEETS: Final[Mapping[str, str]] = {"totals": gettext_noop("The whole sheet, typed as totals")}
"""The score line of a sheet on paper that was not typed round by round, in any game."""


def suit_name(suit: str) -> str:
    """``"H"`` as "hearts"."""
    return str(SUITS[suit]) if suit in SUITS else suit


def rank_name(rank: str) -> str:
    """``"J"`` as "jack"."""
    return gettext(RANKS[rank]) if rank in RANKS else rank


def card_name(card: str) -> str:
    """``"HJ"`` as "jack of hearts", ``"XX"`` as "joker". The mark of a second pack is left out."""
    if card[:2] == "XX":
        return gettext(JOKER)
    if card[:1] not in SUITS or card[1:2] not in RANKS:
        return card
    return gettext(CARD).format(rank=rank_name(rank_of(card)), suit=suit_name(suit_of(card)))


def seat_name(seat: int, names: Sequence[str]) -> str:
    """The name of the player at a seat."""
    return names[seat] if 0 <= seat < len(names) else str(seat)


def side_name(side: int, names: Sequence[str], sides: Sequence[int]) -> str:
    """The names of everybody on a side; `sides` gives each seat's side."""
    ours = [seat for seat, of_seat in enumerate(sides[: len(names)]) if of_seat == side]
    return together(ours, names) if ours else str(side)


def together(seats: Sequence[int], names: Sequence[str]) -> str:
    """The names of these seats in one phrase."""
    joined = seat_name(seats[0], names)
    for seat in seats[1:]:
        joined = gettext(TWO).format(one=joined, other=seat_name(seat, names))
    return joined


def place_name(seat: int, seats: int) -> str:
    """The name of a place at a table of so many: north, east, south, west, or its number."""
    if seats == len(PLACES):
        return gettext(PLACES[seat])
    return gettext("Place {number}").format(number=seat + 1)


def direction(at: int | None) -> str:
    """North-south or east-west, short."""
    return "" if at is None else gettext("N-S") if at == 0 else gettext("E-W")


def names_of_values(
    facts: Mapping[str, Fact],
    *,
    names: Sequence[str] = (),
    sides: Sequence[int] = (),
    words: Mapping[str, str] | None = None,
) -> dict[str, Fact]:
    """Facts with engine values replaced by their names: suit, card, rank (also `ranks`), seat, side, kind. Numbers
    are written as `minus` does. The `length` of a run gives its name (`run`, `Run` at the start of a line), in
    Dutch one word.

    A second card or seat is `other_card` or `other_seat`; `other` is the side against `side`.
    """
    replaced = dict(facts)
    for name, value in facts.items():
        match name:
            case "suit":
                replaced[name] = suit_name(str(value))
            case "card" | "other_card":
                replaced[name] = card_name(str(value))
            case "rank":
                replaced[name] = rank_name(str(value))
                replaced["ranks"] = gettext(MANY.get(str(value), str(value)))
            case "seat" | "other_seat":
                replaced[name] = seat_name(int(value), names)
            case "side" | "other":
                replaced[name] = side_name(int(value), names, sides)
            case "kind" if words is not None:
                kinds = [gettext(words.get(f"kind_{kind}", kind)) for kind in str(value).split("+")]
                replaced[name] = " + ".join(kinds)
            case "length" if words is not None and f"kind_run{value}" in words:
                run = gettext(words[f"kind_run{value}"])
                replaced |= {"run": run, "Run": run[:1].upper() + run[1:]}
            case _ if isinstance(value, int) and not isinstance(value, bool):
                replaced[name] = minus(value) if value < 0 or value >= THOUSAND else value
    return replaced


def minus(points: object) -> str:
    """Points, or several of them joined, as people read them: a true minus sign, and thousands apart as the active
    language does it: "−3", "40", "1.280 : −20"."""
    return THOUSANDS.sub(_thousands_apart, str(points).replace("-", "−"))


def score_in_one(points: Iterable[object]) -> str:
    """Points beside one another, "0 : 182", as people read them; no line breaks within."""
    return "\u00a0:\u00a0".join(minus(each) for each in points)


def _thousands_apart(found: re.Match[str]) -> str:
    return number_format(int(found[0]), force_grouping=True)


def points_text(points: float | Fraction | Decimal) -> str:
    """Points in the active language, thousands apart: whole ones as a whole number, a part of a point with at most two
    decimals, as in "1.201,5" and "2,33"; with more where two would make it nothing."""
    exact = Fraction(points)
    decimals = 2
    while exact and abs(exact) * 10**decimals < HALF:
        decimals += 1
    amount = (Decimal(exact.numerator) / exact.denominator).quantize(
        Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP
    )
    while decimals and amount == amount.quantize(Decimal(1).scaleb(1 - decimals), rounding=ROUND_DOWN):
        decimals -= 1
    return number_format(amount, decimals, force_grouping=True)


def with_sign(points: float | Fraction) -> str:
    """Points with their sign: "+40", "−1.240", "0", "+1,5"."""
    return f"+{points_text(points)}" if points > 0 else minus(points_text(points))


def sentence(text: Text, *, words: Mapping[str, str], names: Sequence[str], sides: Sequence[int] = ()) -> str:
    """An engine `Text` in the active language; `words` is the game's, `names` are by seat."""
    template = gettext(words[text.code])
    if not text.facts:
        return template
    return template.format(**names_of_values(dict(text.facts), names=names, sides=sides, words=words))
