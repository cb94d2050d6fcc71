"""Who looks after the site signs in with a second step, or does not get to the rooms of the staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

ADMIN: Final = "admin"
LEAVING: Final = frozenset({"logout"})


class SecondStepMiddleware:
    """Lead staff without an authenticator app to its set-up, before the admin and the pages of `STAFF_ROOMS`.

    `STAFF_ROOMS` are modules of views where staff see more than others do. Who is not staff passes by.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """The way to the set-up, or None: go on."""
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
            _("Who looks after the site signs in with a second step. Set up an authenticator app first."),
        )
        return redirect("mfa_activate_totp")


def _is_staff_room(request: HttpRequest, view: Callable[..., HttpResponse]) -> bool:
    match = request.resolver_match
    if match is not None and match.app_name == ADMIN:
        return match.url_name not in LEAVING
    return view.__module__ in settings.STAFF_ROOMS
