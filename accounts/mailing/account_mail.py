"""Mail about signing in (password reset, confirmation, code), with links of this site and the player's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils.translation import gettext

from accounts.mailing.outbox import start_sending
from accounts.message_models.queue import AccountMail, QueuedMessage
from accounts.site_address import absolute_url

LINK: Final = "_url"
"""End of the names under which allauth's templates receive links, which it builds from the request."""


@dataclass(frozen=True, slots=True)
class SiteNames:
    """The site as allauth's mail templates name it."""

    name: str
    domain: str


def mail_context(context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of a mail template with links of this site, its name instead of the request's host, and the
    name at the table of the `player` who has the address, "" where nobody has."""
    links = {name: _moved(value) for name, value in context.items() if name.endswith(LINK)}
    return {
        **context,
        **links,
        "player": _player_with(context["email"]),
        "minutes": settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60,
        "current_site": SiteNames(gettext("Kraken card club"), gettext("Kraken card club")),
    }


def write(mail: EmailMessage, *, until: datetime, now: datetime) -> None:
    """Put a mail to one address into the outbox; it is dropped when it is not sent before `until`.

    No page waits for the mail server or fails with it.
    """
    with transaction.atomic():
        [to] = mail.to
        written = AccountMail.objects.create(to=to, subject=mail.subject, body=mail.body, at=now, until=until)
        QueuedMessage.objects.create(account_mail=written, next_at=now)
        # A player waits for a code to sign in, and the steward looks once a minute only.
        transaction.on_commit(partial(start_sending, now))


def _player_with(address: str) -> str:
    known = EmailAddress.objects.filter(email__iexact=address).order_by("-verified", "pk")
    return known.values_list("user__nickname", flat=True).first() or ""


def _moved(url: str) -> str:
    """Return the same path, query and fragment on this site."""
    parts = urlsplit(url)
    return absolute_url(urlunsplit(("", "", parts.path, parts.query, parts.fragment)))
