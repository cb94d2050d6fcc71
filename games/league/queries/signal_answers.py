"""Answers to what a table asks about the evening it belongs to (`games/table/signals.py`)."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from games.league.models import LeagueTable
from games.table.signals import EveningTable


def is_at_an_evening(*, match_id: int, **_sent: Any) -> bool:
    """Whether a match (by key) is played at a table of an evening. Receiver of `seats_asked`."""
    return LeagueTable.objects.filter(match=match_id).exists()


def key_of_evening(*, match_id: int, **_sent: Any) -> int | None:
    """The key of the evening at which a match (by key) is played, None for a match of none. Receiver of
    `evening_key_asked`."""
    return LeagueTable.objects.filter(match=match_id).values_list("evening", flat=True).first()


def page_of_evening(*, match_id: int, **_sent: Any) -> str | None:
    """The path of the evening at which a match (by key) is played, None for a match of none. Receiver of
    `way_back_asked`."""
    evening = key_of_evening(match_id=match_id)
    return None if evening is None else reverse("league:evening", args=[evening])


def evening_table_of(*, match_id: int, **_sent: Any) -> EveningTable | None:
    """The table of an evening with the same cards at which a match (by key) is played, None for a match of none.
    Receiver of `evening_table_asked`."""
    table = LeagueTable.objects.filter(match=match_id).select_related("evening__competition").first()
    if table is None or not table.evening.competition.table_rules.same_cards:
        return None
    return EveningTable(
        table.number,
        table.round,
        table.evening.rounds,
        table.evening.rounds * table.planned,
        table.deals_before,
        reverse("league:evening_deals", args=[table.evening_id]),
    )
