"""Where allauth asks the club."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.core import context as allauth_context
from django.conf import settings
from django.contrib.sites.shortcuts import get_current_site
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.mailing.outbox import send_waiting
from accounts.models import CardLetters, Player
from accounts.outbox_models import GIVEN_UP_AFTER, AccountMail, Letter
from accounts.people import attempts
from accounts.services import checked_username

LOGIN_CODE: Final = "account/email/login_code"


class ClubAccountAdapter(DefaultAccountAdapter):
    """Names are judged by the club's own rules, and a new player gets the name they chose for the table."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse what the house refuses; a shallow look leaves out whether it is taken."""
        return (
            super().clean_username(username, shallow=True) if shallow else checked_username(username=username)
        )

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        """Store the new player with their name at the table and the language they signed up in: notices come in it."""
        user.nickname = form.cleaned_data["nickname"]
        user.language = (get_language() or "")[:2]
        user.card_letters = CardLetters.known_to(user.language)
        return super().save_user(request, user, form, commit)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the mail down for the post office, so that no page waits for the mail server or fails with it.

        A sign-in code is of use for a few minutes, anything else for a day.
        """
        request = allauth_context.request
        site = {"request": request, "email": email, "current_site": get_current_site(request)}
        mail = self.render_mail(template_prefix, email, site | context)
        now = timezone.now()
        lasts = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
        until = now + (lasts if template_prefix == LOGIN_CODE else GIVEN_UP_AFTER)
        with transaction.atomic():
            written = AccountMail.objects.create(
                to=email, subject=mail.subject, body=mail.body, at=now, until=until
            )
            Letter.objects.create(account_mail=written, next_at=now)
            # A code to sign in is awaited: the steward's round comes once a minute only.
            transaction.on_commit(partial(send_waiting, now))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt, or refuse to look at the password."""
        if not attempts.begin(self._attempt(request, credentials)):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Player | None:
        """The player whose password this is; a right password is not counted."""
        player = super().authenticate(request, **credentials)
        if player is not None:
            attempts.give_back(list(self._attempt(request, credentials)))
        return player

    def post_login(self, request: HttpRequest, user: Player, **given: Any) -> HttpResponse:
        """Go on after a sign-in, on a device that is known from now on."""
        response = super().post_login(request, user, **given)
        attempts.remember_device(request, response, user)
        return response

    def _attempt(self, request: HttpRequest, credentials: dict[str, Any]) -> dict[str, attempts.Limit]:
        login = str(credentials.get("email") or credentials.get("username") or "")
        return attempts.counted(request, login=login, address=self.get_client_ip(request))


def password_was_reset(*, request: HttpRequest, user: Player, **_sent: Any) -> None:
    """Let the owner in at once with the new password. Receiver of allauth's `password_reset`."""
    address = get_adapter().get_client_ip(request)
    for login in {user.username, user.email} - {""}:
        attempts.forget(attempts.counted(request, login=login, address=address))
