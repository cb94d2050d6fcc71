"""Middleware of every page: local hosts, cookies, a database out of reach, the API from other sites, language,
caching.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext

from accounts.models import Player
from accounts.services import remember_language
from accounts.site_address import is_on_this_site
from games.table.threads import OUT_OF_REACH
from kraken_site.hosts import is_local_host

log = logging.getLogger("club.pages")

RETRY_DELAY = 2
"""Seconds after which to try again while the database is away."""
PAGE_RETRY_DELAY = 5
"""The same for a page, which takes a while to read."""

API = "/api/"
"""Where `games/urls.py` puts the API."""

GetResponse = Callable[[HttpRequest], HttpResponse]


class LocalHostMiddleware:
    """In local play, answer only requests for this machine or an address of its network.

    Else a page elsewhere could point its own name at the club (DNS rebinding) and read it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.LOCAL_PLAY and not is_local_host(request.get_host()):
            raise DisallowedHost(
                f"{request.get_host()!r} is not an address of this network; see SITE_ORIGINS."
            )
        return self.get_response(request)


class UnchangedCsrfCookieMiddleware:
    """Leave the CSRF cookie out of an answer to a request that brought the same one.

    Django sends it with every page, to renew its age. The rules a phone keeps are fetched while a visitor taps "play":
    such an answer, arriving late, put back the token from before the sign-in, and the next post was refused.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        name = settings.CSRF_COOKIE_NAME
        sent = response.cookies.get(name)
        if sent is not None and sent.value == request.COOKIES.get(name):
            del response.cookies[name]
        return response


class KeptSessionCookieMiddleware:
    """Take the session cookie away only in answer to a post.

    Django does it wherever the session of a cookie is gone. What a page fetches in the background while somebody
    signs in brings the cookie from before: such an answer, arriving late, signed them out again.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        name = settings.SESSION_COOKIE_NAME
        sent = response.cookies.get(name)
        if sent is not None and not sent.value and request.method in ("GET", "HEAD"):
            del response.cookies[name]
        return response


class DatabaseAwayMiddleware:
    """Answer 503 with Retry-After while the database is out of reach.

    It loads the user before the middleware inside it does: that is the first query of a request.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            bool(request.user.is_authenticated)
        except OUT_OF_REACH:
            return _try_later(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for a view that did not reach the database."""
        return _try_later(request) if isinstance(exception, OUT_OF_REACH) else None


def _try_later(request: HttpRequest) -> HttpResponse:
    """Return a page that reloads by itself, or one sentence for scripts.

    The page for a post does not reload: it links to the form the post came from.
    """
    headers = {"Retry-After": str(RETRY_DELAY), "Cache-Control": "no-store"}
    if request.headers.get("HX-Request") or "text/html" not in request.headers.get("Accept", ""):
        sentence = gettext("The club's books cannot be reached. Please try again in a moment.")
        return HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8", headers=headers)
    posted = request.method not in ("GET", "HEAD")
    if not posted:
        headers["Refresh"] = str(PAGE_RETRY_DELAY)
    page = render_to_string(
        "503.html", {"posted": posted, "back": _page_posted_from(request) if posted else ""}
    )
    return HttpResponse(page, status=503, headers=headers)


def _page_posted_from(request: HttpRequest) -> str:
    """Return the page of this site in the Referer header, else the first page."""
    page = request.headers.get("Referer", "")
    return page if is_on_this_site(page, request) else "/"


class NotAllowedPageMiddleware:
    """Answer a page of the club where a person opened the address of a button (405); scripts get Django's answer."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        by_script = request.headers.get("HX-Request") or "text/html" not in request.headers.get("Accept", "")
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or by_script or response.content:
            return response
        page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page


class ApiOriginMiddleware:
    """Let pages of every site read the API (CORS): a key is the proof there, and no cookie is looked at."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(API):
            return self.get_response(request)
        if request.method == "OPTIONS":
            response = HttpResponse(status=204)
            response["Access-Control-Allow-Methods"] = "GET"
            response["Access-Control-Allow-Headers"] = "Authorization"
            response["Access-Control-Max-Age"] = "86400"
        else:
            response = self.get_response(request)
        if request.method in ("GET", "OPTIONS"):
            response["Access-Control-Allow-Origin"] = "*"
        return response


class PlayerLanguageMiddleware:
    """Show pages in the language the player chose, else in the one the browser asks for.

    The latter is stored when a whole page was shown in it: notices and mail use it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        response = self.get_response(request)
        if not language and request.user.is_authenticated and _is_whole_page(request, response):
            _remember_language(request.user, request.LANGUAGE_CODE[:2])
        return response


def _is_whole_page(request: HttpRequest, response: HttpResponse) -> bool:
    is_html = response.get("Content-Type", "").startswith("text/html")
    return (
        request.method == "GET"
        and response.status_code == 200
        and is_html
        and not request.headers.get("HX-Request")
    )


def _remember_language(player: Player, language: str) -> None:
    try:
        remember_language(player=player, language=language)
    except OUT_OF_REACH:
        log.info("the language of player %s was not stored: the database is away", player.pk)


class NoStoreMiddleware:
    """Forbid caches to keep a page that was made for one session."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = getattr(request, "session", None)
        if session is not None and session.accessed and not response.has_header("Cache-Control"):
            patch_cache_control(response, no_store=True, private=True)
        return response
