"""Rounds of Kraken with bots in the seats, and rounds laid out by hand up to the decision that matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from games.bots.kraken.duel import seats_to_act
from games.bots.registry import easy_answer
from games.engine.actions import Data
from games.engine.cards import PACK_OF_32, Card
from games.engine.game import replace_fields
from games.engine.kraken import Kraken
from games.engine.log import advance, advance_house
from games.engine.options import read_options
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import SEED_BYTES, Randomness

KRAKEN = Kraken()


class Decision(NamedTuple):
    """A decision of a bot: the seat, its answer, and the `state` before it."""

    state: Any
    seat: Seat
    answer: Data | None


def bot(state: Any, seat: Seat, rng: Random) -> Data | None:
    return easy_answer(KRAKEN, KRAKEN.view(state, seat), KRAKEN.choices(state, seat), rng)


def decisions(seed: int, **options: Any) -> Iterator[Decision | Any]:
    """A match of four bots: every decision as it falls, and at the end the last state."""
    rng = Random(seed)
    state = KRAKEN.start(read_options(KRAKEN.Options, options), 4)
    while not state.over:
        before = state
        randomness = Randomness(rng.randbytes(SEED_BYTES))
        for seat in seats_to_act(before):
            answer = bot(before, seat, rng)
            yield Decision(before, seat, answer)
            if answer is not None:
                state = advance(KRAKEN, before, actor=seat, data=answer, randomness=randomness).state
                break
        else:
            state = advance_house(KRAKEN, before, randomness=randomness).state
    yield state


def last_state(seed: int, **options: Any) -> Any:
    """How a match of four bots ends."""
    for step in decisions(seed, **options):
        final = step
    return final


def deal_round(hands: Sequence[str], **options: Any) -> Any:
    """Round one, seat 3 dealing, seat 0 to name trumps; an empty hand gets what the others leave, in face order."""
    given = [hand.split() for hand in hands]
    rest = [card for card in PACK_OF_32 if not any(card in hand for hand in given)]
    filled: list[list[Card]] = [hand + [rest.pop(0) for _ in range(8 - len(hand))] for hand in given]
    state = KRAKEN.start(read_options(KRAKEN.Options, options), 4)
    deal = {"do": "deal", "dealer": "3", "hands": ";".join(map(" ".join, filled))}
    return advance(KRAKEN, state, actor=HOUSE, data=deal, randomness=None).state


def after_words(state: Any, *entries: tuple[Seat, str]) -> Any:
    """The state after words (`pass`, `trump H`, `nothing`) and cards (`HJ`) of the seats."""
    for seat, word in entries:
        data: Data = {"do": word}
        if word in PACK_OF_32:
            data = {"do": "play", "card": word}
        elif word.startswith("trump "):
            data = {"do": "trump", "suit": word[-1]}
        elif word == "nothing":
            data = {"do": "declare", "combinations": ""}
        state = advance(KRAKEN, state, actor=seat, data=data, randomness=None).state
    return state


def in_play(hands: Sequence[str], trump: str, *cards: tuple[Seat, Card], **options: Any) -> Any:
    """A round in play: seat 0 made `trump` and leads; nobody challenged or declared."""
    opened = after_words(
        deal_round(hands, declarations="off", **options), (0, f"trump {trump}"), (1, "pass"), (3, "pass")
    )
    return after_words(opened, *cards)


def card_of(state: Any) -> Card:
    """The card chosen by the bot whose turn it is."""
    answer = bot(state, state.round.to_play, Random(1))
    assert answer is not None
    return answer["card"]


def other_world(state: Any, seat: Seat, rng: Random) -> Any | None:
    """The same table with the cards of the three other hands dealt anew, or None where that changes nothing."""
    others = [other for other in range(4) if other != seat]
    unseen = [card for other in others for card in state.round.hands[other]]
    rng.shuffle(unseen)
    hands = list(state.round.hands)
    for other in others:
        size = len(hands[other])
        hands[other], unseen = tuple(unseen[:size]), unseen[size:]
    return (
        replace_fields(state, round=replace_fields(state.round, hands=tuple(hands)))
        if hands != list(state.round.hands)
        else None
    )
