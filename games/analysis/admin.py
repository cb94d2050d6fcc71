"""Read-only admin page of the analyses: which rounds have one. What it says is for those who may see the round."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyMixin
from games.analysis.models import Analysis


@admin.register(Analysis)
class AnalysisAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["round", "version", "made_at"]
    list_select_related = ["round"]
    fields = ["round", "version", "made_at"]
