"""A table that stands still: any number of seats and every kind of zone, without a game and without a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.cards import SUITS, Card, several_packs
from games.engine.game import Pending, Progress
from games.engine.seats import Actor, Seat
from games.engine.view import (
    Choice,
    HeldCard,
    Prompt,
    RoundResult,
    ScoreLine,
    SeatZone,
    TrickZone,
    View,
)
from games.engine.words import text
from games.engine.zones import (
    ArrangeZone,
    CapturedZone,
    CardInMeld,
    DiscardZone,
    MeldZone,
    PlaceZone,
    RoleZone,
    ShowingZone,
    Slot,
)
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import Sitter, TableState

NAMES = ("Aafke", "Bartholomeus", "Ceciel", "Douwe", "Eef", "Ferdinand")
PACK = several_packs([suit + rank for suit in SUITS for rank in "A23456789TJQK"], 2)
WORDS = {
    "ask": "Lay down three groups or discard a card",
    "lay": "Lay down",
    "three": "Three alike",
    "four": "Run of four",
    "high": "High end of the run of {seat}",
    "meld": "Three sevens",
    "joker": "joker",
    "done": "Done",
    "deal": "Threes and fours",
    "went_out": "{seat} went out",
    "cards": "Cards in the hand",
    "said": "I pass",
    "must_follow": "You must follow {suit}.",
}


ASKED = Prompt(text("ask"), window="w1", must=True)


class StillGame:
    """The part of a game a screen needs: its view, and no pending actor."""

    key, name, better, words, version, card_values = "still", "Still", "low", WORDS, 1, ()

    def view(self, state: View, viewer: Seat | None, public: View | None = None) -> View:
        if viewer is None:
            return replace(state, viewer=None, hand=(), prompt=Prompt(state.prompt.text))
        return replace(state, viewer=viewer)

    def enforces_rules(self, options: object) -> bool:
        return True

    def by_the_rules(self, state: View) -> View:
        return state

    def pending(self, state: View) -> Mapping[Actor, Pending]:
        return {}

    def results(self, state: View) -> tuple[RoundResult, ...]:
        return state.results

    def progress(self, state: View) -> Progress:
        return Progress(
            round=state.round,
            rounds=state.rounds,
            closed=len(state.results),
            totals=state.totals,
            sides=state.sides,
            columns=state.columns,
            ring=state.ring,
            over=state.over,
            places=state.places,
        )


ASKED = Prompt(text("ask"), window="w1", must=True)


@dataclass(frozen=True)
class Held:
    """The viewer's hand and prompt; each part may be left out."""

    cards: Sequence[Card] = PACK[:40:5]
    barred: Sequence[Card] = ()
    prompt: Prompt = ASKED


def still_table(
    seats: int, *, held: Held | None = None, status: str = Match.Status.RUNNING, **zones: Any
) -> Table:
    """A table of so many seats; `zones` are fields of the view beside those every table has."""
    sitters = tuple(
        Sitter(seat, seat + 1, NAMES[seat], "bot" if seat == 2 else "person") for seat in range(seats)
    )
    return Table(
        match_id=9,
        code="BCDFGH",
        game=StillGame(),
        options=None,
        status=status,
        phrases_on=True,
        chat_on=False,
        signals="",
        sitters=sitters,
        state=TableState(seq=5, game_state=still_view(seats, held or Held(), **zones)),
    )


def still_view(seats: int, held: Held, **zones: Any) -> View:
    """A view in the middle of a round, every seat with a word said and each for itself."""
    everybody = tuple(range(seats))
    result = RoundResult(
        number=1,
        score=tuple(10 * seat for seat in everybody),
        lines=(ScoreLine(text("cards"), tuple(10 * seat for seat in everybody)),),
        verdict=text("went_out", seat=0),
        facts={},
        sides=everybody,
        tallies={},
        deals=(1,),
        label=text("deal"),
    )
    why = text("must_follow", suit="H")
    fields: dict[str, Any] = {
        "game": "still",
        "viewer": None,
        "phase": "play",
        "round": 2,
        "rounds": 9,
        "totals": result.score,
        "seats": tuple(
            SeatZone(seat, seat, 10 + seat, seat == 1, seat == 0, text("said") if seat else None)
            for seat in everybody
        ),
        "contract": None,
        "prompt": held.prompt,
        "hand": tuple(
            HeldCard(card, card not in held.barred, why if card in held.barred else None)
            for card in held.cards
        ),
        "results": (result,),
        "sides": everybody,
        "columns": tuple((seat,) for seat in everybody),
        "ring": everybody,
        "label": text("deal"),
        **zones,
    }
    return View(**fields)


def trick_of(seats: int) -> TrickZone:
    """A card of every seat."""
    cards = tuple((seat, PACK[13 * seat % 100]) for seat in range(seats))
    return TrickZone(1, cards, 0, complete=False)


def laid_cards(seats: int) -> dict[str, Any]:
    """Stock, discard pile and two melds of each seat, as far as they have laid any."""
    runs = [
        MeldZone(
            seat, f"m{seat}", tuple(map(CardInMeld, PACK[26 * (seat % 4) + 4 : 26 * (seat % 4) + 12 : 2]))
        )
        for seat in range(seats)
    ]
    threes = [
        MeldZone(
            seat, f"n{seat}", (CardInMeld("S7"), CardInMeld("S7b"), CardInMeld("XX", "H7")), text("meld")
        )
        for seat in range(seats - 2)
    ]
    return {
        "stock": 43,
        "discard": DiscardZone(("H4", "DTb"), 12),
        "melds": (*runs, *threes),
        "roles": (RoleZone(1, text("joker")),),
        "sealed": (seats - 1,),
        "joker_suit": "H",
    }


CAPTURED = (CapturedZone((0, 2), ("HA", "SK")), CapturedZone((1,), ("DQ",)))
SHOWINGS = (ShowingZone(1, 2, 2),)
ARRANGE = ArrangeZone(
    "lay", text("lay"), (Slot(text("three"), 2, 13), Slot(text("three"), 0, 13), Slot(text("four"), 0, 14))
)
PLACES = (
    PlaceZone(text("high", seat=1), "m1", "high", ("S2", "S3")),
    PlaceZone(text("meld"), "n0", "", ("S2",)),
)
DONE = (Choice({"do": "end"}, text("done"), tone="go"),)
