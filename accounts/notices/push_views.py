"""Posts about push devices, and the answers to notices."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.models import Notice, PushDevice
from accounts.notices.answers import answer_notice
from accounts.push.devices import SESSION_KEY, change_device, device_name, renew, subscribe
from accounts.push.forms import DeviceForm, RenewalForm, SubscriptionForm
from accounts.push.sending import ANSWER_SALT

ANSWER_AGE: Final = 7 * 24 * 3600
"""Seconds for which the answer on a push message works."""


@require_POST
@login_required
def push_subscribe(request: HttpRequest) -> HttpResponse:
    """Add this browser to the player's devices."""
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This browser gave no address for messages."))
        return redirect("accounts:notices")
    name = device_name(request.headers.get("User-Agent", ""))
    try:
        device = subscribe(player=request.user, name=name, now=timezone.now(), **form.cleaned_data)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    else:
        request.session[SESSION_KEY] = device.pk
        messages.success(request, _("This device gets messages now. Choose below which ones."))
    return redirect("accounts:notices")


@require_POST
@login_required
def push_device(request: HttpRequest, number: int) -> HttpResponse:
    """Change what one of the player's devices wants, or remove it."""
    device = get_object_or_404(PushDevice, pk=number, player=request.user)
    if "remove" in request.POST:
        device.delete()
        messages.success(request, _("That device gets no more messages."))
    elif (form := DeviceForm(request.POST, device=device)).is_valid():
        change_device(device=device, **form.cleaned_data)
        messages.success(request, _("Saved."))
    else:
        messages.error(request, _("Choose among the kinds of notices in the list."))
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
        messages.success(request, _("Thank you. The club is told."))
    return redirect("accounts:notices")


@never_cache
@csrf_exempt  # sent by the service worker, which has no form; the signed token is the proof
@require_POST
def push_answer(request: HttpRequest) -> HttpResponse:
    """Answer "I can" from a push message, by its signed token; the service worker shows the sentence returned."""
    try:
        number = signing.loads(request.POST.get("answer", ""), salt=ANSWER_SALT, max_age=ANSWER_AGE)
    except signing.BadSignature:
        return _sentence(_("This answer is too old. Look at the notices on the site."), status=422)
    notice = Notice.objects.filter(pk=number, player__is_active=True).select_related("player").first()
    if notice is None:
        return _sentence(_("This answer is too old. Look at the notices on the site."), status=422)
    with override(notice.player.notice_language or None):
        try:
            answer_notice(notice=notice, now=timezone.now())
        except ValidationError as refused:
            return _sentence(" ".join(refused.messages), status=409)
        return _sentence(_("Thank you. The club is told."))


@never_cache
@csrf_exempt  # sent by the service worker, which has no form; the secret of the old subscription is the proof
@require_POST
def push_changed(request: HttpRequest) -> HttpResponse:
    """Note the new address of a browser whose push subscription changed; 422 for an unknown or unreadable one."""
    form = RenewalForm(request.POST)
    try:
        device = renew(**form.cleaned_data) if form.is_valid() else None
    except ValidationError:
        device = None
    return HttpResponse(status=204 if device else 422)


def _sentence(sentence: str, *, status: int = 200) -> HttpResponse:
    return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
