"""The page on which a player answers a request to merge two accounts."""

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

from accounts.clubs.merge_agreement import answer_merge, open_requests
from accounts.forms import MergeAnswerForm


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def merge_answer(request: HttpRequest) -> HttpResponse:
    """Show the effect of a merge and take the answer; agreeing needs the password and a tick."""
    player, posted = request.user, request.method == "POST"
    asked = next(iter(open_requests(player, now=timezone.now())), None)
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
            answer = _("The two accounts are one now.") if merged else _("Thank you, your answer is noted.")
            messages.success(request, answer)
        return redirect("table:home")
    page = {"form": form, "asked": asked, "ends": asked.double_id == player.pk}
    return render(request, "accounts/merge.html", page, status=422 if posted else 200)
