"""Small rules every answer obeys."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext

from kraken_site.hosts import is_local_host

log = logging.getLogger("club.pages")

OUT_OF_REACH = (OperationalError, InterfaceError)
RETRY_AFTER = 2
"""Seconds after which to try again while the database is away."""
PAGE_RETRY_AFTER = 5
"""The same for a page, which must be read first."""

Answer = Callable[[HttpRequest], HttpResponse]


class LocalHostMiddleware:
    """In local play, answer only under names of this machine or its own network.

    A page elsewhere that points its own name at a phone's club (DNS rebinding) gets a refusal.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.LOCAL_PLAY and not is_local_host(request.get_host()):
            raise DisallowedHost(
                f"{request.get_host()!r} is not an address of this network; see SITE_ORIGINS."
            )
        return self.get_response(request)


class BooksMiddleware:
    """While the database is away, say so and when to come back (503), instead of falling over.

    It asks who is there before anybody else does: that is the first look into the database.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            bool(request.user.is_authenticated)
        except OUT_OF_REACH:
            return _come_back(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A view did not reach the database."""
        return _come_back(request) if isinstance(exception, OUT_OF_REACH) else None


def _come_back(request: HttpRequest) -> HttpResponse:
    """A page for who reads one, which asks again by itself; a sentence for scripts, which have their own way to say it.

    What was posted is not asked for again: the way leads back to the form it came from.
    """
    headers = {"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"}
    if request.headers.get("HX-Request") or "text/html" not in request.headers.get("Accept", ""):
        sentence = gettext("The club's books cannot be reached. Please try again in a moment.")
        return HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8", headers=headers)
    posted = request.method not in ("GET", "HEAD")
    if not posted:
        headers["Refresh"] = str(PAGE_RETRY_AFTER)
    page = render_to_string("503.html", {"posted": posted, "back": _posted_from(request) if posted else ""})
    return HttpResponse(page, status=503, headers=headers)


def _posted_from(request: HttpRequest) -> str:
    """Our page with the form, else the first one."""
    page = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(
        page, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return page if ours else "/"


class PlayerLanguageMiddleware:
    """Who chose a language reads it on every device; everybody else reads what the browser asks for.

    That is remembered when a whole page was read in another language than the last: notices and mail come in it.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        response = self.get_response(request)
        if not language and request.user.is_authenticated and _is_whole_page(request, response):
            _remember_language(request)
        return response


def _is_whole_page(request: HttpRequest, response: HttpResponse) -> bool:
    is_html = response.get("Content-Type", "").startswith("text/html")
    return (
        request.method == "GET"
        and response.status_code == 200
        and is_html
        and not request.headers.get("HX-Request")
    )


def _remember_language(request: HttpRequest) -> None:
    read_in = request.LANGUAGE_CODE[:2]
    if request.user.last_language == read_in:
        return
    request.user.last_language = read_in
    try:
        request.user.save(update_fields=["last_language"])
    except OUT_OF_REACH:
        log.info("the language of player %s was not kept: the database is away", request.user.pk)


class NoStoreMiddleware:
    """What was made for one person is kept by no cache."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = getattr(request, "session", None)
        if session is not None and session.accessed and not response.has_header("Cache-Control"):
            patch_cache_control(response, no_store=True, private=True)
        return response
