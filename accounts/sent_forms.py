"""A form sent twice does its work once: by a double tap, a reload, or the back button and the same button again.

The key of a form is the token against forgery that its page was given: Django draws it anew for each page, under a mask
of its own, so a page opened again is another form, and what was taken away meanwhile can be created again. A page that
comes back from the browser's memory is the same one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import SentForm

View = Callable[..., HttpResponse]

REDIRECTS: Final = (301, 302, 303)
REFUSED_MARK: Final = "is_refused_form"
"""The attribute of a request whose form was refused."""
SAME_FORM: Final = timedelta(minutes=10)
"""Time in which a form of a page counts as the same one."""
SAME_TABLE: Final = timedelta(seconds=10)
"""The same for a table to play at, as long as a double tap: somebody may leave and want another like it."""


def do_once(*doing: str, within: timedelta = SAME_FORM) -> Callable[[View], View]:
    """Decorate a view that creates something: the same form of the same player leads to where the first one led.

    With `doing` only forms whose field `do` is one of these; others of the page may be sent again, such as one that
    sets a value. The row of a form is written in the transaction of its work, so that a second form, sent at the same
    time, waits for the first. A form that leads nowhere, such as one with a fault, may be sent again, and so may one
    that was refused (`forget_refused`). Two forms that differ in an uploaded file alone are the same one.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            counts = request.method == "POST" and request.user.is_authenticated
            if not counts or (doing and request.POST.get("do", "") not in doing):
                return view(request, *args, **kwargs)
            now = timezone.now()
            with transaction.atomic():
                SentForm.objects.filter(until__lte=now).delete()
                sent, is_first = SentForm.objects.get_or_create(
                    digest=_digest(request), defaults={"until": now + within}
                )
                if is_first:
                    response = view(request, *args, **kwargs)
                    if response.status_code in REDIRECTS and not hasattr(request, REFUSED_MARK):
                        SentForm.objects.filter(pk=sent.pk).update(led_to=response["Location"])
                    else:
                        sent.delete()
                    return response
            messages.info(request, gettext("You sent this a moment ago already; it was done once."))
            return redirect(sent.led_to)

        return once

    return decorate


def forget_refused(request: HttpRequest) -> None:
    """Let the form of this request be sent again: it was refused, though the answer leads to another page."""
    setattr(request, REFUSED_MARK, True)


def _digest(request: HttpRequest) -> str:
    """A digest of the player, the address, the page's token and the values of a form."""
    token = request.headers.get("X-CSRFToken", "")  # a form that a script sends
    sent = json.dumps([request.user.pk, request.get_full_path(), token, sorted(request.POST.lists())])
    return hashlib.sha256(sent.encode()).hexdigest()
