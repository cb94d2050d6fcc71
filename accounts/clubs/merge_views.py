"""One's own answer to a club that asks whether two accounts are one person's."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.clubs.merge_agreement import answer_merge, asked_of
from accounts.forms import MergeAnswerForm


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def merge_answer(request: HttpRequest) -> HttpResponse:
    """Show what becomes of the two accounts; a yes needs the password and a tick, a no needs nothing."""
    player, posted = request.user, request.method == "POST"
    asked = next(iter(asked_of(player, now=timezone.now())), None)
    if asked is None:
        raise Http404
    if posted and not ratelimit.consume(request, action="reauthenticate", user=player):
        return ratelimit.respond_429(request)
    agrees = request.POST.get("answer") != "no"
    form = MergeAnswerForm(request.POST if posted and agrees else None, player=player, request=request)
    if posted and (not agrees or form.is_valid()):
        now = timezone.now()
        try:
            merged = answer_merge(request_id=asked.pk, player=player, agrees=agrees, now=now, url="/me/")
        except ValidationError as refused:
            messages.error(request, " ".join(refused.messages))
        else:
            said = _("The two accounts are one now.") if merged else _("Thank you, your answer is noted.")
            messages.success(request, said)
        return redirect("home")
    page = {"form": form, "asked": asked, "ends": asked.double_id == player.pk}
    return render(request, "accounts/merge.html", page, status=422 if posted else 200)
