"""Pages of notices and of the devices they are pushed to."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import AccountRefused
from accounts.forms import SettingsForm
from accounts.mentions import with_names
from accounts.models import Notice, Player, PushDevice
from accounts.models.messages import MAILED_KINDS
from accounts.notices import answer_notice, has_confirmed_address, mark_read, notices_of
from accounts.push import (
    ANSWER_SALT,
    SESSION_KEY,
    DeviceForm,
    RenewalForm,
    SubscriptionForm,
    change_device,
    device_name,
    public_key,
    remove_device,
    renew,
    subscribe,
)
from accounts.services import change_settings

# The form of the settings for notices.


class NoticeSettingsForm(SettingsForm):
    """Whether notices are mailed and of which kinds, and the quiet hours."""

    mail_kinds = forms.MultipleChoiceField(
        label=_("Mail me about"),
        choices=[(kind.value, kind.label) for kind in MAILED_KINDS],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    field_order = ["mail_notices", "mail_kinds", "quiet_from", "quiet_until"]

    class Meta:
        model = Player
        fields = ("mail_notices", "quiet_from", "quiet_until")
        widgets = {
            name: forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
            for name in ("quiet_from", "quiet_until")
        }

    def __init__(self, *args: Any, instance: Player, **kwargs: Any) -> None:
        wanted = [kind.value for kind in MAILED_KINDS if kind not in instance.mail_kinds_off]
        super().__init__(*args, instance=instance, initial={"mail_kinds": wanted}, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours with only one of the two times."""
        cleaned = super().clean() or {}
        if not self.errors and (cleaned["quiet_from"] is None) != (cleaned["quiet_until"] is None):
            self.add_error("quiet_until", _("Give both times, or none."))
        return cleaned

    def settings(self) -> dict[str, Any]:
        """As every form of settings; a kind that was not ticked is switched off."""
        wanted = self.cleaned_data["mail_kinds"]
        return {
            **super().settings(),
            "mail_kinds_off": [kind.value for kind in MAILED_KINDS if kind not in wanted],
        }


# The page of notices, with the settings for mail and push devices.

NOTICES_A_PAGE: Final = 50


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """The notices of the player, newest first. A POST marks all as read, or changes the settings."""
    form = NoticeSettingsForm(request.POST if "settings" in request.POST else None, instance=request.user)
    if form.is_valid():
        change_settings(player=request.user, settings=form.settings())
        messages.success(request, gettext("Saved."))
    elif request.method == "POST" and not form.is_bound:
        mark_read(player=request.user, now=timezone.now())
    if request.method == "POST" and not form.errors:
        return redirect("accounts:notices")
    page = Paginator(notices_of(request.user), NOTICES_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "notices": with_names(page, "subject", "text"), "form": form}
    context["confirmed_address"] = partial(has_confirmed_address, request.user)
    context["devices"] = [DeviceForm(device=device) for device in request.user.push_devices.all()]
    context["push_key"] = public_key()
    context["this_device"] = request.session.get(SESSION_KEY)
    return render(request, "accounts/notices.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def notice_open(request: HttpRequest, number: int) -> HttpResponse:
    """Mark the notice as read and redirect to its URL."""
    notice = get_object_or_404(notices_of(request.user), pk=number)
    mark_read(player=request.user, now=timezone.now(), notice=notice.pk)
    return HttpResponseRedirect(notice.url)


# Posts about push devices, and the answers to notices.

ANSWER_AGE: Final = 7 * 24 * 3600
"""Seconds for which the answer on a push message works."""


@require_POST
@login_required
def push_subscribe(request: HttpRequest) -> HttpResponse:
    """Add this browser to the player's devices."""
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("This browser gave no address for messages."))
        return redirect("accounts:notices")
    name = device_name(request.headers.get("User-Agent", ""))
    try:
        device = subscribe(player=request.user, name=name, now=timezone.now(), **form.cleaned_data)
    except AccountRefused as refused:
        messages.error(request, refused.sentence)
    else:
        request.session[SESSION_KEY] = device.pk
        messages.success(request, gettext("This device gets messages now. Choose below which ones."))
    return redirect("accounts:notices")


@require_POST
@login_required
def push_device(request: HttpRequest, number: int) -> HttpResponse:
    """Change what one of the player's devices wants, or remove it."""
    device = get_object_or_404(PushDevice, pk=number, player=request.user)
    if "remove" in request.POST:
        remove_device(device=device)
        messages.success(request, gettext("That device gets no more messages."))
    elif (form := DeviceForm(request.POST, device=device)).is_valid():
        change_device(device=device, **form.cleaned_data)
        messages.success(request, gettext("Saved."))
    else:
        messages.error(request, gettext("Choose among the kinds of notices in the list."))
    return redirect("accounts:notices")


@require_POST
@login_required
def notice_answer(request: HttpRequest, number: int) -> HttpResponse:
    """Answer "I can" to a notice of the player."""
    notice = get_object_or_404(Notice, pk=number, player=request.user)
    try:
        answer_notice(notice=notice, now=timezone.now())
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    else:
        messages.success(request, gettext("Thank you. The club is told."))
    return redirect("accounts:notices")


@never_cache
@csrf_exempt  # sent by the service worker, which has no form; the signed token is the proof
@require_POST
def push_answer(request: HttpRequest) -> HttpResponse:
    """Answer "I can" from a push message, by its signed token; the service worker shows the sentence returned."""
    notice = _notice_of_answer(request.POST.get("answer", ""))
    if notice is None:
        return _sentence(gettext("This answer is too old. Look at the notices on the site."), status=422)
    with override(notice.player.notice_language or None):
        try:
            answer_notice(notice=notice, now=timezone.now())
        except ValidationError as refused:
            return _sentence(" ".join(refused.messages), status=409)
        return _sentence(gettext("Thank you. The club is told."))


def _notice_of_answer(token: str) -> Notice | None:
    """The notice that a signed token names; None for a token that is too old or not ours."""
    try:
        number = signing.loads(token, salt=ANSWER_SALT, max_age=ANSWER_AGE)
    except signing.BadSignature:
        return None
    return Notice.objects.filter(pk=number, player__is_active=True).select_related("player").first()


@never_cache
@csrf_exempt  # sent by the service worker, which has no form; the secret of the old subscription is the proof
@require_POST
def push_changed(request: HttpRequest) -> HttpResponse:
    """Note the new address of a browser whose push subscription changed; 422 for an unknown or unreadable one."""
    form = RenewalForm(request.POST)
    try:
        device = renew(**form.cleaned_data) if form.is_valid() else None
    except AccountRefused:
        device = None
    return HttpResponse(status=204 if device else 422)


def _sentence(sentence: str, *, status: int = 200) -> HttpResponse:
    return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
