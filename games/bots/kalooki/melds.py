"""The way to lay a contract that leaves least in the hand, counted after all that fits was added; melds beyond it, and
where cards are added."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.actions import Arrange, Data
from games.engine.cards import Card
from games.engine.kalooki import finding, melds, scoring
from games.engine.kalooki.contracts import Contract
from games.engine.kalooki.finding import Melds
from games.engine.kalooki.melds import Meld, is_joker
from games.engine.kalooki.options import Options
from games.engine.view import View

MAX_WAYS_COMPARED: Final = 24
"""Ways to lay a contract that are compared."""
CARDS_OF_LATE_HAND: Final = 8
"""Cards in another hand, or fewer, with which nobody waits any more."""


class Laying(NamedTuple):
    """Melds to lay, and the cards that are left when all that fits has been added too."""

    melds: Melds
    left: tuple[Card, ...]

    @property
    def goes_out(self) -> bool:
        """Whether the hand is empty after a discard."""
        return not self.left or (len(self.left) == 1 and not is_joker(self.left[0]))

    @property
    def data(self) -> Data:
        return Arrange("lay", self.melds, "melds").data()


def melds_on_table(view: View) -> list[Meld]:
    """The melds on the table as the rules know them. What lies there was allowed, so the house rules of a new meld are
    not asked."""
    found = []
    for zone in view.melds:
        read = melds.read_meld(zone.owner, tuple(lying.card for lying in zone.cards), Options())
        assert read is not None
        found.append(read)
    return found


def best_laying(view: View, hand: Sequence[Card], contract: Contract) -> Laying | None:
    """The way to lay the contract that leaves the fewest cards and of these the cheapest; None where there is none."""
    ways = finding.layings(hand, contract, view.options, most=MAX_WAYS_COMPARED)
    return _least(view, hand, ways)


def another_meld(view: View, hand: Sequence[Card]) -> Laying | None:
    """One meld more of a player who is down."""
    own = [meld for meld in melds_on_table(view) if meld.owner == view.viewer]
    ranks = {meld.sign for meld in own if not meld.is_four}
    suits = {meld.sign for meld in own if meld.is_four}
    ways = [
        way
        for contract in (Contract(1, 0), Contract(0, 1))
        for way in finding.layings(
            hand, contract, view.options, ranks=ranks, suits=suits, most=MAX_WAYS_COMPARED
        )
    ]
    return _least(view, hand, ways)


def _least(view: View, hand: Sequence[Card], ways: Sequence[Melds]) -> Laying | None:
    on_table = melds_on_table(view)
    found = []
    if view.options.final_discard == "required":
        ways = [way for way in ways if sum(map(len, way)) < len(hand)]
    for way in ways:
        new = [melds.read_meld(view.viewer or 0, cards, view.options) for cards in way]
        used = {card for cards in way for card in cards}
        rest = [card for card in hand if card not in used]
        left = cards_left([*on_table, *(meld for meld in new if meld)], rest, view.options)
        found.append(Laying(way, tuple(left)))
    return min(found, key=lambda one: (len(one.left), sum(map(scoring.value, one.left))), default=None)


def cards_left(on_table: list[Meld], rest: Sequence[Card], options: Options) -> list[Card]:
    """The cards that are left when all that fits has been added, jokers last. The last card that can be discarded is
    kept where one is required."""
    left = sorted(rest, key=lambda card: (is_joker(card), card))
    moved = True
    while moved and left:
        moved = False
        for card in left:
            if options.final_discard == "required" and len(left) == 1:
                return left
            place = place_for(on_table, card, options, before=left)
            if place is not None:
                number, after = place
                on_table[number] = after
                left.remove(card)
                moved = True
                break
    return left


def place_for(
    on_table: Sequence[Meld], card: Card, options: Options, *, before: Sequence[Card] = ()
) -> tuple[int, Meld] | None:
    """A meld to which the card goes, by its number and as it is then: added, or in the place of a joker. A joker goes
    to a four on which a card of `before` fits behind it, where there is one."""
    if is_joker(card):
        for number, meld in enumerate(on_table):
            for end in melds.ends(meld, card, options):
                longer = melds.with_card_added(meld, card, end)
                if any(not is_joker(other) and opens(meld, longer, other, options) for other in before):
                    return number, longer
    for number, meld in enumerate(on_table):
        ends = melds.ends(meld, card, options)
        if ends:
            return number, melds.with_card_added(meld, card, ends[0])
        after = melds.with_joker_shifted(meld, card) if options.joker_shift == "on" else None
        if after is not None:
            return number, after
    return None


def opens(meld: Meld, after: Meld, card: Card, options: Options) -> bool:
    """Whether a card that does not fit the meld fits it `after` a joker was added."""
    return not melds.ends(meld, card, options) and bool(melds.ends(after, card, options))


def left_after_adding(view: View, hand: Sequence[Card], data: Data) -> tuple[int, int]:
    """How many cards, and how many points, stay in the hand when this card is added first (`data` of a `tack`) and then
    all that fits."""
    on_table, card, number = melds_on_table(view), data["card"], int(data["meld"])
    end = data.get("end") or melds.ends(on_table[number], card, view.options)[0]
    on_table[number] = melds.with_card_added(on_table[number], card, end)
    left = cards_left(on_table, [other for other in hand if other != card], view.options)
    return len(left), sum(map(scoring.value, left))


def waits(view: View, laying: Laying) -> bool:
    """Whether the contract stays in the hand because everything may go out at once a turn later: nobody is down,
    nobody has few cards, and one card too many is left that is no joker."""
    fewest = min(zone.cards for zone in view.seats if zone.seat != view.viewer)
    spare = len(laying.left) == 2 and not any(map(is_joker, laying.left))
    return spare and not view.roles and fewest > CARDS_OF_LATE_HAND
