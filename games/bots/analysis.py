"""The analysis of a closed round, in the same form for every game: what each card and word cost, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from games.engine.actions import Data
from games.engine.cards import Card, Suit
from games.engine.seats import Actor, Seat
from games.engine.words import Text


class Move(NamedTuple):
    """One standing entry of a round: the `state` before it, who made it, and its data as in the log."""

    state: Any
    by: Actor
    data: Data


@dataclass(frozen=True, slots=True)
class JudgedCard:
    """A played card, `number` in the order of play (from 1), and what it cost its side on the sheet.

    `open_loss` is what it lost against the best card with all hands open. `seen_loss` is the estimated loss against
    `best`, the best card for somebody who saw what the seat saw; `error` is its standard error. Both losses are 0 where
    no other card could be played. `costly` says that the estimated loss is a mistake, beyond its error;
    `choice` that another card could be played and was weighed for the seat: an arbiter gets hints of these only. An
    analysis that knows open hands only has it false everywhere. It is stored under this name.
    """

    number: int
    seat: Seat
    card: Card
    best: Card
    open_loss: int
    seen_loss: float
    error: float
    costly: bool = False
    choice: bool = True


@dataclass(frozen=True, slots=True)
class CostlyCard:
    """A costly card in words, by its `number`; `instead` is the better card."""

    number: int
    seat: Seat
    instead: Card
    points: int
    error: int
    text: Text


@dataclass(frozen=True, slots=True)
class JudgedWord:
    """A word that was said, or not said, and the points it promised more than the other choice (below 0: less)."""

    seat: Seat
    said: str
    points: int
    error: int
    text: Text


@dataclass(frozen=True, slots=True)
class Finish:
    """A round played to its end by bots: the tricks as (seat, card) in order of play, and the score per seat."""

    tricks: tuple[tuple[tuple[Seat, Card], ...], ...]
    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundAnalysis:
    """The analysis of one round.

    `par` holds the score of side 0 less that of side 1 with all hands open, before the first card and after each; None
    where it was not worked out. `mistakes` are costly cards that could have been known to be, `unknowable` those that
    could not, both the costliest first. `strong` is the score per seat that four good players make with the same
    cards (the pages call them strong), empty where none play them.
    """

    par: tuple[int | None, ...]
    cards: tuple[JudgedCard, ...]
    mistakes: tuple[CostlyCard, ...]
    unknowable: tuple[CostlyCard, ...]
    words: tuple[JudgedWord, ...]
    strong: tuple[int, ...]

    def data(self) -> dict[str, Any]:
        """The analysis as plain JSON values; `read_analysis` reads them."""
        return asdict(self)


class OpenContract(NamedTuple):
    """What a deal is worth with all hands open where side `makers` chooses `trump`: the score of side 0 less that of
    side 1."""

    trump: Suit
    makers: int
    points: int


def read_analysis(data: Mapping[str, Any]) -> RoundAnalysis:
    """The analysis from what `RoundAnalysis.data` gave, also after a way through JSON."""
    return RoundAnalysis(
        par=tuple(data["par"]),
        cards=tuple(JudgedCard(**each) for each in data["cards"]),
        mistakes=tuple(_costly(each) for each in data["mistakes"]),
        unknowable=tuple(_costly(each) for each in data["unknowable"]),
        words=tuple(JudgedWord(**{**each, "text": _text(each["text"])}) for each in data["words"]),
        strong=tuple(data["strong"]),
    )


def _costly(data: Mapping[str, Any]) -> CostlyCard:
    return CostlyCard(**{**data, "text": _text(data["text"])})


def _text(pair: Sequence[Any]) -> Text:
    code, facts = pair
    return Text(code, tuple((name, value) for name, value in facts))


class Analyser(NamedTuple):
    """The analysis of one game. `version` changes with everything that changes its results.

    `covers(options)` says whether rounds of these options can be analysed: the analysis may know fewer house rules than
    the game.
    `contracts(options, dealer, hands)` is every contract of a deal; None where a game has no such thing.
    `analyse(moves, final)` takes the standing entries of a closed round and the state that closed it, and is None for
    one that cannot be judged. `finish(state, seat, card)` plays a round on from that card; without it the analysis
    knows open hands only: what a seat could know, and what good players make of the cards, is not in it, and par is
    that of a deal.
    """

    version: int
    covers: Callable[[Any], bool]
    analyse: Callable[[Sequence[Move], Any], RoundAnalysis | None]
    finish: Callable[[Any, Seat, Card], Finish] | None = None
    contracts: Callable[[Any, Seat, Sequence[Sequence[Card]]], tuple[OpenContract, ...]] | None = None
