"""The sheet of a match with real cards typed as totals: one number of points for each column of it.

That is how a café reads its sheets out. What else the game tallies can stand beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import product
from typing import Any, Final

from django.utils.translation import gettext

from accounts.models import Player
from games.engine import registry
from games.engine.cards import SUITS
from games.engine.club import SheetField
from games.engine.errors import Refused
from games.engine.game import progress_at_start
from games.engine.seats import Seat
from games.engine.words import Fact
from games.refusals import Refusing
from games.table.log import paper_entries
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.log.states import Totals
from games.table.services.moves.writing import Outcome, judge_on_newest
from games.table.services.paper_sheets import planned_rounds, write_entry_and_row, writing_seat

NUMBER: Final = re.compile(r"-?(\d{1,6}|\d{1,3}[. ]\d{3})", re.ASCII)
"""A number of points as people write it, thousands apart or not."""
MAX_ROUNDS: Final = 64
"""The most rounds of a sheet whose match ends by points."""
SIDES: Final = ("0", "1")
"""The values of a field of the kind "side"; one of the kind "own_side" is typed by the first (`club.SheetField`)."""
MAX_POINTS_A_ROUND: Final = 200
"""More than the cards of one round are worth; what cannot be typed is refused and left out."""


def write_totals(
    *, match_id: int, player: Player, typed: Mapping[str, str], now: datetime, for_club: bool
) -> Outcome:
    """Write the whole sheet as totals, for the first time or anew, until it is confirmed; rounds typed before are gone.

    `typed` has `points_0`, `points_1` and so on, the points of each column of the sheet; `rounds`, how many rounds
    were played (left out or empty: all of them); and of each tally of the game, where wanted, the same numbers after
    its key (`KEY_0`). Typing the same again changes nothing. Concurrency as in `submit_action`. Refuses not_seated,
    not_open, other_side_writes, club_writes, not_all_totals, not_a_total, no_such_round, totals_too_low and
    totals_without_tally (fewer points together than so many rounds have by the club's rules, with what is tallied
    beside), no_such_tally, tally_too_high; and totals_very_high and tally_very_high (more than such rounds hardly ever
    bring) unless `sure` in `typed` says the numbers once more, as `said_again` of the refusal gives them.

    The side that judges writes too once it has said that the sheet is not right; then the other one judges.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        objected = table.state.objected is not None
        seat = writing_seat(table, player, for_club=for_club, either_side=objected)
        totals = _totals(table, typed, seat)
        _require_enough(table, totals)
        require_possible_tallies(table, dict(totals.tallies), totals.rounds)
        _require_tallies_paid(table, totals)
        _require_likely(table, totals, sure=typed.get("sure", ""))
        _require_likely_tallies(table, totals, sure=typed.get("sure", ""))
        known = table.state.totals
        if known is not None and known._replace(seat=seat) == totals and table.state.objected is None:
            return Outcome(table.state.seq, done_before=True)
        state = paper_entries.after_totals(table.state, totals)
        result = paper_entries.result_of_totals(table.game, totals)
        entry = paper_entries.entry_of_totals(totals)
        return write_entry_and_row(table, state, entry, seat=seat, player=player, result=result, now=now)

    return judge_on_newest(match_id, judge, now=now)


def _totals(table: Table, typed: Mapping[str, str], seat: Seat | None) -> Totals:
    players = len(table.sitters)
    columns = table.at_start.columns
    points = numbers_typed(typed, "points", columns)
    if points is None:
        raise TableRefused(TableRefusal.NOT_ALL_TOTALS)
    tallies = ((tally.key, numbers_typed(typed, tally.key, columns)) for tally in table.game.tallies)
    side_of = {of: side for side, column in enumerate(columns) for of in column}
    return Totals(
        seat=seat,
        rounds=_rounds(table, typed.get("rounds", "")),
        sides=tuple(side_of[of] for of in range(players)),
        points=points,
        tallies=tuple((key, amounts) for key, amounts in tallies if amounts is not None),
    )


def numbers_typed(
    typed: Mapping[str, str], name: str, columns: Sequence[Sequence[Seat]], *, line: int | None = None
) -> tuple[int, ...] | None:
    """The numbers typed under this name, of a line of the sheet or of the whole sheet, per seat; None where all are
    empty. One left empty beside others: refused, of tallies nothing."""
    of_line = name if line is None else f"{name}_{line}"
    cells = [typed.get(f"{of_line}_{place}", "").strip() for place in range(len(columns))]
    if not any(cells):
        return None
    if not all(cells) and name == "points":
        raise TableRefused(TableRefusal.NOT_ALL_TOTALS)
    by_seat = {of: _number(cell or "0") for cell, column in zip(cells, columns, strict=True) for of in column}
    return tuple(by_seat[of] for of in sorted(by_seat))


def _number(cell: str) -> int:
    if NUMBER.fullmatch(cell) is None:
        raise TableRefused(TableRefusal.NOT_A_TOTAL, {"said": cell[:20]})
    return int(cell.replace(".", "").replace(" ", ""))


def _rounds(table: Table, cell: str) -> int:
    planned = planned_rounds(table)
    if not cell.strip():
        return planned or 1
    rounds = _number(cell.strip())
    if not 1 <= rounds <= (planned or MAX_ROUNDS):
        raise TableRefused(TableRefusal.NO_SUCH_ROUND)
    return rounds


def _require_enough(table: Table, totals: Totals) -> None:
    """Refuse with totals_too_low unless so many rounds can have brought these points together."""
    together = _together(totals)
    of_a_round = least_of_a_round(
        table.game.key, table.game.version, table.options, players=len(table.sitters)
    )
    if of_a_round is None:
        return
    least = totals.rounds * of_a_round
    if least > together:
        facts = {"sum": together, "least": least, "rounds": totals.rounds}
        raise TableRefused(TableRefusal.TOTALS_TOO_LOW, facts)


def _require_likely(table: Table, totals: Totals, *, sure: str) -> None:
    """Refuse with totals_very_high where these points together are more than `likely_at_most`, unless `sure` says
    them once more."""
    together = _together(totals)
    share = table.game.defaults(table.options).compensation
    likely = likely_at_most(share * len(table.at_start.columns), totals.rounds)
    if together > likely > 0 and sure.partition(" ")[0] != f"{together}":
        facts = {"sum": together, "rounds": totals.rounds}
        raise TableRefused(TableRefusal.TOTALS_VERY_HIGH, facts)


def require_possible_tallies(table: Table, tallies: Mapping[str, Sequence[int]], rounds: int) -> None:
    """Refuse amounts per seat of tallies that so many rounds cannot have: no_such_tally, tally_too_high."""
    for tally in table.game.tallies:
        amounts = _of_columns(table, tallies.get(tally.key, ()))
        if not tally.can_be(amounts):
            odd = next(one for one in amounts if not tally.can_be([one]))
            facts: dict[str, Fact] = {"tally": gettext(tally.label), "amount": odd}
            raise TableRefused(TableRefusal.NO_SUCH_TALLY, facts)
        if not tally.fits(sum(amounts), rounds):
            facts = {
                "tally": gettext(tally.label),
                "together": sum(amounts),
                "most": tally.in_a_round * rounds,
            }
            raise TableRefused(TableRefusal.TALLY_TOO_HIGH, {**facts, "rounds": rounds})


def _of_columns(table: Table, amounts: Sequence[int]) -> list[int]:
    """The amounts of the columns of the sheet, from those per seat; none where nothing was typed."""
    return [amounts[column[0]] for column in table.at_start.columns] if amounts else []


def _require_tallies_paid(table: Table, totals: Totals) -> None:
    """Refuse with totals_without_tally where the points are too few for the cards of all rounds and what was tallied
    beside them."""
    of_a_round = least_of_a_round(
        table.game.key, table.game.version, table.options, players=len(table.sitters)
    )
    if of_a_round is None:
        return
    tallied = dict(totals.tallies)
    for tally in table.game.tallies:
        beside = sum(_of_columns(table, tallied.get(tally.key, ()))) if tally.is_paid(table.options) else 0
        least = totals.rounds * of_a_round + beside
        if beside and least > _together(totals):
            facts: dict[str, Fact] = {"sum": _together(totals), "least": least, "rounds": totals.rounds}
            facts |= {"tally": gettext(tally.label), "together": beside}
            raise TableRefused(TableRefusal.TOTALS_WITHOUT_TALLY, facts)


def _require_likely_tallies(table: Table, totals: Totals, *, sure: str) -> None:
    """Refuse with tally_very_high where so many rounds hardly ever bring that much of a tally, unless `sure` says all
    numbers once more."""
    together = {
        tally: sum(_of_columns(table, dict(totals.tallies).get(tally.key, ())))
        for tally in table.game.tallies
    }
    again = " ".join(map(str, [_together(totals), *together.values()]))
    for tally, amount in together.items():
        if sure != again and not tally.is_likely(amount, totals.rounds):
            facts: dict[str, Fact] = {"tally": gettext(tally.label), "together": amount, "again": again}
            raise TableRefused(TableRefusal.TALLY_VERY_HIGH, {**facts, "rounds": totals.rounds})


def said_again(refused: Refusing | None) -> str:
    """What `sure` has to say so that totals that were asked about are written; "" for any other refusal."""
    if refused is None:
        return ""
    if refused.code == TableRefusal.TOTALS_VERY_HIGH:
        return f"{refused.facts['sum']}"
    return f"{refused.facts['again']}" if refused.code == TableRefusal.TALLY_VERY_HIGH else ""


def likely_at_most(of_a_round: int, rounds: int) -> int:
    """The points of so many rounds beyond which people are asked once more: twice those usual `of_a_round` for each,
    and those of ten rounds beside, as much as one round can bring. 0: nothing is usual."""
    return of_a_round * (2 * rounds + 10)


def _together(totals: Totals) -> int:
    """The points of all columns of the sheet."""
    return sum(dict(zip(totals.sides, totals.points, strict=True)).values())


@lru_cache(maxsize=32)
def least_of_a_round(game: str, version: int, options: Any, *, players: int) -> int | None:
    """The fewest points that a round brings to all columns of the sheet together, as the check of a typed round has
    it, negative where players can lose points; None for a game whose rounds are not typed.

    Tried out over every round that can be typed with nothing in the fields that may stay empty: some 5,000 for four
    players and 32 cards, once for each set of house rules.
    """
    played = registry.game(game, version)
    columns = progress_at_start(played, options, players).columns
    sums = []
    for typed in _typed_rounds([field for field in played.sheet if field.required or field.kind == "choice"]):
        try:
            result = played.on_paper(options, typed, number=1, players=players)
        except Refused:
            continue
        sums.append(sum(result.score[column[0]] for column in columns))
    return min(sums, default=None)


def _typed_rounds(fields: Sequence[SheetField]) -> Iterator[Mapping[str, str]]:
    """Every combination of values of these fields; numbers up to the most one round's cards are worth."""
    for values in product(*(_values(field) for field in fields)):
        yield {field.key: value for field, value in zip(fields, values, strict=True)}


def _values(field: SheetField) -> Sequence[str]:
    if field.kind == "number":
        return [str(number) for number in range(MAX_POINTS_A_ROUND)]
    if field.kind in ("side", "own_side"):
        return SIDES if field.kind == "side" else SIDES[:1]
    return SUITS if field.kind == "suit" else list(field.values)
