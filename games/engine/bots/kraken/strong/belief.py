"""The knowledge of a seat in a round in play: for every card it does not see, the seats that may still hold it.

Only certainties are here: suits a seat did not follow, cards the trump duty would have forced, combinations that lay
open or were named so that their cards are known. What merely makes a hand more or less likely is in `evidence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.engine.bots.kraken.compact import masks
from games.engine.bots.kraken.compact.legal import ruled_out
from games.engine.bots.kraken.compact.masks import Form
from games.engine.bots.kraken.compact.positions import EMPTY, Rules, Table, laid
from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card, Suit
from games.engine.kraken.options import Options
from games.engine.seats import Seat
from games.engine.view import SpokenWord, View

RUN_LENGTHS: Final = {20: 3, 50: 4, 100: 5}
"""The least number of cards in a run of so many points."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One of the things a seat may have meant by the best combination it named: cards it was dealt, and cards it was
    not dealt because the run would have been longer."""

    dealt: int
    not_dealt: int


@dataclass(frozen=True, slots=True)
class Belief:
    """The knowledge of `seat`, in the compact form of the trump suit.

    `hand` and `unseen` are its own cards and those in the other three hands. `may_hold[seat]` are the unseen cards a
    seat may hold, `sizes` the numbers of cards in the four hands, `played[seat]` what each has played. `meant` are
    the seats whose named combination fits several suits, with each reading.
    """

    seat: Seat
    form: Form
    options: Options
    trump: Suit
    hand: int
    unseen: int
    table: Table
    leader: Seat
    sizes: tuple[int, ...]
    played: tuple[int, ...]
    may_hold: tuple[int, ...]
    meant: tuple[tuple[Seat, tuple[Reading, ...]], ...]

    @property
    def rules(self) -> Rules:
        """The options that play needs."""
        return rules_of(self.trump, self.options)

    def certain(self, seat: Seat) -> int:
        """The unseen cards that only this seat can hold."""
        others = 0
        for other in range(4):
            others |= self.may_hold[other] if other not in (seat, self.seat) else 0
        return self.unseen & ~others


def rules_of(trump: Suit, options: Options) -> Rules:
    """The options that play with this trump suit needs."""
    return Rules(
        masks.trick_worths(options.quads, masks.doubling(trump, options)),
        masks.last_trick(trump, options),
        options.play_rules == "rotterdam",
    )


def belief(view: View) -> Belief:
    """The belief of the viewer once trumps are made."""
    contract, seat, options = view.contract, view.viewer, view.options
    assert contract is not None
    assert contract.trump is not None
    assert seat is not None
    form = masks.form(contract.trump)
    running = view.trick.cards if view.trick is not None and not view.trick.complete else ()
    tricks = [view.played[start : start + 4] for start in range(0, len(view.played), 4)]
    played, excluded, table = [0, 0, 0, 0], [0, 0, 0, 0], EMPTY
    for trick in (*tricks, running):
        table, told = _read(tuple(card for _, card in trick), contract.trump, options.play_rules)
        for (player, card), without in zip(trick, told, strict=True):
            played[player] |= form.bit[card]
            excluded[player] |= without
    hand = form.mask(held.card for held in view.hand)
    unseen = masks.ALL & ~hand & ~sum(played)
    may_hold = [0 if other == seat else unseen & ~excluded[other] for other in range(4)]
    for group in view.laid_open:
        _dealt(may_hold, group.seat, form.mask(group.cards))
    meant = _named(view.spoken, form, played, may_hold, seat)
    return Belief(
        seat=seat,
        form=form,
        options=options,
        trump=contract.trump,
        hand=hand,
        unseen=unseen,
        table=table if running else EMPTY,
        leader=running[0][0] if running else seat,
        sizes=tuple(zone.cards for zone in view.seats),
        played=tuple(played),
        may_hold=tuple(may_hold),
        meant=meant,
    )


@lru_cache(maxsize=4096)
def _read(trick: tuple[Card, ...], trump: Suit, play_rules: str) -> tuple[Table, tuple[int, ...]]:
    """The table after these cards, and for each card what its player cannot hold; later decisions of the round ask
    about the same trick again."""
    if not trick:
        return EMPTY, ()
    table, told = _read(trick[:-1], trump, play_rules)
    card = masks.form(trump).bit[trick[-1]]
    without = ruled_out(
        card,
        table.led,
        table.best,
        partner_winning=table.lying > 1 and table.place == table.lying - 2,
        rotterdam=play_rules == "rotterdam",
    )
    return laid(table, card), (*told, without)


def _dealt(may_hold: list[int], seat: Seat, cards: int) -> None:
    """These cards were dealt to that seat: nobody else holds them."""
    for other in range(4):
        if other != seat:
            may_hold[other] &= ~cards


def _named(
    spoken: Sequence[SpokenWord], form: Form, played: Sequence[int], may_hold: list[int], viewer: Seat
) -> tuple[tuple[Seat, tuple[Reading, ...]], ...]:
    """Apply the best combination of each other seat to `may_hold` where only one reading is left, and give the seats
    with several."""
    open_questions = []
    for word in spoken:
        if word.seat == viewer or not word.text.code.startswith("said_best"):
            continue
        facts = dict(word.text.facts)
        if word.text.code == "said_best_four":
            readings = [Reading(form.mask(suit + str(facts["rank"]) for suit in SUITS), 0)]
        else:
            suits = str(facts["card"])[0] if "card" in facts else "".join(SUITS)
            top = str(facts["card"])[1] if "card" in facts else str(facts["rank"])
            readings = [_run(form, suit, top, int(facts["points"])) for suit in suits]
        could = played[word.seat] | may_hold[word.seat]
        fitting = [
            told for told in readings if not told.dealt & ~could and not told.not_dealt & played[word.seat]
        ]
        if len(fitting) == 1:
            _dealt(may_hold, word.seat, fitting[0].dealt)
            may_hold[word.seat] &= ~fitting[0].not_dealt
        elif fitting:
            open_questions.append((word.seat, tuple(fitting)))
    return tuple(open_questions)


def _run(form: Form, suit: Suit, top: str, points: int) -> Reading:
    """The cards a run of so many points up to `top` needs, and the neighbours that would have made it longer."""
    ranks, highest, length = RANKS_FROM_SEVEN, RANKS_FROM_SEVEN.index(top), RUN_LENGTHS[points]
    lowest = highest - length + 1
    beyond = [ranks[highest + 1]] if highest + 1 < len(ranks) else []
    if lowest > 0 and length < RUN_LENGTHS[100]:
        beyond.append(ranks[lowest - 1])
    return Reading(
        form.mask(suit + rank for rank in ranks[max(lowest, 0) : highest + 1]),
        form.mask(suit + rank for rank in beyond),
    )
