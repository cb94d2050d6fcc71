"""Small rules every answer obeys."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_cache_control

from kraken_site.origins import is_local_host

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


class PlayerLanguageMiddleware:
    """Who chose a language reads it on every device; everybody else reads what the browser asks for."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


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
