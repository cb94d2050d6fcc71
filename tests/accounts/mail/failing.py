"""A mail backend that fails: for every mail, or for mail to one address."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import override_settings


class FailingBackend(EmailBackend):
    """An EMAIL_BACKEND that raises MAIL_FAILURE for mail to MAIL_REFUSED, where "" means every address."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        if settings.MAIL_REFUSED in ("", *(address for letter in messages for address in letter.to)):
            raise settings.MAIL_FAILURE
        return super().send_messages(messages)


def failing(failure: Exception, *, to: str = "") -> override_settings:
    """Return a context in which mail fails like this."""
    backend = f"{FailingBackend.__module__}.{FailingBackend.__qualname__}"
    return override_settings(EMAIL_BACKEND=backend, MAIL_FAILURE=failure, MAIL_REFUSED=to)
