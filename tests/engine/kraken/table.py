"""A Kraken table for tests: rounds typed in as words and cards, one line of a log at a time."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from games.engine.actions import Data
from games.engine.cards import PACK_OF_32
from games.engine.errors import RefusalCode, Refused
from games.engine.kraken import Kraken
from games.engine.kraken.options import Options
from games.engine.kraken.state import Round, State
from games.engine.options import read_options
from games.engine.seats import HOUSE, Actor

KRAKEN = Kraken()
DEALER = 3
"""With the deal at seat 3, seat 0 makes trumps (Utrecht) and leads."""

HANDS = (
    "SJ SQ SK H7 HQ HK D9 DT;"  # a run of three, and stuk in hearts
    "S7 S8 S9 H9 HT C7 D7 D8;"  # a run of three
    "ST SA H8 HJ C8 C9 DJ DQ;"
    "HA CT CJ CQ CK CA DK DA"  # a run of five
)


def rules(**values: Any) -> Options:
    """House rules that differ from the defaults in these."""
    return read_options(Options, values)


def hands_with(**held: str) -> str:
    """Four hands of eight with these cards in them (`seat0="SJ SQ SK"`); the rest falls at random."""
    named = {int(seat.removeprefix("seat")): cards.split() for seat, cards in held.items()}
    taken = {card for cards in named.values() for card in cards}
    others = [card for card in PACK_OF_32 if card not in taken]
    random.Random(7).shuffle(others)
    hands = []
    for seat in range(4):
        missing = 8 - len(named.get(seat, []))
        hands.append(" ".join([*named.get(seat, []), *others[:missing]]))
        others = others[missing:]
    return ";".join(hands)


class Table:
    """A match that is driven by short lines: ``"0 trump H"``, ``"1 pass"``, ``"0 SJ"``, ``"house close"``."""

    def __init__(self, *, hands: str = HANDS, dealer: int = DEALER, options: Options | None = None) -> None:
        self.state: State = KRAKEN.start(options or rules(), 4)
        self.deal(hands, dealer)

    def deal(self, hands: str = HANDS, dealer: int = DEALER) -> Table:
        return self.act(HOUSE, {"do": "deal", "dealer": str(dealer), "hands": hands})

    def act(self, actor: Actor, data: Data) -> Table:
        self.state = KRAKEN.apply(self.state, actor, KRAKEN.parse(data))
        return self

    def say(self, *lines: str) -> Table:
        for line in lines:
            self.act(*read_line(line))
        return self

    def refuses(self, line: str) -> RefusalCode:
        """The code with which this line is refused; nothing has changed then."""
        before = self.state
        actor, data = read_line(line)
        with pytest.raises(Refused) as refusal:
            KRAKEN.apply(before, actor, KRAKEN.parse(data))
        assert refusal.value.sentence
        return refusal.value.code

    def play(self, cards: str) -> Table:
        """Play cards in order, each by the seat whose turn it is."""
        for card in cards.split():
            self.act(self.round.to_play, {"do": "play", "card": card})
        return self

    def play_out(self, tricks: int = 8) -> Table:
        """Anything legal until so many tricks are finished."""
        while len(self.round.tricks) < tricks:
            seat = self.round.to_play
            card = next(choice.data for choice in self.choices(seat) if choice.data["do"] == "play")
            self.act(seat, card)
        return self

    def quiet(self, *, trump: str = "H") -> Table:
        """Trumps, no kraken, nothing declared: the first lead comes next."""
        self.say(f"0 trump {trump}", "1 pass", "3 pass")
        if self.round.phase == "declare":
            self.say(*(f"{seat} declare" for seat in range(4)))
        return self

    def choices(self, seat: int) -> tuple[Any, ...]:
        return KRAKEN.choices(self.state, seat)

    def words(self, seat: int) -> list[str]:
        """The words the seat may say now, cards apart."""
        return [choice.data["do"] for choice in self.choices(seat) if choice.data["do"] != "play"]

    @property
    def waiting(self) -> list[Actor]:
        """The actors that must act."""
        return [actor for actor, pending in KRAKEN.pending(self.state).items() if pending.must]

    @property
    def round(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    @property
    def report(self) -> dict[str, Any]:
        return KRAKEN.reports(self.state)[-1]


def read_line(line: str) -> tuple[Actor, Data]:
    """``"0 trump H"`` and the like as actor and data."""
    by, word, *rest = line.split(" ", 2)
    actor: Actor = HOUSE if by == HOUSE else int(by)
    if word in PACK_OF_32:
        return actor, {"do": "play", "card": word}
    if word == "declare":
        return actor, {"do": "declare", "combinations": rest[0] if rest else ""}
    if word == "revoke":
        trick, seat = rest[0].split()
        return actor, {"do": "revoke", "trick": trick, "seat": seat}
    return actor, {"do": word, "suit": rest[0]} if rest else {"do": word}


def cards(written: str) -> tuple[str, ...]:
    return tuple(written.split())


def every_deal(seed: int, count: int) -> Iterable[tuple[tuple[str, ...], ...]]:
    """Random deals, each as four hands."""
    rng = random.Random(seed)
    for _ in range(count):
        pack = rng.sample(PACK_OF_32, 32)
        yield tuple(tuple(pack[seat * 8 : seat * 8 + 8]) for seat in range(4))
