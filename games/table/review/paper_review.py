"""A round of a sheet on paper: who typed what and when, who found it right, and what the engine makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.engine import registry
from games.engine.cards import Suit
from games.engine.options import read_options
from games.engine.view import Corrected
from games.kit.engine_words import suit_name
from games.table.log import loading, rulings
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import fold
from games.table.log.history import names_of
from games.table.log.models import Match
from games.table.log.states import TableState
from games.table.review.closed_round import ScoreThen, score_then
from games.table.screen.narration import Telling


@dataclass(frozen=True, slots=True)
class Typed:
    """One writing of the round: by whom, when, and the points it came to per column. Only the last one counts."""

    name: str
    at: datetime
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PaperReview:
    """What there is of a round played with real cards. `confirmed_by` is "" where the club broke the sheet off."""

    number: int
    trump: Suit
    trump_name: str
    multiplier: int
    typed: tuple[Typed, ...]
    confirmed_by: str
    confirmed_at: datetime | None
    score: ScoreThen
    sides: tuple[str, ...]
    verdict: str
    rescores: bool


def paper_review(match: Match, *, number: int) -> PaperReview:
    """A closed round on paper. Raises TableRefused(no_such_round) while the sheet is still being typed."""
    game = registry.game(match.game, match.game_version)
    options, names = read_options(game.Options, match.options), names_of(match)
    start = game.progress(game.start(options, len(names)))
    telling = Telling(game, names, start.sides, start.columns)
    state, typed, confirmed = TableState(), [], None
    for row in loading.log_rows(match.pk):
        state = fold(game, state, [row], options=options, players=len(names), pace=match.pace)
        if row.data.get("do") == "written" and row.seat is not None and row.data["round"] == str(number):
            kept = next(one for one in state.written if one.number == number)
            points = game.on_paper(options, kept.typed, number=number).score
            typed.append(Typed(names[row.seat], row.at, telling.by_column(points)))
        elif row.data.get("do") == "confirmed" and row.seat is not None:
            confirmed = (names[row.seat], row.at)
    played = [
        one
        for one in rulings.played(game, options, state, on_paper=True)
        if one.number <= number and any(written.number == number for written in state.written)
    ]
    if not played:
        raise TableRefused(TableRefusal.NO_SUCH_ROUND)
    result = played[-1]
    trump = str(result.facts["trump"])
    return PaperReview(
        number=number,
        trump=trump,
        trump_name=suit_name(trump),
        multiplier=2 ** int(str(result.facts["level"])),
        typed=tuple(typed),
        confirmed_by=confirmed[0] if confirmed else "",
        confirmed_at=confirmed[1] if confirmed else None,
        score=score_then(telling, played, state.reviews),
        sides=telling.columns_by_name,
        verdict=telling.say(result.verdict),
        rescores=game.rescored(options, result, Corrected()) is not None,
    )
