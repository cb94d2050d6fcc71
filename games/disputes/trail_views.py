"""Pages of the audit trail of a club, also as a CSV file."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Final

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.mentions import with_names
from accounts.models import Club, Player
from accounts.names import whole_number
from games.disputes import queries
from games.disputes.decorators import answer_refusals
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.forms import TrailForm
from games.disputes.labels import trail_values
from games.spreadsheet import csv_text
from games.trail import AuditEntry, trail_word

LINES_A_PAGE: Final = 100
MAX_LINES_OF_FILE: Final = 20_000
"""The most lines of a file."""


@require_safe
@answer_refusals
def trail(request: HttpRequest) -> HttpResponse:
    """The audit trail of the reader's clubs, newest first, with filters."""
    form, found = _form_and_lines(request)
    after = whole_number(request.GET.get("after", "")) or 0
    rows = with_names(queries.readable_lines(found[after : after + LINES_A_PAGE + 1]), "before", "after")
    filters = request.GET.copy()
    filters.pop("after", None)
    page = {
        "form": form,
        "rows": rows[:LINES_A_PAGE],
        "more": after + LINES_A_PAGE if len(rows) > LINES_A_PAGE else None,
        "filters": filters.urlencode(),
    }
    return render(request, "disputes/desk/trail.html", page)


@require_safe
@answer_refusals
def trail_csv(request: HttpRequest) -> HttpResponse:
    """The filtered audit trail as a CSV file."""
    _form, found = _form_and_lines(request)
    heads = [
        gettext("At"),
        gettext("By"),
        gettext("What"),
        gettext("Club"),
        gettext("Table"),
        gettext("Round"),
        gettext("Case"),
        gettext("Rule"),
        gettext("Reason"),
    ]
    rows = [
        (
            f"{timezone.localtime(row.at):%Y-%m-%d %H:%M:%S}",
            row.actor.known_as if row.actor else gettext("the clock"),
            trail_word(row.what),
            row.club.name if row.club else "",
            row.match.code if row.match else "",
            row.round,
            row.case,
            row.rule,
            row.reason,
            *trail_values(row),
        )
        for row in with_names(queries.readable_lines(found[:MAX_LINES_OF_FILE]), "before", "after")
    ]
    response = HttpResponse(
        csv_text([*heads, gettext("Before"), gettext("After")], rows), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = 'attachment; filename="trail.csv"'
    return response


def _form_and_lines(request: HttpRequest) -> tuple[TrailForm, QuerySet[AuditEntry]]:
    """The form and the filtered lines; invalid fields are ignored. Refuses not_allowed."""
    clubs = _clubs(request.user)
    if not (clubs or request.user.is_staff):
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    words = queries.trail(reader=request.user).order_by("what").values_list("what", flat=True).distinct()
    form = TrailForm(request.GET or None, clubs=[(club.pk, club.name) for club in clubs], words=words)
    if form.is_bound:
        form.is_valid()
    wanted = form.cleaned_data if form.is_bound else {}
    since, until = wanted.get("since"), wanted.get("until")
    zone = timezone.get_current_timezone()
    found = queries.trail(
        reader=request.user,
        club=wanted.get("club"),
        what=wanted.get("what", ""),
        actor=wanted.get("actor", ""),
        case=wanted.get("case"),
        since=datetime.combine(since, time(), zone) if since else None,
        until=datetime.combine(until + timedelta(days=1), time(), zone) if until else None,
    )
    return form, found


def _clubs(reader: Player) -> tuple[Club, ...]:
    """The clubs whose audit trail the reader may see."""
    if reader.is_staff:
        return tuple(Club.objects.all())
    return tuple(Club.objects.filter(memberships__player=reader, memberships__role__in=queries.TRAIL_READERS))
