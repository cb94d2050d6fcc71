"""Admin pages of reports: read, and marked as settled."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyMixin
from games.people.models import MAX_ANSWER_LENGTH, Report
from games.people.reports import settle


class SettleForm(ActionForm):
    """The choice of an action, with the sentence that goes back to the reporters."""

    answer = forms.CharField(
        label=_("Answer to the reporter (empty: the usual sentence)"),
        max_length=MAX_ANSWER_LENGTH,
        required=False,
    )


@admin.register(Report)
class ReportAdmin(ReadOnlyMixin, admin.ModelAdmin):
    """The reports, open ones among them found by filter; an action settles them."""

    list_display = ["at", "by", "about", "its_round", "settled_at", "settled_by"]
    list_filter = [("settled_at", admin.EmptyFieldListFilter)]
    list_select_related = ["by", "about", "round__match", "settled_by"]
    date_hierarchy = "at"
    fields = ["at", "by", "about", "its_round", "text", "settled_at", "settled_by", "answer"]
    search_fields = ["by__nickname", "about__nickname"]
    actions = ["settle_reports"]
    action_form = SettleForm

    @admin.display(description=_("round"))
    def its_round(self, report: Report) -> SafeString | str:
        """A link to the round with its match, a dash without one."""
        if report.round is None:
            return "–"
        address = reverse("admin:games_round_change", args=[report.round_id])
        return format_html('<a href="{}">{} / {}</a>', address, report.round.match.code, report.round.number)

    @admin.action(description=_("Mark as settled"))
    def settle_reports(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Mark the chosen reports as settled by the member of staff, and tell their reporters."""
        number = settle(
            reports=queryset, by=request.user, answer=request.POST.get("answer", ""), now=timezone.now()
        )
        self.message_user(request, _("Settled; told to reporters: {count}").format(count=number))

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The actions, for staff who may see reports; nobody changes a report by its form."""
        return super().get_actions(request) if self.has_view_permission(request) else {}
