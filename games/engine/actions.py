"""The few kinds of action. Each is the same flat string data in the form, in the log and in the record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.engine.cards import Card, Suit, parse_card, parse_cards, parse_suit, show_cards
from games.engine.errors import MalformedAction, Refusal
from games.engine.seats import Seat, parse_seat

Data: TypeAlias = Mapping[str, str]
ANY_ORDER: Final = "any_order"
"""A field of the form in `templates/table/zones/question/_arranging.html` only: see `reader_of_groups`."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card played to the trick or the pile; `suit` is what a joker that is led asks for."""

    card: Card
    suit: Suit | None = None

    def data(self) -> dict[str, str]:
        asked = {} if self.suit is None else {"suit": self.suit}
        return {"do": "play", "card": self.card, **asked}


@dataclass(frozen=True, slots=True)
class Choose:
    """A word said, with the suit it names where it names one."""

    word: str
    suit: Suit | None = None

    def data(self) -> dict[str, str]:
        return {"do": self.word} if self.suit is None else {"do": self.word, "suit": self.suit}


@dataclass(frozen=True, slots=True)
class Accuse:
    """A seat says that another broke a rule with a card of a trick, counted from 1."""

    word: str
    trick: int
    seat: Seat

    def data(self) -> dict[str, str]:
        return {"do": self.word, "trick": str(self.trick), "seat": str(self.seat)}


@dataclass(frozen=True, slots=True)
class Arrange:
    """Groups of cards laid down together; none at all is an answer too. `field` is the one that names them."""

    word: str
    groups: tuple[tuple[Card, ...], ...]
    field: str = "combinations"

    def data(self) -> dict[str, str]:
        return {"do": self.word, self.field: ";".join(map(show_cards, self.groups))}


@dataclass(frozen=True, slots=True)
class Place:
    """A card laid on something on the table, or at one end of it. `field` is the one that names the target."""

    card: Card
    target: str = ""
    end: str = ""
    word: str = "place"
    field: str = "target"

    def data(self) -> dict[str, str]:
        named = {"do": self.word, "card": self.card, self.field: self.target, "end": self.end}
        return {field: value for field, value in named.items() if value}


@dataclass(frozen=True, slots=True)
class Deal:
    """The house deals: either `hands` by seat, or the `deck` in dealing order. `drawn` are the cards by seat, of a pack
    of their own, that the first dealer was drawn by, in games that show them."""

    dealer: Seat
    hands: tuple[tuple[Card, ...], ...] = ()
    deck: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()

    def data(self) -> dict[str, str]:
        dealt = (
            {"deck": show_cards(self.deck)} if self.deck else {"hands": ";".join(map(show_cards, self.hands))}
        )
        drawn = {"drawn": show_cards(self.drawn)} if self.drawn else {}
        return {"do": "deal", "dealer": str(self.dealer), **dealt, **drawn}


@dataclass(frozen=True, slots=True)
class Turn:
    """The house turns a card; only its suit matters."""

    suit: Suit

    def data(self) -> dict[str, str]:
        return {"do": "turn", "suit": self.suit}


@dataclass(frozen=True, slots=True)
class Swap:
    """The house lets two hands exchange a card by chance: `given` went over, `taken` came back."""

    given: Card
    taken: Card

    def data(self) -> dict[str, str]:
        return {"do": "swap", "given": self.given, "taken": self.taken}


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The house makes a new stock of what was discarded; `deck` is its order from the top."""

    deck: tuple[Card, ...]

    def data(self) -> dict[str, str]:
        return {"do": "reshuffle", "deck": show_cards(self.deck)}


@dataclass(frozen=True, slots=True)
class Close:
    """The house closes a window that ran out. It bears on no chance, so no proof shows it."""

    def data(self) -> dict[str, str]:
        return {"do": "close"}


Action: TypeAlias = Play | Choose | Accuse | Arrange | Place | Deal | Turn | Swap | Reshuffle | Close
HouseAction: TypeAlias = Deal | Turn | Swap | Reshuffle | Close
HOUSE_ACTIONS = (Deal, Turn, Swap, Reshuffle, Close)
BY_CHANCE = (Deal, Turn, Swap, Reshuffle)
"""Actions of the house that follow from the chance of the deal, which a proof shows again."""
Reader: TypeAlias = Callable[[Data], Action]
"""Makes the action of an entry that begins with its word. Raises MalformedAction."""


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


def reader_of_asking_play(pack: Collection[Card]) -> Reader:
    """A reader of `play` entries for that pack in which a joker may ask for a suit."""

    def read_play(data: Data) -> Play:
        if "suit" not in data:
            (card,) = read_fields(data, "card")
            return Play(parse_card(card, pack))
        card, suit = read_fields(data, "card", "suit")
        return Play(parse_card(card, pack), parse_suit(suit))

    return read_play


def reader_of_place(pack: Collection[Card], *named: str, field: str = "target", end: bool = False) -> Reader:
    """A reader of entries that put a card somewhere; `named` are the fields beside the card that must be there, none
    where a card has only one place. `field` is the one of them with the target, `end` says that an end may be named."""

    def read_place(data: Data) -> Place:
        names = (*named, "end") if end and "end" in data else named
        card, *where = read_fields(data, "card", *names)
        values = dict(zip(names, where, strict=True))
        return Place(parse_card(card, pack), values.get(field, ""), values.get("end", ""), data["do"], field)

    return read_place


def read_word(data: Data) -> Choose:
    read_fields(data)
    return Choose(data["do"])


def read_word_with_suit(data: Data) -> Choose:
    (suit,) = read_fields(data, "suit")
    return Choose(data["do"], parse_suit(suit))


def reader_of_accusation(seats: int) -> Reader:
    """A reader of entries that name a trick and a seat."""

    def read_accusation(data: Data) -> Accuse:
        trick, seat = read_fields(data, "trick", "seat")
        if not (trick.isascii() and trick.isdigit() and len(trick) <= 2 and trick == str(int(trick))):
            raise MalformedAction(Refusal.NOT_A_NUMBER)
        return Accuse(data["do"], int(trick), parse_seat(seat, seats))

    return read_accusation


def reader_of_groups(
    pack: Collection[Card],
    field: str = "combinations",
    *,
    in_order: Callable[[tuple[Card, ...]], tuple[Card, ...]] = tuple,
) -> Reader:
    """A reader of cards laid down in groups, named in that field.

    A form says with `any_order` that its player put the cards together as they came to hand: `in_order` then gives the
    order they lie in. A record says them in their order.
    """

    def read_groups(data: Data) -> Arrange:
        entry = {name: value for name, value in data.items() if name != ANY_ORDER}
        (groups,) = read_fields(entry, field)
        read = [parse_cards(group, pack) for group in groups.split(";")] if groups.strip() else ()
        if ANY_ORDER in data:
            read = [in_order(cards) for cards in read]
        return Arrange(data["do"], tuple(read), field)

    return read_groups


def read_turn(data: Data) -> Turn:
    (suit,) = read_fields(data, "suit")
    return Turn(parse_suit(suit))


def reader_of_swap(pack: Collection[Card]) -> Reader:
    """A reader of `swap` entries for that pack."""

    def read_swap(data: Data) -> Swap:
        given, taken = read_fields(data, "given", "taken")
        return Swap(parse_card(given, pack), parse_card(taken, pack))

    return read_swap


def reader_of_reshuffle(pack: Collection[Card]) -> Reader:
    """A reader of `reshuffle` entries for that pack."""

    def read_reshuffle(data: Data) -> Reshuffle:
        (deck,) = read_fields(data, "deck")
        return Reshuffle(parse_cards(deck, pack))

    return read_reshuffle


def read_close(data: Data) -> Close:
    read_fields(data)
    return Close()


def reader_of_deal(pack: Collection[Card], *, seats: int, draws: bool = False) -> Reader:
    """A reader of `deal` entries for that pack and at most so many seats; with `draws` an entry may say which cards
    the first dealer was drawn by."""

    def read_deal(data: Data) -> Deal:
        names = (
            "dealer",
            "deck" if "deck" in data else "hands",
            *(("drawn",) if draws and "drawn" in data else ()),
        )
        dealer, dealt, *others = read_fields(data, *names)
        seat, drawn = parse_seat(dealer, seats), parse_cards(others[0], pack) if others else ()
        if "deck" in data:
            return Deal(seat, deck=parse_cards(dealt, pack), drawn=drawn)
        return Deal(seat, hands=tuple(parse_cards(hand, pack) for hand in dealt.split(";")), drawn=drawn)

    return read_deal
