"""The review of a round on a paper sheet: who typed it and when, who confirmed it, its settlement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from games.engine.cards import Suit
from games.engine.game import progress_at_start
from games.engine_words import suit_name
from games.table.log import loading, paper_entries, rulings
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import fold, names_of
from games.table.log.models import Action, Match
from games.table.log.states import TableState
from games.table.review.closed_round import RoundScore, score_then
from games.table.screen.narration import Narrator


@dataclass(frozen=True, slots=True)
class TypedVersion:
    """One writing of the round: by whom, when, and the points it came to per column. Only the last one counts."""

    name: str
    at: datetime
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PaperReview:
    """A closed round played with real cards. `confirmed_by` is "" where the club broke the sheet off, `rescores` false
    where the sheet was typed as totals."""

    number: int
    trump: Suit
    trump_name: str
    multiplier: int
    typed: tuple[TypedVersion, ...]
    confirmed_by: str
    confirmed_at: datetime | None
    score: RoundScore
    sides: tuple[str, ...]
    verdict: str
    rescores: bool


def paper_review(match: Match, *, number: int) -> PaperReview:
    """A closed round on paper. Raises TableRefused(no_such_round) while the sheet is still being typed."""
    game = match.the_game
    options, names = match.house_options, names_of(match)
    start = progress_at_start(game, options, len(names))
    narrator = Narrator(game, names, start.sides, start.columns)
    state, typed, confirmed = TableState(), [], None
    entries = Action.objects.filter(match=match, seat=None, player__isnull=False)
    for_club = {
        seq: gettext("{name}, for the club").format(name=name)
        for seq, name in entries.values_list("seq", "player__nickname")
    }
    for row in loading.log_rows(match.pk):
        state = fold(game, state, [row], options=options, players=len(names), pace=match.pace)
        name = for_club.get(row.seq, gettext("the club")) if row.seat is None else names[row.seat]
        if row.data.get("do") == "written" and row.data["round"] == str(number):
            kept = next(one for one in state.written if one.number == number)
            points = game.on_paper(options, kept.typed, number=number, players=len(names)).score
            typed.append(TypedVersion(name, row.at, narrator.by_column(points)))
        elif row.data.get("do") == "totals" and state.totals is not None:
            typed.append(TypedVersion(name, row.at, narrator.by_column(state.totals.points)))
        elif row.data.get("do") == "confirmed":
            confirmed = (name, row.at)
    played = [
        one
        for one in rulings.rounds_as_played(game, options, state, players=len(names), on_paper=True)
        if one.number <= number and number in paper_entries.row_numbers(state)
    ]
    if not played:
        raise TableRefused(TableRefusal.NO_SUCH_ROUND)
    result = played[-1]
    trump = result.trump or ""
    return PaperReview(
        number=number,
        trump=trump,
        trump_name=suit_name(trump) if trump else "",
        multiplier=result.times,
        typed=tuple(typed),
        confirmed_by=confirmed[0] if confirmed else "",
        confirmed_at=confirmed[1] if confirmed else None,
        score=score_then(narrator, played, state.reviews),
        sides=narrator.columns_by_name,
        verdict=narrator.say(result.verdict),
        rescores=state.totals is None,
    )
