"""Read-only admin pages of clubs' seasons. Changes are made on the secretary's pages."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import PlayerNamesMixin, ReadOnlyMixin
from games.league.models import (
    Competition,
    Correction,
    Entrant,
    EntrantPlayer,
    Evening,
    HouseRules,
    LeagueTable,
    Season,
    TableScore,
    TableSeat,
)


@admin.register(Season)
class SeasonAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["name", "club", "created_at", "archived_at"]
    list_filter = ["club", ("archived_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "club__name"]
    list_select_related = ["club"]


@admin.register(Competition)
class CompetitionAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["name", "season", "division", "seating", "game", "preset"]
    list_filter = ["game", "seating", "season__club"]
    search_fields = ["name", "season__name"]
    list_select_related = ["season", "preset"]


class EntrantPlayerInline(ReadOnlyMixin, admin.TabularInline):
    model = EntrantPlayer
    fields = ["place", "player"]


@admin.register(Entrant)
class EntrantAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["pk", "name", "competition", "withdrawn_at"]
    list_filter = [("withdrawn_at", admin.EmptyFieldListFilter), "competition__season__club"]
    search_fields = ["name", "members__player__nickname"]
    list_select_related = ["competition"]
    inlines = [EntrantPlayerInline]


@admin.register(Evening)
class EveningAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["competition", "number", "starts_at", "status", "place", "closed_at"]
    list_filter = ["status", "competition__season__club"]
    search_fields = ["competition__name", "place"]
    list_select_related = ["competition"]
    date_hierarchy = "starts_at"


class TableSeatInline(ReadOnlyMixin, admin.TabularInline):
    model = TableSeat
    fields = ["number", "entrant", "player", "played_by"]


class TableScoreInline(ReadOnlyMixin, admin.TabularInline):
    """Sums of closed rounds; what runs is not in them."""

    model = TableScore
    fields = ["entrant", "side", "points", "against", "rounds", "broken_off", "played_by", "provisional"]


@admin.register(LeagueTable)
class LeagueTableAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["evening", "round", "number", "match", "on_paper", "broken_off_at"]
    list_filter = [
        "on_paper",
        "match__status",
        ("broken_off_at", admin.EmptyFieldListFilter),
        "evening__competition__season__club",
    ]
    search_fields = ["match__code", "seats__player__nickname"]
    list_select_related = ["evening", "match"]
    inlines = [TableSeatInline, TableScoreInline]


@admin.register(Correction)
class CorrectionAdmin(ReadOnlyMixin, PlayerNamesMixin, admin.ModelAdmin):
    list_display = [
        "at",
        "competition",
        "evening",
        "entrant",
        "what",
        "reason",
        "before_with_names",
        "after_with_names",
        "actor",
    ]
    exclude = ["before", "after"]
    readonly_fields = ["before_with_names", "after_with_names"]
    list_filter = ["what", "competition__season__club"]
    search_fields = ["reason", "actor__nickname", "competition__name"]
    list_select_related = ["competition", "evening", "entrant", "actor"]
    date_hierarchy = "at"


@admin.register(HouseRules)
class HouseRulesAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["name", "version", "club", "game", "by", "at"]
    list_filter = ["game", "club"]
    search_fields = ["name", "club__name"]
    list_select_related = ["club", "by"]
