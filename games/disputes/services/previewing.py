"""Previews the effect of a ruling. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from games.disputes import access
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case
from games.disputes.ruling_kinds import Points, RulingKind, Wanted
from games.disputes.rulings import Disputed, Effect, effect_of, less
from games.engine.errors import Refused
from games.engine.view import RoundResult
from games.table import events
from games.table import services as table_services
from games.table.events import ShownTable
from games.table.log import loading, rulings
from games.table.log.errors import refused_by_engine
from games.table.log.models import Round
from games.table.log.states import Reviewed, Ruled


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A round of the sheet before and after: points per seat; `status` as in `Round`."""

    number: int
    before: Points
    after: Points
    status_before: str
    status_after: str

    @property
    def changes(self) -> bool:
        return (self.before, self.status_before) != (self.after, self.status_after)


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a ruling, the closed rounds of the sheet, and every league table the round counts in.

    `finished` when one of these tables belongs to a finished season, which needs a confirmation. `before` and
    `after` are the round's own points, `seats_before` and `seats_after` what single players were given; all per seat.
    `columns` are the seats that share a column of the sheet.
    """

    effect: Effect
    number: int
    sheet: tuple[SheetLine, ...]
    seats_before: Points
    seats_after: Points
    tables: tuple[ShownTable, ...]
    columns: tuple[tuple[int, ...], ...]

    @property
    def before(self) -> Points:
        return self._line.before

    @property
    def after(self) -> Points:
        return self._line.after

    @property
    def totals_before(self) -> Points:
        return rulings.added_up(line.before for line in self.sheet)

    @property
    def totals_after(self) -> Points:
        return rulings.added_up(line.after for line in self.sheet)

    @property
    def finished(self) -> bool:
        return any(table.finished for table in self.tables)

    @property
    def line_before(self) -> str:
        """The round in one line, for the trail."""
        return self._summary(self.before, self.seats_before, self._line.status_before)

    @property
    def line_after(self) -> str:
        """The round in one line, for the trail."""
        return self._summary(self.after, self.seats_after, self._line.status_after)

    @property
    def _line(self) -> SheetLine:
        return next(line for line in self.sheet if line.number == self.number)

    def _summary(self, points: Points, seats: Points, status: str) -> str:
        line = " : ".join(str(points[column[0]]) for column in self.columns)
        if status == Round.Status.VOID:
            line += " (void)"
        given = ", ".join(f"seat {seat + 1}: {each:+d}" for seat, each in enumerate(seats) if each)
        return f"{line}; {given}" if given else line


def preview(*, case_id: int, arbiter: Player, wanted: Wanted, now: datetime) -> Preview:
    """The effect of `rule` with the same `wanted`.

    Refuses no_such_case, not_yours, decided_already and what `rulings.effect_of` refuses.
    """
    case = Case.objects.select_related("round__match__club", "club").filter(pk=case_id).first()
    if case is None:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_CASE)
    access.expect_in_hand(arbiter, case)
    return outcome_of(case, wanted)


def outcome_of(case: Case, wanted: Wanted, *, with_tables: bool = True) -> Preview:
    """The effect of a ruling on the round, the sheet and (with `with_tables`) the league, from the current log."""
    table = loading.refreshed(case.round.match_id)
    closed = {
        result.number: result
        for result in rulings.played(
            table.game, table.options, table.state, players=len(table.sitters), on_paper=table.on_paper
        )
    }
    number = case.round.number
    if number not in closed:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_ROUND)
    kept = {each: rulings.reviewed(table.state.reviews, each) for each in closed}
    before = kept[number]
    disputed = _disputed(case, table, closed, kept)
    try:
        effect = effect_of(wanted, disputed)
    except Refused as refused:
        if wanted.kind is RulingKind.FACTS:
            why = refused_by_engine(refused).sentence
            raise DisputeRefused(DisputeRefusal.CANNOT_HAVE_BEEN, why=why) from refused
        raise DisputeRefused(DisputeRefusal.DO_NOT_ADD_UP) from refused
    ruled = Ruled(0, effect.points, effect.seats, effect.void, effect.tallies)
    after = before._replace(cases=before.cases - 1, rulings=(*before.rulings, ruled))
    sheet = tuple(
        _line(result, kept[each], after if each == number else kept[each]) for each, result in closed.items()
    )
    changed = events.RoundAs(
        number=number,
        points=rulings.counted(closed[number], after),
        tallies=rulings.counted_tallies(closed[number], after),
        seats=rulings.seat_points(after),
        void=rulings.is_void(after) and not after.cases,
        under_review=bool(after.cases) or wanted.kind is RulingKind.REPLAY,
    )
    return Preview(
        effect=effect,
        number=number,
        sheet=sheet,
        seats_before=rulings.seat_points(before),
        seats_after=rulings.seat_points(after),
        tables=events.standings_with(table.match_id, {number: changed}) if with_tables else (),
        columns=table.game.progress(table.game.start(table.options, len(table.sitters))).columns,
    )


def _disputed(
    case: Case, table: loading.Table, closed: dict[int, RoundResult], kept: dict[int, Reviewed]
) -> Disputed:
    number = case.round.number
    played = closed[number]
    own_keys = set(case.rulings.values_list("pk", flat=True))
    current = kept[number]
    own = current._replace(rulings=tuple(ruled for ruled in current.rulings if ruled.ruling in own_keys))
    others = [
        rulings.counted(result, kept[each])
        for each, result in closed.items()
        if each != number and not rulings.is_void(kept[each])
    ]
    return Disputed(
        game=table.game,
        options=table.options,
        played=played,
        now=rulings.counted(played, current),
        others=others,
        players=len(table.sitters),
        own_tallies=_added_tallies(own, played),
        own=rulings.added_up(ruled.points for ruled in own.rulings),
        own_seats=rulings.seat_points(own),
        own_void=rulings.is_void(own),
        void=rulings.is_void(current),
        on_appeal=case.state in access.ON_APPEAL,
        on_paper=table.on_paper,
        totals_only=table.state.totals is not None,
        replayable=table_services.options_alone(case.round.match, number=number) is not None,
        replayed=case.rulings.filter(kind=RulingKind.REPLAY).exists(),
    )


def _added_tallies(own: Reviewed, played: RoundResult) -> dict[str, Points]:
    """The amounts these rulings added to the tallies, those without a change left out."""
    counted = rulings.counted_tallies(played, own)
    added = {key: less(counted[key], amounts) for key, amounts in played.tallies.items()}
    return {key: amounts for key, amounts in added.items() if any(amounts)}


def _line(result: RoundResult, before: Reviewed, after: Reviewed) -> SheetLine:
    was, will_be = rulings.row_of(result, before), rulings.row_of(result, after)
    return SheetLine(
        number=result.number,
        before=tuple(was["points"]),
        after=tuple(will_be["points"]),
        status_before=was["status"],
        status_after=will_be["status"],
    )
