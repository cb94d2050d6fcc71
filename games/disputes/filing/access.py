"""Decorators of the views of disputes: load the case, check rights, render refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control

from games.disputes import queries
from games.disputes.access import Rights, rights_of, sat_there
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case
from games.engine.errors import Refused
from games.kit.refusals import refusal_page
from games.table.log.errors import TableRefused
from games.table.log.folding import LogBroken

View = Callable[..., HttpResponse]


def refusal_pages(view: View) -> View:
    """Render refusals with status, code and sentence, redirect visitors to sign in, and disable caching."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path() if request.method in ("GET", "HEAD") else "/")
        try:
            response = view(request, *args, **kwargs)
        except (DisputeRefused, TableRefused) as refused:
            response = _refused_page(request, refused, kwargs)
        except (LogBroken, Refused):
            response = _refused_page(request, DisputeRefused(DisputeRefusal.LOG_BROKEN), kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response

    return wrapped


def _refused_page(
    request: HttpRequest, refused: DisputeRefused | TableRefused, asked: dict[str, Any]
) -> HttpResponse:
    case = asked.get("number") if "code" not in asked else None
    return refusal_page(request, "disputes/refused.html", refused, {"case": case})


def of_case(view: View) -> View:
    """Pass the case and the reader's rights to the view instead of the number; 404 for those who may not see it."""

    @refusal_pages
    @wraps(view)
    def with_case(request: HttpRequest, number: int, **kwargs: Any) -> HttpResponse:
        case, rights = case_and_rights(request, number)
        if not (rights.see or rights.see_evidence):
            raise Http404
        return view(request, case=case, rights=rights, **kwargs)

    return with_case


def of_desk(view: View) -> View:
    """As `of_case`, for those who may see the evidence. Refuses sat_there, not_allowed."""

    @of_case
    @wraps(view)
    def at_desk(request: HttpRequest, case: Case, rights: Rights, **kwargs: Any) -> HttpResponse:
        if not rights.see_evidence:
            sat = request.user.pk in sat_there(case.round.match_id)
            raise DisputeRefused(DisputeRefusal.SAT_THERE if sat else DisputeRefusal.NOT_ALLOWED)
        return view(request, case=case, rights=rights, **kwargs)

    return at_desk


def case_and_rights(request: HttpRequest, number: int) -> tuple[Case, Rights]:
    """The case and the reader's rights. Raises Http404."""
    try:
        case = queries.case_of(number)
    except DisputeRefused as refused:
        raise Http404 from refused
    return case, rights_of(request.user, case, timezone.now())
