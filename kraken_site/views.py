"""`/healthz`, asked by the proxy: whether the process is alive. `/readyz`, asked by monitors: whether the server can
serve pages. `/release`, asked by tables: the release. `/metrics`, asked by Prometheus: figures. And the page for a
form of an earlier session."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.template.loader import render_to_string
from django.utils.crypto import constant_time_compare
from django.views import defaults
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from accounts.models.messages import QueuedMessage
from accounts.site_address import is_on_this_site
from games import metrics as figures
from games.club_clock import club_clock
from games.table.log.models import Match

TOO_LARGE: Final = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
"""What Django raises for a form beyond DATA_UPLOAD_MAX_MEMORY_SIZE and its other limits."""
OVERDUE: Final = timedelta(seconds=10)
"""Time after which a due match shows that no steward serves it."""


def current_release() -> str:
    """Return the digest of the collected static files, "" where they come from their sources."""
    return getattr(staticfiles_storage, "manifest_hash", "")


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200, without the database."""
    return HttpResponse("alive\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 when the database and Redis, where there is one, answer too; else 503 with what does not."""
    missing = []
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        missing.append("database")
    if settings.REDIS_URL and not _redis_answers():
        missing.append("redis")
    if missing:
        return HttpResponse(f"no answer from: {', '.join(missing)}\n", content_type="text/plain", status=503)
    return HttpResponse("ready\n", content_type="text/plain")


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer the figures of this process for Prometheus; 404 without the token of METRICS_TOKEN."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not constant_time_compare(given, token):
        raise Http404
    figures.outbox.set(QueuedMessage.objects.count())
    running = Match.objects.filter(status=Match.Status.RUNNING, on_paper=False)
    figures.running_matches.set(running.count())
    figures.overdue_matches.set(running.filter(wake_at__lt=club_clock.now() - OVERDUE).count())
    return HttpResponse(generate_latest(figures.registry), content_type=CONTENT_TYPE_LATEST)


@never_cache
@require_safe
def release(request: HttpRequest) -> HttpResponse:
    """Answer the release of this server, which a table compares with its own after a reconnection."""
    return HttpResponse(current_release(), content_type="text/plain")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 413 to a form that is larger than the settings allow, 400 to anything else that cannot be read."""
    if isinstance(exception, TOO_LARGE):
        return HttpResponse(render_to_string("413.html"), status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return defaults.bad_request(request, exception)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose CSRF token is not that of the session, mostly because of a sign-in in another tab.

    The sign-in form of somebody who is signed in leads on. Any other form of this site is shown with what was typed, to
    be sent again by the player. Nothing is offered for a form of another site, nor for one with a password or a file.
    """
    onward = request.POST.get("next", "")
    if request.user.is_authenticated and request.path == resolve_url(settings.LOGIN_URL):
        if is_on_this_site(onward, request):
            return HttpResponseRedirect(onward)  # `redirect` would try it as the name of a view
        return redirect(settings.LOGIN_REDIRECT_URL)
    origin = f"{request.scheme}://{request.get_host()}"
    referer = request.headers.get("Referer", "")
    ours = request.headers.get("Origin", origin) == origin and referer.startswith(f"{origin}/")
    typed = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken"
    ]
    secret = bool(request.FILES) or any("password" in name for name, _value in typed)
    page = {"back": referer if ours else "", "typed": typed, "again": ours and bool(typed) and not secret}
    return render(request, "403_csrf.html", page, status=403)


def _redis_answers() -> bool:
    from redis import Redis  # six megabytes, for several servers alone
    from redis.exceptions import RedisError

    with Redis.from_url(settings.REDIS_URL, socket_timeout=2) as redis:
        try:
            return bool(redis.ping())
        except (RedisError, OSError):
            return False
