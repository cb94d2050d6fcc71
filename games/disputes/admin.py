"""Read-only admin pages of disputed rounds, rulings and the audit trail. Staff act at the desk.

The trail is of the whole site (`games/trail.py`); its page is here because its lines about cases keep their rule.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import PlayerNamesMixin, ReadOnlyMixin
from games.disputes import access
from games.disputes.models import Answer, Case, Complaint, Ruling
from games.trail import AuditEntry


class AgeFilter(admin.SimpleListFilter):
    """Filters cases by age in days; a value that is no choice filters nothing."""

    title = _("age")
    parameter_name = "older"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("1", _("more than a day")), ("7", _("more than a week")), ("30", _("more than a month"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Case]) -> QuerySet[Case]:
        days = self.value()
        if days not in dict(self.lookup_choices):
            return queryset
        return queryset.filter(filed_at__lt=timezone.now() - timedelta(days=int(days)))


class OwnCasesHiddenMixin:
    """An admin without cases about matches of which the reader is one of `access.parties_of`: such staff do not read
    who filed, answered or why, and the pages of the site show them what their table is told. `case` is the way from a
    row to its case."""

    case = "case"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        own = Case.objects.filter(access.in_matches_of_party(request.user))
        return super().get_queryset(request).exclude(**{f"{self.case}__in": own.values("pk")})


class ComplaintInline(ReadOnlyMixin, admin.TabularInline):
    model = Complaint
    fields = ["player", "text", "moment", "at", "withdrawn_at"]


class AnswerInline(ReadOnlyMixin, admin.TabularInline):
    model = Answer
    fields = ["player", "text", "on_appeal", "at"]


class RulingInline(ReadOnlyMixin, admin.TabularInline):
    model = Ruling
    fields = ["instance", "kind", "before", "after", "rule", "reason", "actor", "at"]


@admin.register(Case)
class CaseAdmin(ReadOnlyMixin, OwnCasesHiddenMixin, admin.ModelAdmin):
    case = "pk"
    list_display = ["number", "round", "kind", "state", "club", "arbiter", "filed_at", "deadline", "review"]
    list_filter = ["state", AgeFilter, "kind", "club"]
    list_select_related = ["round", "club", "arbiter"]
    date_hierarchy = "filed_at"
    search_fields = ["round__match__code", "club__name", "complaints__player__nickname"]
    inlines = [ComplaintInline, AnswerInline, RulingInline]

    @admin.display(description=_("case"), ordering="pk")
    def number(self, case: Case) -> str:
        return str(case)

    @admin.display(description=_("the way to act"))
    def review(self, case: Case) -> SafeString:
        """A link to the case at the desk."""
        return format_html('<a href="{}">{}</a>', reverse("disputes:desk_case", args=[case.pk]), _("Review"))


@admin.register(Complaint)
class ComplaintAdmin(ReadOnlyMixin, OwnCasesHiddenMixin, admin.ModelAdmin):
    list_display = ["case", "player", "at", "withdrawn_at"]
    list_select_related = ["case", "player"]


@admin.register(Answer)
class AnswerAdmin(ReadOnlyMixin, OwnCasesHiddenMixin, admin.ModelAdmin):
    list_display = ["case", "player", "on_appeal", "at"]
    list_select_related = ["case", "player"]


@admin.register(Ruling)
class RulingAdmin(ReadOnlyMixin, OwnCasesHiddenMixin, admin.ModelAdmin):
    list_display = ["case", "instance", "kind", "before", "after", "rule", "actor", "at"]
    list_filter = ["instance", "kind", "case__club"]
    list_select_related = ["case", "actor"]
    date_hierarchy = "at"


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyMixin, OwnCasesHiddenMixin, PlayerNamesMixin, admin.ModelAdmin):
    list_display = ["at", "what", "actor", "club", "match", "round", "before_with_names", "after_with_names"]
    exclude = ["before", "after"]
    readonly_fields = ["before_with_names", "after_with_names"]
    list_filter = ["what", "club"]
    list_select_related = ["actor", "club", "match"]
    search_fields = ["actor__nickname", "reason", "match__code"]
    date_hierarchy = "at"
