"""What a ruling would do, before it is confirmed. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from games.disputes.rulings import Effect, Wanted
from games.table.standing_by import ShownTable


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A round of the sheet before and after: points per side, `None` while it is played; `status` as in `Round`."""

    number: int
    before: tuple[int, ...] | None
    after: tuple[int, ...] | None
    status_before: str
    status_after: str

    @property
    def changes(self) -> bool:
        return (self.before, self.status_before) != (self.after, self.status_after)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a ruling adds, the sheet line by line with both totals, and every league table the round counts in.

    `finished` says that one of them belongs to a finished season, so that confirming asks once more.
    """

    effect: Effect
    sheet: tuple[SheetLine, ...]
    totals_before: tuple[int, ...]
    totals_after: tuple[int, ...]
    tables: tuple[ShownTable, ...]

    @property
    def finished(self) -> bool:
        return any(table.finished for table in self.tables)


def preview(*, case_id: int, arbiter: Player, wanted: Wanted, now: datetime) -> Preview:
    """What `rule` would do with the same `wanted`.

    Refuses no_such_case, not_yours, decided_already and what `rulings.effect_of` refuses.
    """
    raise NotImplementedError
