"""The sheets of an evening's paper tables, as far as they are typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse

from accounts.clubs.permissions import Right, may
from accounts.models import Player
from games.league.models import Evening, SheetPhoto
from games.table.log.models import Action, Match, Round
from games.table.log.sheets import TOGETHER

SHEET_ENTRIES: Final = ("written", "totals", "objected", "confirmed")


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A sheet that is open: the sums of its typed rounds by seat (empty: nothing is typed), how many rounds of cards
    they are, and the newest entry of its log.

    `totals` says that it was typed as totals, `disputed` that the other side says it is not right.
    """

    points: tuple[int, ...]
    rounds: int
    seq: int
    totals: bool
    disputed: bool
    confirmed: bool

    @property
    def waits(self) -> bool:
        """Whether it is typed and nobody has found it right yet."""
        return bool(self.points) and not self.confirmed


def paper_sheets(evening: Evening) -> Mapping[int, PaperSheet]:
    """The open and confirmed sheets of an evening by table (key); three queries however many there are."""
    on_paper = Match.objects.filter(league_table__evening=evening, on_paper=True)
    matches = list(on_paper.values_list("pk", "league_table", "seq", "status"))
    typed: dict[int, list[tuple[tuple[int, ...], int]]] = {}
    rows = Round.objects.filter(match__in=[match for match, *_ in matches])
    for match, points, result in rows.values_list("match", "points", "result"):
        typed.setdefault(match, []).append((tuple(points), result["facts"].get(TOGETHER, 0)))
    entries = Action.objects.filter(match__in=typed, kind=Action.Kind.TABLE).order_by("match", "seq")
    done = entries.values_list("match", "data__do")
    newest = {match: what for match, what in done if what in SHEET_ENTRIES}
    return {
        table: PaperSheet(
            points=tuple(map(sum, zip(*(points for points, _rounds in typed.get(match, ())), strict=True))),
            rounds=sum(rounds or 1 for _points, rounds in typed.get(match, ())),
            seq=seq,
            totals=any(rounds for _points, rounds in typed.get(match, ())),
            disputed=newest.get(match) == "objected",
            confirmed=status in Match.ENDED,
        )
        for match, table, seq, status in matches
    }


def sheet_photo_receiver(*, match_id: int, player: Player, **_sent: Any) -> str | None:
    """The address of the photo of a match's paper sheet, for members of its club; None without one."""
    found = SheetPhoto.objects.filter(table__match=match_id, table__on_paper=True)
    photo = found.select_related("table__evening__competition__season__club").first()
    if photo is None:
        return None
    evening = photo.table.evening
    if not may(player=player, club=evening.competition.season.club, right=Right.PLAY):
        return None
    address = reverse("league:sheet_photo", args=[evening.pk, photo.table_id])
    return f"{address}?{int(photo.at.timestamp())}"
