"""The page of notices, with the settings for mail and push devices."""

from __future__ import annotations

from functools import partial
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.notices.forms import NoticeSettingsForm
from accounts.notices.mail import has_confirmed_address
from accounts.notices.notices import mark_read, notices_of
from accounts.people.mentions import with_names
from accounts.push.devices import SESSION_KEY
from accounts.push.forms import DeviceForm
from accounts.push.keys import public_key

ON_A_PAGE: Final = 50


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """The notices of the player, newest first. A POST marks all as read, or changes the settings."""
    form = NoticeSettingsForm(request.POST if "settings" in request.POST else None, instance=request.user)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
    elif request.method == "POST" and not form.is_bound:
        mark_read(player=request.user, now=timezone.now())
    if request.method == "POST" and not form.errors:
        return redirect("accounts:notices")
    page = Paginator(notices_of(request.user), ON_A_PAGE).get_page(request.GET.get("page"))
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
