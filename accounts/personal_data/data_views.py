"""Pages for downloading a player's own data and deleting the account."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import EraseForm
from accounts.personal_data.erasure import erase_account
from accounts.personal_data.export import data_of


@require_safe
@never_cache
@login_required
def my_data(request: HttpRequest) -> HttpResponse:
    """The player's data as a JSON file."""
    data = {"site": request.build_absolute_uri("/"), **data_of(request.user, now=timezone.now())}
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return response


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """Show what is deleted and what stays; with password and tick, delete the account."""
    player = request.user
    posted = request.method == "POST"
    if posted and not ratelimit.consume(request, action="reauthenticate", user=player):
        return ratelimit.respond_429(request)
    form = EraseForm(request.POST if posted else None, player=player, request=request)
    if posted and form.is_valid():
        try:
            erase_account(player=player, now=timezone.now())
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Thank you for playing."))
            return redirect("table:home")
    return render(request, "accounts/erase.html", {"form": form}, status=422 if posted else 200)
