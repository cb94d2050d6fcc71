"""The few kinds of action. Each is the same flat string data in the form, in the log and in the record
(kernel 8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.engine.cards import Card, Suit, parse_card, parse_cards, parse_suit, show_cards
from games.engine.errors import MalformedAction, Refusal
from games.engine.seats import Seat, parse_seat

Data: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Play:
    """A card played to the trick or the pile."""

    card: Card

    def data(self) -> dict[str, str]:
        return {"do": "play", "card": self.card}


@dataclass(frozen=True, slots=True)
class Choose:
    """A word said, with the suit it names where it names one."""

    word: str
    suit: Suit | None = None

    def data(self) -> dict[str, str]:
        return {"do": self.word} if self.suit is None else {"do": self.word, "suit": self.suit}


@dataclass(frozen=True, slots=True)
class Arrange:
    """Groups of cards laid down together; none at all is an answer too."""

    word: str
    groups: tuple[tuple[Card, ...], ...]

    def data(self) -> dict[str, str]:
        return {"do": self.word, "combinations": ";".join(map(show_cards, self.groups))}


@dataclass(frozen=True, slots=True)
class Place:
    """A card laid at one end of something on the table."""

    card: Card
    target: str = ""
    end: str = ""

    def data(self) -> dict[str, str]:
        named = {"do": "place", "card": self.card, "target": self.target, "end": self.end}
        return {field: value for field, value in named.items() if value}


@dataclass(frozen=True, slots=True)
class Deal:
    """The house deals: either `hands` by seat or the `deck` in dealing order."""

    dealer: Seat
    hands: tuple[tuple[Card, ...], ...] = ()
    deck: tuple[Card, ...] = ()

    def data(self) -> dict[str, str]:
        dealt = (
            {"deck": show_cards(self.deck)} if self.deck else {"hands": ";".join(map(show_cards, self.hands))}
        )
        return {"do": "deal", "dealer": str(self.dealer), **dealt}


@dataclass(frozen=True, slots=True)
class Turn:
    """The house turns a card; only its suit matters."""

    suit: Suit

    def data(self) -> dict[str, str]:
        return {"do": "turn", "suit": self.suit}


@dataclass(frozen=True, slots=True)
class Close:
    """The house closes a window that ran out."""

    def data(self) -> dict[str, str]:
        return {"do": "close"}


Action: TypeAlias = Play | Choose | Arrange | Place | Deal | Turn | Close
HouseAction: TypeAlias = Deal | Turn | Close
HOUSE_ACTIONS = (Deal, Turn, Close)
Reader: TypeAlias = Callable[[Data], Action]


def parse_action(data: Data, vocabulary: Mapping[str, Reader]) -> Action:
    """Read one action in a game's vocabulary (word to reader). Raises MalformedAction."""
    word = data.get("do")
    if not isinstance(word, str):
        raise MalformedAction(Refusal.MISSING_FIELD, field="do")
    reader = vocabulary.get(word)
    if reader is None:
        raise MalformedAction(Refusal.UNKNOWN_WORD, word=word[:24])
    return reader(data)


def read_fields(data: Data, *names: str) -> list[str]:
    """The values of exactly these fields beside `do`, all strings. Raises MalformedAction."""
    for name in data:
        if name != "do" and name not in names:
            raise MalformedAction(Refusal.UNKNOWN_FIELD, field=name[:24])
    values = []
    for name in names:
        value = data.get(name)
        if not isinstance(value, str):
            raise MalformedAction(Refusal.MISSING_FIELD, field=name)
        values.append(value)
    return values


def reader_of_play(pack: Collection[Card]) -> Reader:
    """A reader of `play` entries for that pack."""

    def read_play(data: Data) -> Play:
        (card,) = read_fields(data, "card")
        return Play(parse_card(card, pack))

    return read_play


def reader_of_place(pack: Collection[Card], *named: str) -> Reader:
    """A reader of `place` entries; `named` are the fields ("target", "end") without which a card could go to several
    places."""

    def read_place(data: Data) -> Place:
        card, *where = read_fields(data, "card", *named)
        return Place(parse_card(card, pack), **dict(zip(named, where, strict=True)))

    return read_place


def read_word(data: Data) -> Choose:
    read_fields(data)
    return Choose(data["do"])


def read_word_with_suit(data: Data) -> Choose:
    (suit,) = read_fields(data, "suit")
    return Choose(data["do"], parse_suit(suit))


def reader_of_groups(pack: Collection[Card]) -> Reader:
    """A reader of cards laid down in groups."""

    def read_groups(data: Data) -> Arrange:
        (groups,) = read_fields(data, "combinations")
        read = [parse_cards(group, pack) for group in groups.split(";")] if groups.strip() else ()
        return Arrange(data["do"], tuple(read))

    return read_groups


def read_turn(data: Data) -> Turn:
    (suit,) = read_fields(data, "suit")
    return Turn(parse_suit(suit))


def read_close(data: Data) -> Close:
    read_fields(data)
    return Close()


def reader_of_deal(pack: Collection[Card], *, seats: int) -> Reader:
    """A reader of `deal` entries for that pack and at most so many seats."""

    def read_deal(data: Data) -> Deal:
        if "deck" in data:
            dealer, deck = read_fields(data, "dealer", "deck")
            return Deal(parse_seat(dealer, seats), deck=parse_cards(deck, pack))
        dealer, hands = read_fields(data, "dealer", "hands")
        return Deal(
            parse_seat(dealer, seats), hands=tuple(parse_cards(hand, pack) for hand in hands.split(";"))
        )

    return read_deal
