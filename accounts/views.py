"""Pages for guests, registration and a player's own settings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import services
from accounts.forms import GuestForm, LookForm, NicknameForm, PreferencesForm, RegisterForm
from accounts.models import Player, active_language
from accounts.people.device_settings import settings_of, store, visitor

SIGN_IN_BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """Sign in as a guest with a nickname."""
    onward = safe_next(request)
    if request.user.is_authenticated:
        return HttpResponseRedirect(onward)
    form = GuestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not ratelimit.consume(request, action="guest"):
            return ratelimit.respond_429(request)
        with _errors_on(form, "nickname"):
            player = services.create_guest(
                nickname=form.cleaned_data["nickname"], language=active_language(), look=settings_of(request)
            )
            login(request, player, backend=SIGN_IN_BACKEND)
            return HttpResponseRedirect(onward)
    return _form_page(request, "accounts/guest.html", {"form": form, "next": onward})


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest) -> HttpResponse:
    """Settings of the look, one tap away from every page: saved with the account of a player, kept on the device of a
    visitor. `next` leads back."""
    player = request.user if request.user.is_authenticated else None
    form = LookForm(request.POST if request.method == "POST" else None, instance=player or visitor(request))
    if request.method == "POST" and form.is_valid():
        response = HttpResponseRedirect(safe_next(request))
        if player is None:
            store(response, form.cleaned_data)
        else:
            player.save(update_fields=form.Meta.fields)
        return response
    return _form_page(request, "accounts/look.html", {"form": form, "next": safe_next(request)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest) -> HttpResponse:
    """Give a guest an account, with seat, history and settings kept."""
    if not request.user.is_guest:
        return redirect("accounts:profile")
    form = RegisterForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with _errors_on(form, "username"):
            player = services.register_guest(player=request.user, **form.cleaned_data)
            update_session_auth_hash(request, player)  # keeps this device signed in
            UserSession.objects.create_from_request(request)  # lists this device
            if player.email:
                EmailAddress.objects.add_email(request, player, player.email, confirm=True)
            messages.success(
                request, _("You have an account now. Your seat and your matches are still yours.")
            )
            return HttpResponseRedirect(safe_next(request))
    return _form_page(request, "accounts/register.html", {"form": form, "next": safe_next(request)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Change nickname and settings; `next` leads back to the table."""
    player = request.user
    onward = safe_next(request) if "next" in request.GET or "next" in request.POST else ""
    posted = request.POST if request.method == "POST" else None
    nickname = NicknameForm(posted, player=player)
    preferences = PreferencesForm(posted, instance=player)
    if posted is not None and nickname.is_valid() and preferences.is_valid():
        with _errors_on(nickname, "nickname"), transaction.atomic():
            preferences.save()
            services.rename(player=player, nickname=nickname.cleaned_data["nickname"])
            if onward:
                return HttpResponseRedirect(onward)
            messages.success(request, _("Saved."))
            return redirect("accounts:profile")
    return _form_page(request, "accounts/profile.html", {"forms": [nickname, preferences], "next": onward})


@require_POST
@login_required
def install_hint_off(request: HttpRequest) -> HttpResponse:
    """Never show the hint to install the club to this player again."""
    Player.objects.filter(pk=request.user.pk).update(install_hint=False)
    return redirect("table:home")


def safe_next(request: HttpRequest) -> str:
    """Return the URL in `next` when it is on this site, else that of the home page.

    Use it with `HttpResponseRedirect`: `redirect` would try a typed value as the name of a view.
    """
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else resolve_url("table:home")


@contextmanager
def _errors_on(form: Form, field: str) -> Iterator[None]:
    """Show a refusal of the service on `field` of the form, which was valid before a concurrent change."""
    try:
        yield
    except ValidationError as refused:
        form.add_error(field, refused)


def _form_page(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    return render(request, template, context, status=422 if request.method == "POST" else 200)
