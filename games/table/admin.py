"""Read-only admin pages of matches, rounds and log entries. Seeds and entries of running rounds are not
shown.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest

from accounts.admin import ReadOnlyMixin
from games.club_clock import club_clock
from games.table.log.models import Action, Match, Round, Seat
from games.table.models import TalkLine
from games.table.shared_deals import deals_still_played


class OpenDealsHiddenMixin:
    """An admin without the rows of matches whose deals others may still play. `deals` is the way from a row to them."""

    deals = "match__shared_deals"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(deals_still_played(self.deals, club_clock.now()))


class SeatInline(ReadOnlyMixin, admin.TabularInline):
    model = Seat
    fields = ["number", "player"]


class RoundInline(ReadOnlyMixin, admin.TabularInline):
    model = Round
    fields = ["number", "status", "points", "closed_at"]


@admin.register(Match)
class MatchAdmin(ReadOnlyMixin, OpenDealsHiddenMixin, admin.ModelAdmin):
    deals = "shared_deals"
    list_display = ["code", "game", "status", "visibility", "created_by", "club", "seq", "created_at"]
    list_filter = ["status", "game", "visibility", "club"]
    search_fields = ["code", "seats__player__nickname"]
    list_select_related = ["created_by", "club"]
    date_hierarchy = "created_at"
    inlines = [SeatInline, RoundInline]


@admin.register(Round)
class RoundAdmin(ReadOnlyMixin, OpenDealsHiddenMixin, admin.ModelAdmin):
    """Rounds without their deals. No admin page shows a seed; those of closed rounds are in the review and
    the record.
    """

    list_display = ["match", "number", "status", "points", "started_at", "closed_at"]
    list_filter = ["status"]
    search_fields = ["match__code"]
    list_select_related = ["match"]
    fields = [
        "match",
        "number",
        "status",
        "points",
        "result",
        "lines",
        "started_at",
        "closed_at",
    ]


@admin.register(Action)
class ActionAdmin(ReadOnlyMixin, OpenDealsHiddenMixin, admin.ModelAdmin):
    """Log entries without those of running rounds, which hold the deal and covered declarations."""

    list_display = ["match", "seq", "kind", "seat", "player", "data", "automatic", "at"]
    list_filter = ["kind", "automatic"]
    search_fields = ["match__code"]
    list_select_related = ["match", "player"]
    ordering = ["-id"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Action]:
        running = Round.objects.filter(
            match=OuterRef("match"), status=Round.Status.RUNNING, started_at__lte=OuterRef("at")
        )
        return super().get_queryset(request).filter(~Exists(running))


@admin.register(TalkLine)
class TalkLineAdmin(ReadOnlyMixin, OpenDealsHiddenMixin, admin.ModelAdmin):
    list_display = ["match", "at", "seat", "player", "phrase", "text"]
    search_fields = ["match__code", "player__nickname", "text"]
    list_select_related = ["match", "player"]
