"""Decorators of the views of disputes: sign in, load the case and the reader's rights, render refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import cache_control

from accounts.errors import AccountRefused
from accounts.models import Player
from games.disputes import queries
from games.disputes.access import Rights, parties_of, rights_of
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case
from games.engine.errors import Refused
from games.refusals import refusal_page
from games.table.log.errors import TableRefused
from games.table.log.folding import LogBroken

View = Callable[..., HttpResponse]


def answer_refusals(view: View) -> View:
    """Render refusals with status, code and sentence, redirect visitors to sign in, and disable caching."""

    @cache_control(private=True, no_store=True)
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path() if request.method in ("GET", "HEAD") else "/")
        try:
            return view(request, *args, **kwargs)
        except (DisputeRefused, TableRefused, AccountRefused) as refused:
            return _refusal_page(request, refused, kwargs)
        except (LogBroken, Refused):
            return _refusal_page(request, DisputeRefused(DisputeRefusal.LOG_BROKEN), kwargs)

    return wrapped


def _refusal_page(
    request: HttpRequest, refused: DisputeRefused | TableRefused | AccountRefused, arguments: dict[str, Any]
) -> HttpResponse:
    """The page of a refusal. It leads to the case of the address, or whoever runs clubs and is no arbiter to what they
    may see of cases there."""
    # A number beside the code of a table is that of a round.
    case = arguments.get("number") if "code" not in arguments else None
    clubs = queries.clubs_run_by(request.user) if refused.code == DisputeRefusal.NOT_ALLOWED else ()
    return refusal_page(
        request, "disputes/refused.html", refused, {"case": None if clubs else case, "runs": clubs}
    )


def of_case(view: View) -> View:
    """Pass the case and the reader's rights to the view instead of the number; 404 for those who may not see it."""

    @answer_refusals
    @wraps(view)
    def with_case(request: HttpRequest, number: int, **kwargs: Any) -> HttpResponse:
        case, rights = case_and_rights(request, number)
        if not (rights.see or rights.see_evidence):
            raise error_for(request.user, case)
        return view(request, case=case, rights=rights, **kwargs)

    return with_case


def error_for(reader: Player, case: Case) -> Exception:
    """What to raise for a reader who may not see a case. Who runs its club is told of every case that waits and is not
    about their own result, so the page says why it is closed to them; to others it does not exist."""
    runs = case.club_id in {club.pk for club in queries.clubs_run_by(reader)}
    if runs and reader.pk not in parties_of(case.round.match_id):
        return DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    return Http404()


def case_and_rights(request: HttpRequest, number: int) -> tuple[Case, Rights]:
    """The case and the reader's rights. Raises Http404."""
    try:
        case = queries.case_of(number)
    except DisputeRefused as refused:
        raise Http404 from refused
    return case, rights_of(request.user, case, timezone.now())
