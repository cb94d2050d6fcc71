"""Seats and the house. A seat number is an identity; the order of play belongs to the game."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from games.engine.errors import MalformedAction, Refusal

Seat: TypeAlias = int
House: TypeAlias = Literal["house"]
Actor: TypeAlias = Seat | House

HOUSE: Final[House] = "house"


def clockwise(ring: tuple[Seat, ...], *, turns_right: bool) -> tuple[Seat, ...]:
    """The seats of an order of play as they sit round the table, from the same one on: play goes to the left, or to the
    right."""
    return (*ring[:1], *reversed(ring[1:])) if turns_right else ring


def parse_actor(text: object, seats: int) -> Actor:
    """`"house"` or a seat number in digits, as `by` in a log entry. Raises MalformedAction(unknown_seat)."""
    if text == HOUSE:
        return HOUSE
    if isinstance(text, str) and len(text) == 1 and text in "0123456789"[:seats]:
        return int(text)
    raise MalformedAction(Refusal.UNKNOWN_SEAT, seat=str(text)[:12])


def parse_seat(text: object, seats: int) -> Seat:
    """A seat number in digits. Raises MalformedAction(unknown_seat)."""
    actor = parse_actor(text, seats)
    if actor == HOUSE:
        raise MalformedAction(Refusal.UNKNOWN_SEAT, seat=HOUSE)
    return actor
