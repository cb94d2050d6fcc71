"""The look back at a round as its page shows it: the line of par, and the costly cards and words in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.analysis import queries
from games.bots.analysis import CostlyCard, RoundAnalysis
from games.bots.registry import SENTENCES
from games.engine.words import Text
from games.engine_words import sentence
from games.table.log.models import Match
from games.table.review.closed_round import RoundReview
from games.table.screen.narration import NamedCard, name_cards, people_of

WIDTH: Final = 320
HEIGHT: Final = 120
EDGE: Final = 10
"""The drawing of the line, in units of its view box."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A point of the drawing; `wrong` for a mistake, otherwise nobody could know."""

    x: int
    y: int
    wrong: bool


@dataclass(frozen=True, slots=True)
class ParLine:
    """The line of par from the reader's side. `pieces` are the points of SVG polylines, one for each run of cards that
    were worked out, `zero` the height of an even score, `tricks` where tricks begin; `first`, `last`, `highest` and
    `lowest` are its values."""

    pieces: tuple[str, ...]
    zero: int
    tricks: tuple[int, ...]
    marks: tuple[Mark, ...]
    first: int
    last: int
    highest: int
    lowest: int


@dataclass(frozen=True, slots=True)
class CostlyCardInWords:
    """A costly card: `card` its number, `name` the player, `played` and `instead` the two cards, and the sentence.

    `harmless` says that with these cards nothing was lost by it.
    """

    card: int
    trick: int
    name: str
    played: NamedCard
    instead: NamedCard
    words: str
    error: int
    harmless: bool


@dataclass(frozen=True, slots=True)
class WeighedWord:
    """A word that was said or not said, and what it promised."""

    name: str
    words: str
    error: int


@dataclass(frozen=True, slots=True)
class LookBack:
    """The look back at one round. `strong` and `written` are the points of each column of the sheet. `open_only` says
    that it knows open hands only: then `line` is None where nothing was worked out, and nothing is in `strong`."""

    line: ParLine | None
    mistakes: tuple[CostlyCardInWords, ...]
    unknowable: tuple[CostlyCardInWords, ...]
    words: tuple[WeighedWord, ...]
    sides: tuple[str, ...]
    strong: tuple[int, ...]
    written: tuple[int, ...]
    open_only: bool


def look_back_page(match: Match, review: RoundReview) -> LookBack | None:
    """The look back at the round of a review, seen from its reader's seat; None while there is none."""
    analysis = queries.look_back(match, review.number)
    if analysis is None:
        return None
    sides = match.rounds.values_list("result__sides", flat=True).get(number=review.number)
    people = people_of(match, sides=sides)
    tricks = [position.trick for position in review.positions]
    names = {seat.number: seat.name for seat in review.positions[0].seats}
    reader = next(seat.number for seat in review.positions[0].seats if seat.at == 0)
    return LookBack(
        line=par_line(analysis, turned=people.seat_sides[reader] != 0, seats=len(names)),
        mistakes=tuple(
            _costly_card_in_words(analysis, names, tricks, costly) for costly in analysis.mistakes
        ),
        unknowable=tuple(
            _costly_card_in_words(analysis, names, tricks, costly) for costly in analysis.unknowable
        ),
        words=tuple(
            WeighedWord(names[word.seat], _sentence(word.text), word.error) for word in analysis.words
        ),
        sides=review.sides,
        strong=people.by_column(analysis.strong) if analysis.strong else (),
        written=review.score.written,
        open_only=not analysis.strong,
    )


@dataclass(frozen=True, slots=True)
class Hint:
    """For an arbiter: the card a strong player would have played in that seat, and how far the played one lies behind
    it, in points with the error of the estimate. `same` where it is the played one, or as good."""

    card: NamedCard
    points: float
    error: float
    same: bool


def hints(match: Match, number: int) -> dict[int, Hint]:
    """The hints of a round by the number of the card, without cards that were the only ones; none without analysis."""
    analysis = queries.look_back(match, number)
    if analysis is None:
        return {}
    return {
        card.number: Hint(name_cards([card.best])[0], card.seen_loss, card.error, card.best == card.card)
        for card in analysis.cards
        if card.choice
    }


def par_line(analysis: RoundAnalysis, *, turned: bool, seats: int) -> ParLine | None:
    """The line of par as a drawing, seen from side 0, or `turned` from the other side; None where it is not known at
    all."""
    values = [value if value is None or not turned else -value for value in analysis.par]
    known = [value for value in values if value is not None]
    if not known:
        return None
    highest, lowest = max(*known, 0), min(*known, 0)
    room = max(highest - lowest, 1)
    across = [EDGE + round(place * (WIDTH - 2 * EDGE) / (len(values) - 1)) for place in range(len(values))]

    def height(value: int) -> int:
        return EDGE + round((highest - value) * (HEIGHT - 2 * EDGE) / room)

    marked = [(costly.number, True) for costly in analysis.mistakes]
    marked += [(costly.number, False) for costly in analysis.unknowable]
    pieces: list[list[str]] = [[]]
    for x, value in zip(across, values, strict=True):
        if value is not None:
            pieces[-1].append(f"{x},{height(value)}")
        elif pieces[-1]:
            pieces.append([])
    at = {number: height(value) for number, value in enumerate(values) if value is not None}
    return ParLine(
        pieces=tuple(" ".join(piece) for piece in pieces if piece),
        zero=height(0),
        tricks=tuple(across[place] for place in range(0, len(values), seats)),
        marks=tuple(Mark(across[number], at[number], wrong) for number, wrong in sorted(marked)),
        first=known[0],
        last=known[-1],
        highest=highest,
        lowest=lowest,
    )


def _costly_card_in_words(
    analysis: RoundAnalysis, names: dict[int, str], tricks: Sequence[int], costly: CostlyCard
) -> CostlyCardInWords:
    """A costly card as it is shown; `tricks` are the numbers of the tricks by the number of the card."""
    card = analysis.cards[costly.number - 1]
    played, instead = name_cards([card.card, costly.instead])
    return CostlyCardInWords(
        card=costly.number,
        trick=tricks[costly.number],
        name=names[costly.seat],
        played=played,
        instead=instead,
        words=_sentence(costly.text),
        error=costly.error,
        harmless=card.open_loss <= 0,
    )


def _sentence(text: Text) -> str:
    return sentence(text, words=SENTENCES, names=())
