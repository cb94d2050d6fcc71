"""A closed round as one player saw it, while other tables are still to play its cards: their hand, and the tricks."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.cards import Suit
from games.engine.seats import Seat
from games.engine_words import suit_name
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.review.closed_round import RoundScore, score_then
from games.table.review.evidence import lays_card, round_evidence
from games.table.screen.narration import NamedCard, Narrator, name_cards


class TrickCard(NamedTuple):
    """A card of a trick, and who played it."""

    name: str
    card: NamedCard
    yours: bool


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A closed round without anything its player did not see: the own `hand`, the `tricks` card by card, the score."""

    number: int
    label: str
    trump: Suit | None
    trump_name: str
    verdict: str
    hand: tuple[NamedCard, ...]
    tricks: tuple[tuple[TrickCard, ...], ...]
    score: RoundScore
    sides: tuple[str, ...]


def own_round(match: Match, *, number: int, you: Seat) -> OwnRound:
    """A closed round as seat `you` saw it. Raises TableRefused(no_such_round) for a round that is not closed."""
    evidence = round_evidence(match, number)
    if evidence is None:
        raise TableRefused(TableRefusal.NO_SUCH_ROUND)
    game = evidence.game
    results = game.results(evidence.after)
    names = tuple(sitter.name for sitter in evidence.sitters)
    narrator = Narrator(game, names, results[-1].sides, game.progress(evidence.after).columns)
    standing = [step for step in evidence.steps if step.of_game]
    tricks: dict[int, list[TrickCard]] = defaultdict(list)
    for step in standing:
        if step.seat is not None and lays_card(game, step):
            lying = narrator.view(step.after, None).trick
            laid = TrickCard(names[step.seat], name_cards([step.data["card"]])[0], step.seat == you)
            tricks[lying.number if lying else 0].append(laid)
    hand = narrator.view(standing[0].after, you).hand
    return OwnRound(
        number=number,
        label=narrator.say(results[-1].label) if results[-1].label else "",
        trump=results[-1].trump,
        trump_name=suit_name(results[-1].trump) if results[-1].trump else "",
        verdict=narrator.say(results[-1].verdict),
        hand=name_cards(held.card for held in hand),
        tricks=tuple(tuple(cards) for _number, cards in sorted(tricks.items())),
        score=score_then(narrator, results, evidence.reviews),
        sides=narrator.columns_by_name,
    )
