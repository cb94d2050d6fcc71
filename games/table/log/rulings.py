"""Closed rounds as rows, the log entries of cases and rulings about them, and the points that count after those."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from games.engine.club import sign_of
from games.engine.game import Game, Progress
from games.engine.view import RoundResult, ScoreLine, View
from games.engine.words import Text, text
from games.table.log import paper_entries
from games.table.log.models import Round
from games.table.log.states import Data, RoundRulings, RulingEffect, TableState, after_entry

# A closed round as JSON: what a `Round` row keeps of the engine's `RoundResult`.


def as_row(result: RoundResult) -> dict[str, Any]:
    """The fields `points`, `result` and `lines` of a `Round` row, plain JSON values."""
    return {
        "points": list(result.score),
        "result": {
            "verdict": _text_in_row(result.verdict),
            "facts": dict(result.facts),
            "sides": list(result.sides),
            "tallies": {key: list(amounts) for key, amounts in result.tallies.items()},
        },
        "lines": [{**_text_in_row(line.text), "points": list(line.points)} for line in result.lines],
    }


def _text_in_row(words: Text) -> dict[str, Any]:
    return {"code": words.code, "facts": dict(words.facts)}


# Table entries about closed rounds: open cases and rulings. The played entries are not changed.
#
# A round's counted points are those it was closed with plus what every ruling on it added. A ruling that leaves a
# round out takes all its points off as well, so that the sum holds there too.

Points: TypeAlias = tuple[int, ...]
BY_THE_CLUB: Final = 0
"""The number of a ruling that is the club's correction of a sheet, without a case of its own."""


def entry_of_case(number: int, *, opened: bool) -> Data:
    """The log entry that a case about a round was opened, or has ended without a ruling."""
    return {"do": "review" if opened else "reviewed", "round": str(number)}


def entry_of_ruling(number: int, ruled: RulingEffect) -> Data:
    """The log entry of a ruling; a case ends with it."""
    entry = {
        "do": "ruled",
        "round": str(number),
        "ruling": str(ruled.ruling),
        "points": paper_entries.join_amounts(ruled.points),
    }
    if any(ruled.seats):
        entry["seats"] = paper_entries.join_amounts(ruled.seats)
    if ruled.void is not None:
        entry["void"] = "yes" if ruled.void else "no"
    if ruled.tallies:
        entry["tallies"] = ";".join(
            f"{key} {paper_entries.join_amounts(amounts)}" for key, amounts in ruled.tallies.items()
        )
    return entry


def after_case_entry(state: TableState, data: Data) -> TableState:
    """The table after one of these entries."""
    number = int(data["round"])
    kept = reviews_of(state.reviews, number)
    kept = kept._replace(cases=kept.cases + (1 if data["do"] == "review" else -1))
    if data["do"] == "ruled":
        void = {"yes": True, "no": False}.get(data.get("void", ""))
        ruled = RulingEffect(
            int(data["ruling"]),
            paper_entries.split_amounts(data["points"]),
            paper_entries.split_amounts(data.get("seats", "")),
            void,
            _read_tallies(data.get("tallies", "")),
        )
        kept = kept._replace(rulings=(*kept.rulings, ruled))
    others = [one for one in state.reviews if one.round != number]
    return after_entry(state, reviews=tuple(sorted([*others, kept])))


def reviews_of(reviews: Sequence[RoundRulings], number: int) -> RoundRulings:
    """The cases and rulings of a round, none where there are none."""
    return next((one for one in reviews if one.round == number), RoundRulings(number))


def rounds_as_played(
    game: Game[Any], options: Any, state: TableState, *, players: int, on_paper: bool
) -> tuple[RoundResult, ...]:
    """The closed rounds of so many players as they were played, from the log alone."""
    if on_paper:
        counts = state.confirmed or state.stopped
        return paper_entries.results_on_paper(game, options, state, players=players) if counts else ()
    return () if state.game_state is None else game.results(state.game_state)


def counted_points(result: RoundResult, kept: RoundRulings) -> Points:
    """The points of a round that count."""
    return sum_scores([result.score, *(ruled.points for ruled in kept.rulings)])


def seat_points(kept: RoundRulings) -> Points:
    """The sum of points that rulings on a round gave single seats or took from them; empty for none."""
    return sum_scores([ruled.seats for ruled in kept.rulings if ruled.seats])


def counted_tallies(result: RoundResult, kept: RoundRulings) -> dict[str, Points]:
    """The tallies of a round that count."""
    return {
        key: sum_scores([amounts, *(ruled.tallies[key] for ruled in kept.rulings if key in ruled.tallies)])
        for key, amounts in result.tallies.items()
    }


def is_void(kept: RoundRulings) -> bool:
    """Whether a ruling has left the round out."""
    voids = [ruled.void for ruled in kept.rulings if ruled.void is not None]
    return bool(voids) and voids[-1]


def is_ruled(kept: RoundRulings) -> bool:
    """Whether an arbiter decided about the round, also where that changed nothing."""
    return any(ruled.ruling != BY_THE_CLUB for ruled in kept.rulings)


def row_of(result: RoundResult, kept: RoundRulings) -> dict[str, Any]:
    """The fields of a closed `Round` row, as the log has them."""
    status = Round.Status.VOID if is_void(kept) else Round.Status.CLOSED
    seats, tallies = seat_points(kept), counted_tallies(result, kept)
    return {
        **as_row(result),
        "status": Round.Status.REVIEW if kept.cases else status,
        "points": list(counted_points(result, kept)),
        "seat_points": list(seats) if any(seats) else None,
        "tallies": {key: list(amounts) for key, amounts in tallies.items()}
        if tallies != dict(result.tallies)
        else None,
    }


def progress_of(game: Game[Any], state: TableState) -> Progress:
    """How far a match is, rulings counted: totals, and once it is over the places that follow from them."""
    progress = game.progress(state.game_state)
    if not state.reviews:
        return progress
    totals = sum_scores([progress.totals, *(ruled.points for one in state.reviews for ruled in one.rulings)])
    if totals == progress.totals:
        return progress
    counted_now = replace(progress, totals=totals)
    return replace(counted_now, places=_places(game, counted_now)) if progress.over else counted_now


def _places(game: Game[Any], progress: Progress) -> tuple[int, ...]:
    """The place of each seat by totals alone; seats of one column are one player to the others."""
    sign = sign_of(game.better)
    ranked = [sign * total for total in progress.column_totals]
    return tuple(1 + sum(other > sign * own for other in ranked) for own in progress.totals)


def with_rulings(game: Game[Any], state: TableState, view: View) -> View:
    """A view with rulings applied: a line in each round concerned, and the changed totals and places."""
    if not state.reviews:
        return view
    progress = progress_of(game, state)
    rounds = tuple(_with_lines(result, reviews_of(state.reviews, result.number)) for result in view.results)
    return replace(view, results=rounds, totals=progress.totals, places=progress.places)


def _with_lines(result: RoundResult, kept: RoundRulings) -> RoundResult:
    lines = lines_of(kept)
    return (
        replace(result, score=counted_points(result, kept), lines=(*result.lines, *lines))
        if lines
        else result
    )


def lines_of(kept: RoundRulings) -> tuple[ScoreLine, ...]:
    """Every ruling on a round as a line of its score."""
    return tuple(ScoreLine(text(_word(ruled), ruling=ruled.ruling), ruled.points) for ruled in kept.rulings)


def _word(ruled: RulingEffect) -> str:
    if ruled.ruling == BY_THE_CLUB:
        return "corrected_by_the_club"
    return "ruling" if ruled.void is None else "ruling_left_out" if ruled.void else "ruling_taken_in"


def sum_scores(points: Iterable[Points]) -> Points:
    """The sum, seat by seat; empty for none."""
    return tuple(map(sum, zip(*points, strict=True)))


def _read_tallies(text: str) -> dict[str, Points]:
    tallies = {}
    for line in filter(None, text.split(";")):
        key, _space, amounts = line.partition(" ")
        tallies[key] = paper_entries.split_amounts(amounts)
    return tallies
