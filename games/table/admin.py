"""What staff may look at: matches, rounds, the log. Read-only, nothing hidden of a running round."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.people.mentions import fill_names
from games.table.log.models import Action, Match, Round, Seat, TalkLine


class ReadOnly:
    """Looked at, never changed: services are the only writers."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what the page offers: its filters and its dates. Any other look-up in the address is refused, so that
        nobody asks for what a page does not show."""
        filters = [each[0] if isinstance(each, tuple) else each for each in self.list_filter]
        offered = tuple(f"{name}__" for name in (*filters, self.date_hierarchy) if isinstance(name, str))
        return f"{lookup}__".startswith(offered) and super().lookup_allowed(lookup, value, request)


class NamesPlayers:
    """Lines whose `before` and `after` hold players by key: shown by the names they have now."""

    @admin.display(description=_("before"))
    def told_before(self, row: Any) -> str:
        return fill_names(row.before)

    @admin.display(description=_("after"))
    def told_after(self, row: Any) -> str:
        return fill_names(row.after)


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ["number", "player"]


class RoundInline(ReadOnly, admin.TabularInline):
    model = Round
    fields = ["number", "status", "points", "closed_at"]


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["code", "game", "status", "visibility", "created_by", "club", "seq", "created_at"]
    list_filter = ["status", "game", "visibility", "club"]
    search_fields = ["code", "seats__player__nickname"]
    list_select_related = ["created_by", "club"]
    date_hierarchy = "created_at"
    inlines = [SeatInline, RoundInline]


@admin.register(Round)
class RoundAdmin(ReadOnly, admin.ModelAdmin):
    """Rounds without their deals: seeds have no page here, those of closed rounds are in the review and the record."""

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
class ActionAdmin(ReadOnly, admin.ModelAdmin):
    """The log without running rounds: there it holds the deal, and declarations nobody has seen yet."""

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
class TalkLineAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["match", "at", "seat", "player", "phrase", "text"]
    search_fields = ["match__code", "player__nickname", "text"]
    list_select_related = ["match", "player"]
