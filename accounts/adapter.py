"""Allauth's adapter: names, mail and sign-in attempts by the club's rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from accounts import sign_in
from accounts.client_address import address_of_request
from accounts.mailing import LINK_SUFFIX, start_sending
from accounts.models import Player, active_language
from accounts.models.messages import MAX_DELIVERY_TIME, AccountMail, QueuedMessage
from accounts.services import clean_username
from accounts.site_address import absolute_url

LOGIN_CODE: Final = "account/email/login_code"
"""Allauth's template of the mail with a code to sign in."""


class ClubAccountAdapter(DefaultAccountAdapter):
    """Check names, write mail to the outbox and count sign-in attempts."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the user name or refuse it; a shallow check leaves out whether it is taken."""
        return (
            super().clean_username(username, shallow=True) if shallow else clean_username(username=username)
        )

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        """Store the new player with their name at the table and the language of the page, for notices."""
        user.nickname = form.cleaned_data["nickname"]
        user.language = active_language()
        return super().save_user(request, user, form, commit)

    def format_email_subject(self, subject: str) -> str:
        """Return the subject of a mail behind the site's name."""
        return f"[{gettext('Kraken card club')}] {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put a mail into the outbox. A sign-in code is of use for a few minutes, anything else for a day."""
        mail = self.render_mail(template_prefix, email, mail_context({"email": email} | context))
        now = timezone.now()
        lasts = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
        until = now + (lasts if template_prefix == LOGIN_CODE else MAX_DELIVERY_TIME)
        queue_mail(mail, until=until, now=now)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt; refuse it before the password is checked when there were too many."""
        self._counted = self._attempt(request, credentials)
        if not sign_in.count_attempt(self._counted):
            raise ValidationError(
                gettext(
                    "Too many wrong passwords. Wait %(minutes)s minutes, or sign in with a code by mail, or on "
                    "a device on which you signed in before."
                ),
                code="too_many_login_attempts",
                params={"minutes": sign_in.minutes_to_wait(self._counted)},
            )

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Player | None:
        """Return the player whose password this is; a right password does not count as an attempt."""
        player = super().authenticate(request, **credentials)
        if player is not None:
            sign_in.take_back_attempt(list(self._counted))
        return player

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address of the client as all limits count it: of IPv6 that of the household."""
        if not (address := address_of_request(request)):
            raise PermissionDenied("The address of the client is unknown.")
        return address

    def post_login(self, request: HttpRequest, user: Player, **given: Any) -> HttpResponse:
        """Finish a sign-in, and remember the device."""
        response = super().post_login(request, user, **given)
        sign_in.remember_device(request, response, user)
        return response

    def _attempt(self, request: HttpRequest, credentials: dict[str, Any]) -> dict[str, sign_in.Limit]:
        login = str(credentials.get("email") or credentials.get("username") or "")
        return sign_in.limits_for(request, login=login, address=self.get_client_ip(request))


@dataclass(frozen=True, slots=True)
class SiteNames:
    """The site as allauth's mail templates name it."""

    name: str
    domain: str


def mail_context(context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of a mail template with links of this site, its name instead of the request's host, and the
    name at the table of the `player` who has the address, "" where nobody has."""
    links = {name: _url_on_site(value) for name, value in context.items() if name.endswith(LINK_SUFFIX)}
    return {
        **context,
        **links,
        "player": _player_with(context["email"]),
        "minutes": settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60,
        "current_site": SiteNames(gettext("Kraken card club"), gettext("Kraken card club")),
    }


def queue_mail(mail: EmailMessage, *, until: datetime, now: datetime) -> None:
    """Put a mail to one address into the outbox; it is dropped when it is not sent before `until`.

    No page waits for the mail server or fails with it.
    """
    with transaction.atomic():
        [to] = mail.to
        written = AccountMail.objects.create(to=to, subject=mail.subject, body=mail.body, at=now, until=until)
        QueuedMessage.objects.create(account_mail=written, next_at=now)
        # A player waits for a code to sign in, and the steward looks every five seconds only.
        transaction.on_commit(partial(start_sending, now), robust=True)


def _player_with(address: str) -> str:
    known = EmailAddress.objects.filter(email__iexact=address).order_by("-verified", "pk")
    return known.values_list("user__nickname", flat=True).first() or ""


def _url_on_site(url: str) -> str:
    """Return the same path, query and fragment on this site."""
    parts = urlsplit(url)
    return absolute_url(urlunsplit(("", "", parts.path, parts.query, parts.fragment)))


def forget_failed_attempts(*, request: HttpRequest, user: Player, **_sent: Any) -> None:
    """Forget the failed attempts on this account. Receiver of allauth's `password_reset`."""
    address = get_adapter().get_client_ip(request)
    for login in {user.username, user.email} - {""}:
        sign_in.clear_attempts(sign_in.limits_for(request, login=login, address=address))
