"""Middleware: the second sign-in step of staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

ADMIN: Final = "admin"
ALLOWED_ADDRESSES: Final = frozenset({"logout"})
"""Pages of the admin (names of their addresses) that ask for no second step."""


class SecondStepMiddleware:
    """Redirects staff without an authenticator app to its set-up, for the admin and the views in `STAFF_ROOMS`.

    `STAFF_ROOMS` names modules of views that show more to staff than to others. Other users are not affected.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """The redirect to the set-up, or None."""
        if (
            not request.user.is_authenticated
            or not request.user.is_staff
            or not _is_staff_room(request, view)
        ):
            return None
        if is_mfa_enabled(request.user, types=[Authenticator.Type.TOTP]):
            return None
        messages.info(
            request,
            gettext(
                "Who looks after the site signs in with a second step. Set up an authenticator app first."
            ),
        )
        return redirect("mfa_activate_totp")


def _is_staff_room(request: HttpRequest, view: Callable[..., HttpResponse]) -> bool:
    match = request.resolver_match
    if match is not None and match.app_name == ADMIN:
        return match.url_name not in ALLOWED_ADDRESSES
    return view.__module__ in settings.STAFF_ROOMS
