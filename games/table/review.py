"""A closed round again: card by card with all hands open, the score line by line, the proof of the deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.engine.actions import Deal
from games.engine.cards import Card, Suit, show_cards
from games.engine.game import Game
from games.engine.seats import HOUSE
from games.engine.view import View
from games.engine.words import Text
from games.table import rendering
from games.table.errors import TableRefusal, TableRefused
from games.table.history import ClosedRound, Told, closed_rounds, game_and_start, names_of, proof_of
from games.table.models import Match
from games.table.speech import Speech
from games.table.wording import card_name, sentence, side_name, suit_name


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card with the name it is read out by; `winning` marks the one that takes the trick as it lies."""

    card: Card
    name: str
    winning: bool = False


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A seat at one moment: who, the cards still held, what lies before it, what it said last.

    `at` is its place on the screen, clockwise from the reader's own seat at the bottom (0).
    """

    number: int
    at: int
    name: str
    hand: tuple[NamedCard, ...]
    played: NamedCard | None
    word: str
    dealer: bool


@dataclass(frozen=True, slots=True)
class Said:
    """Something said before or between the cards, in order."""

    name: str
    words: str
    cards: tuple[NamedCard, ...]
    automatic: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """One moment of the round: 0 is before the first card, n after card n. `label` says what was done.

    `trick` is 0 in a deal without tricks.
    """

    card: int
    label: str
    trick: int
    opens_trick: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score, in words, with its points per side."""

    words: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What a check without trust in the house needs. `pack` and `deck` are cards between spaces."""

    context: str
    commitment: str
    seed: str
    shuffle: str
    pack: str
    deck: str


@dataclass(frozen=True, slots=True)
class RoundReview:
    """Everything the review page shows of one round at one moment.

    `label` names the round where rounds have names; `laid` is what lies on the table where it is no trick, drawn.
    """

    number: int
    label: str
    rounds: tuple[int, ...]
    card: int
    last: int
    ticks: tuple[Tick, ...]
    seats: tuple[SeatReview, ...]
    trick: int
    laid: SafeString
    trump: Suit | None
    trump_name: str
    maker: str
    multiplier: int
    said: tuple[Said, ...]
    lines: tuple[Line, ...]
    score: tuple[int, ...]
    totals: tuple[int, ...]
    sides: tuple[str, ...]
    verdict: str
    proof: Proof | None

    @property
    def now(self) -> Tick:
        """The moment that is shown."""
        return self.ticks[self.card]

    @property
    def earlier(self) -> int | None:
        """The closed round before this one."""
        return max((one for one in self.rounds if one < self.number), default=None)

    @property
    def later(self) -> int | None:
        """The closed round after this one."""
        return min((one for one in self.rounds if one > self.number), default=None)

    @property
    def previous(self) -> int | None:
        """The moment before this one."""
        return self.card - 1 if self.card > 0 else None

    @property
    def next(self) -> int | None:
        """The moment after this one."""
        return self.card + 1 if self.card < self.last else None


class _Telling:
    """Words for one match: its game, names and sides."""

    def __init__(self, game: Game[Any], start: Any, names: tuple[str, ...]) -> None:
        self.game = game
        self.names = names
        self.sides = game.progress(start).sides
        self.speech = Speech(language=get_language(), names=names, sides=self.sides, words=game.words)

    def say(self, text: Text) -> str:
        return sentence(text, words=self.game.words, names=self.names, sides=self.sides)

    def side(self, side: int) -> str:
        return side_name(side, self.names, self.sides)


def round_review(match: Match, *, number: int, card: int, you: int) -> RoundReview:
    """A closed round at the moment after so many cards (0: before the first), seen from seat `you`.

    Raises TableRefused(no_such_round) for a round that is not closed, (no_such_card) for no such moment.
    """
    rounds = list(closed_rounds(match))
    closed = next((one for one in rounds if one.number == number), None)
    if closed is None:
        raise TableRefused(TableRefusal.NO_SUCH_ROUND)
    game, start = game_and_start(match)
    telling = _Telling(game, start, names_of(match))
    moments, ticks, said = _walk(telling, closed)
    if not 0 <= card < len(moments):
        raise TableRefused(TableRefusal.NO_SUCH_CARD)
    state = moments[card]
    public = game.view(state, None)
    result = game.results(closed.after)[-1]
    contract = public.contract
    return RoundReview(
        number=number,
        label=telling.say(result.label) if result.label else "",
        rounds=tuple(one.number for one in rounds),
        card=card,
        last=len(moments) - 1,
        ticks=tuple(ticks),
        seats=_seats(telling, state, public, you),
        trick=public.trick.number if public.trick else 0,
        laid=rendering.laid_zone(public, telling.speech),
        trump=contract.trump if contract else None,
        trump_name=suit_name(contract.trump) if contract and contract.trump else "",
        maker=telling.names[contract.maker] if contract and contract.maker is not None else "",
        multiplier=contract.ladder[contract.level] if contract else 1,
        said=tuple(said),
        lines=tuple(Line(telling.say(line.text), line.points) for line in result.lines),
        score=result.score,
        totals=game.progress(closed.after).totals,
        sides=tuple(telling.side(side) for side in sorted(set(telling.sides))),
        verdict=telling.say(result.verdict),
        proof=_proof(match, game, closed),
    )


def _walk(telling: _Telling, closed: ClosedRound) -> tuple[list[Any], list[Tick], list[Said]]:
    """The states worth looking at (before the first card, then after each), what led to them, what was said.

    A claim made after a card belongs to the moment of that card. The state after the last entry is not
    shown: its table is empty.
    """
    game, state = telling.game, closed.before
    moments: list[Any] = []
    ticks = [Tick(0, gettext("Before the first card"), 0, opens_trick=True)]
    said: list[Said] = []
    for line in closed.told:
        entry = line.entry
        before, state = state, game.apply(state, entry.by, game.parse(entry.data))
        if "card" in entry.data:
            moments.append(before)
            ticks.append(_tick(telling, state, line, len(ticks)))
        elif entry.by != HOUSE:
            said.append(_said(telling, before, line))
    moments.append(before if closed.told[-1].entry.by == HOUSE else state)
    return moments, ticks, said


def _tick(telling: _Telling, state: Any, line: Told, number: int) -> Tick:
    """The moment a card led to; `state` is the one after it."""
    lying = telling.game.view(state, None).trick
    label = f"{telling.names[int(line.entry.by)]}: {card_name(line.entry.data['card'])}"
    if lying is None:
        return Tick(number, label, 0, opens_trick=False)
    return Tick(number, label, lying.number, opens_trick=len(lying.cards) == 1)


def _said(telling: _Telling, state: Any, line: Told) -> Said:
    """A word as its button says it; laid groups are shown as cards."""
    seat, data = int(line.entry.by), line.entry.data
    offered = telling.game.choices(state, seat)
    same = [choice for choice in offered if dict(choice.data) == dict(data)]
    alike = same or [choice for choice in offered if choice.data["do"] == data["do"] and choice.groups]
    words = telling.say(alike[0].label) if alike else data["do"]
    laid = data.get("combinations", "").replace(";", " ").split()
    return Said(telling.names[seat], words, _named(laid), line.automatic)


def _seats(telling: _Telling, state: Any, public: View, you: int) -> tuple[SeatReview, ...]:
    game = telling.game
    lying = dict(public.trick.cards) if public.trick else {}
    seats = []
    for zone in public.seats:
        played = lying.get(zone.seat)
        winning = public.trick is not None and public.trick.winning == zone.seat
        seats.append(
            SeatReview(
                number=zone.seat,
                at=(zone.seat - you) % len(public.seats),
                name=telling.names[zone.seat],
                hand=_named(held.card for held in game.view(state, zone.seat).hand),
                played=NamedCard(played, card_name(played), winning) if played else None,
                word=telling.say(zone.word) if zone.word else "",
                dealer=zone.dealer,
            )
        )
    return tuple(seats)


def _named(cards: Any) -> tuple[NamedCard, ...]:
    return tuple(NamedCard(card, card_name(card)) for card in cards)


def _proof(match: Match, game: Game[Any], closed: ClosedRound) -> Proof | None:
    """The proof of the round's deal; None for a deal that was not shuffled here (its hands were given)."""
    row = match.rounds.filter(number=closed.number).first()
    deal = game.parse(closed.told[0].entry.data)
    if row is None or not isinstance(deal, Deal) or not deal.deck:
        return None
    proof: Mapping[str, object] = proof_of(row)
    return Proof(
        context=str(proof["context"]),
        commitment=str(proof["commitment"]),
        seed=str(proof["seed"]),
        shuffle=str(proof["shuffle"]),
        pack=show_cards(sorted(deal.deck, key=_face_order)),
        deck=show_cards(deal.deck),
    )


def _face_order(card: Card) -> tuple[int, int]:
    return "SHDC".index(card[0]), "23456789TJQKA".index(card[1])
