"""The arbiter's desk: the queue, and taking, asking about, returning and rejecting a case."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.numbers import whole_number
from games.disputes import queries, services
from games.disputes.access import Rights
from games.disputes.desk.desk_pages import desk_page
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.filing.access import of_desk, refusal_pages
from games.disputes.forms import QueueForm, WordsForm
from games.disputes.models import Case

PAGE: Final = 50


@require_safe
@refusal_pages
def desk(request: HttpRequest) -> HttpResponse:
    """The cases that wait for an arbiter, oldest first; filtered by state, club and age."""
    clubs = queries.clubs_judged_by(request.user)
    if not (clubs or request.user.is_staff):
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    offered = [(club.pk, club.name) for club in clubs]
    if request.user.is_staff:
        offered.append((0, _("friendly matches")))
    form = QueueForm(request.GET or None, clubs=offered)
    wanted = form.cleaned_data if form.is_bound and form.is_valid() else {}
    after = whole_number(request.GET.get("after", "")) or 0
    age = wanted.get("age")
    rows = queries.queue(
        arbiter=request.user,
        now=timezone.now(),
        states=[wanted["state"]] if wanted.get("state") else (),
        club=wanted.get("club"),
        older_than=timedelta(days=age) if age else None,
        at_most=PAGE + 1,
        after=after,
    )
    page = {
        "form": form,
        "rows": rows[:PAGE],
        "counts": queries.queue_counts(arbiter=request.user),
        "replays": queries.waiting_replays(arbiter=request.user),
        "more": after + PAGE if len(rows) > PAGE else None,
    }
    return render(request, "disputes/desk/desk.html", page)


@require_safe
@of_desk
def desk_case(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """A case with its evidence, and the form of a ruling for the arbiter who took it."""
    return desk_page(request, case, rights)


@require_POST
@of_desk
def case_take(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Take a case, or its appeal."""
    services.take_case(case_id=case.pk, arbiter=request.user, now=timezone.now())
    return redirect("disputes:desk_case", case.pk)


@require_POST
@of_desk
def case_ask(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Ask the other players what they saw."""
    services.ask_for_answers(case_id=case.pk, arbiter=request.user, now=timezone.now())
    messages.success(request, _("The players are asked what they saw."))
    return redirect("disputes:desk_case", case.pk)


@require_POST
@of_desk
def case_give_back(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Give a case back to the queue."""
    services.give_back(case_id=case.pk, arbiter=request.user, now=timezone.now())
    messages.success(request, _("Somebody else can take the case now."))
    return redirect("disputes:desk")


@require_POST
@of_desk
def case_give_up_replay(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Take a case whose replay is not played, to rule again."""
    services.give_up_replay(case_id=case.pk, arbiter=request.user, now=timezone.now())
    messages.success(request, _("The round is not played again. Rule on it now."))
    return redirect(f"{reverse('disputes:desk_case', args=[case.pk])}#ruling")


@require_POST
@of_desk
def case_reject(request: HttpRequest, case: Case, rights: Rights) -> HttpResponse:
    """Reject a case with a reason."""
    form = WordsForm(request.POST, auto_id="reject_%s")
    if not form.is_valid():
        return desk_page(request, case, rights, reject=form)
    services.reject(
        case_id=case.pk, arbiter=request.user, reason=form.cleaned_data["text"], now=timezone.now()
    )
    messages.success(request, _("The case is closed. Everybody concerned is told."))
    return redirect("disputes:desk_case", case.pk)
