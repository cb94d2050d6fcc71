"""Open decisions of Rosbiratschka and the choices in each. One seat at a time; nothing is claimed."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.cards import Card
from games.engine.game import Kind, Pending
from games.engine.rosbiratschka import play
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.state import Contract, Round, State
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.view import Choice
from games.engine.words import text


def pending(state: State) -> Mapping[Actor, Pending]:
    """The house deals, then the seats act in turn. A forced pass looks like any other turn from outside."""
    round_ = state.round
    if state.over:
        return {}
    if round_ is None or round_.closed:
        number = 1 if round_ is None else round_.number + 1
        return {HOUSE: Pending(f"{number}.deal", "deal")}
    kind: Kind = "place" if round_.contract is Contract.LAYOUT else "play"
    return {round_.to_play: Pending(f"{round_.number}.card{round_.moves}", kind)}


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The cards the seat may play or place, or the pass it must say."""
    round_ = state.round
    if round_ is None or state.over or round_.closed or seat != round_.to_play:
        return ()
    word = "place" if round_.contract is Contract.LAYOUT else "play"
    cards = playable(round_, state.options, seat)
    if not cards:
        return (Choice({"do": "pass"}, text("choose_pass"), "go"),)
    return tuple(Choice({"do": word, "card": card}, text("choose_card", card=card)) for card in cards)


def playable(round_: Round, options: Options, seat: Seat) -> tuple[Card, ...]:
    """The cards the seat may play or place now; it must be its turn. Empty only where it must pass."""
    if round_.contract is Contract.LAYOUT:
        return play.cards_to_place(round_, options, seat)
    if round_.contract is Contract.HUNDRED:
        return round_.hands[seat]
    return play.playable_to_trick(round_.hands[seat], round_.trick)
