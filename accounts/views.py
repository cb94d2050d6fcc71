"""Pages of an account: guests, registration, profile and settings, own data, merging."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import services
from accounts.device_settings import DEVICE_FIELDS, settings_of, store, visitor
from accounts.errors import AccountRefused
from accounts.forms import (
    EraseForm,
    GuestForm,
    LookForm,
    MergeAnswerForm,
    NicknameForm,
    PreferencesForm,
    RegisterForm,
)
from accounts.merging import answer_merge, open_requests
from accounts.models import Motion, active_language
from accounts.personal_data import data_of, erase_account
from accounts.sign_in import BACKEND
from accounts.site_address import is_on_this_site

# Pages for guests, registration and a player's own settings.


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
            login(request, player, backend=BACKEND)
            return HttpResponseRedirect(onward)
    page = {"form": form, "next": onward, "to_a_table": onward.startswith("/t/")}
    return _form_page(request, "accounts/guest.html", page)


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
            services.change_settings(player=player, settings=form.settings())
        return response
    return _form_page(request, "accounts/look.html", {"form": form, "next": safe_next(request)})


@require_POST
def movement(request: HttpRequest) -> HttpResponse:
    """How much moves at the table, chosen there (`motion`): saved as `look` saves it, and nothing else with it."""
    chosen = request.POST.get("motion")
    if chosen not in Motion.values:
        return HttpResponse(status=422)
    response = HttpResponse(status=204)
    if request.user.is_authenticated:
        services.change_settings(player=request.user, settings={"motion": chosen})
    else:
        device = visitor(request)
        store(response, {**{name: getattr(device, name) for name in DEVICE_FIELDS}, "motion": chosen})
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest) -> HttpResponse:
    """Give a guest, or a member who came by a personal link, an account, with seat, history and settings kept."""
    if not services.is_on_this_device_only(request.user):
        return redirect("accounts:profile")
    form = RegisterForm(request.POST or None, player=request.user)
    if request.method == "POST" and form.is_valid():
        with _errors_on(form, "username"):
            player = services.register_guest(player=request.user, **form.cleaned_data)
            update_session_auth_hash(request, player)  # keeps this device signed in
            UserSession.objects.create_from_request(request)  # lists this device
            if player.email:
                EmailAddress.objects.add_email(request, player, player.email, confirm=True)
            messages.success(
                request, gettext("You have an account now. Your seat and your matches are still yours.")
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
        with _errors_on(nickname, "nickname"):
            services.change_settings(
                player=player, settings=preferences.settings(), nickname=nickname.cleaned_data["nickname"]
            )
            if onward:
                return HttpResponseRedirect(onward)
            messages.success(request, gettext("Saved."))
            return redirect("accounts:profile")
    page = {
        "nickname": nickname,
        "preferences": preferences,
        "next": onward,
        "here_only": services.is_on_this_device_only(player),
    }
    return _form_page(request, "accounts/profile.html", page)


@require_POST
@login_required
def install_hint_off(request: HttpRequest) -> HttpResponse:
    """Never show the hint to install the club to this player again."""
    services.hide_install_hint(player=request.user)
    return redirect("home")


def safe_next(request: HttpRequest) -> str:
    """Return the URL in `next` when it is on this site, else that of the home page.

    Use it with `HttpResponseRedirect`: `redirect` would try a typed value as the name of a view.
    """
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if is_on_this_site(wanted, request) else resolve_url("home")


@contextmanager
def _errors_on(form: Form, field: str) -> Iterator[None]:
    """Show a refusal of the service on `field` of the form, which was valid before a concurrent change."""
    try:
        yield
    except ValidationError as refused:
        form.add_error(field, refused)


def _form_page(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    return render(request, template, context, status=422 if request.method == "POST" else 200)


# Pages for downloading a player's own data and deleting the account.


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
    """Show what is deleted and what stays; with password and tick, delete the account. Who has no password is
    told to sign in again before the button, where the last time is too long ago."""
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
            messages.success(request, gettext("Your account is deleted. Thank you for playing."))
            return redirect("home")
    page = {"form": form, "asks_sign_in": form.asks_sign_in}
    return render(request, "accounts/erase.html", page, status=422 if posted else 200)


# The page on which a player answers a request to merge two accounts.


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def merge_answer(request: HttpRequest) -> HttpResponse:
    """Show the effect of a merge and take the answer; agreeing needs the password and a tick."""
    player, posted = request.user, request.method == "POST"
    merge_request = next(iter(open_requests(player, now=timezone.now())), None)
    if merge_request is None:
        raise Http404
    if posted and not ratelimit.consume(request, action="reauthenticate", user=player):
        return ratelimit.respond_429(request)
    agrees = request.POST.get("answer") != "no"
    form = MergeAnswerForm(request.POST if posted and agrees else None, player=player, request=request)
    if posted and (not agrees or form.is_valid()):
        now = timezone.now()
        try:
            merged = answer_merge(
                request_id=merge_request.pk,
                player=player,
                agrees=agrees,
                now=now,
                url=reverse("accounts:profile"),
            )
        except AccountRefused as refused:
            messages.error(request, refused.sentence)
        else:
            answer = (
                gettext("The two accounts are one now.")
                if merged
                else gettext("Thank you, your answer is noted.")
            )
            messages.success(request, answer)
        return redirect("home")
    page = {"form": form, "merge_request": merge_request, "ends": merge_request.double_id == player.pk}
    return render(request, "accounts/merge.html", page, status=422 if posted else 200)
