"""The answer "I can" to a notice that asks something."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Coalesce
from django.dispatch import Signal

from accounts.errors import Refusal, refuse
from accounts.models import Notice

notice_answered: Final = Signal()
"""Sent inside the transaction with `notice` and `now`. The app that asked, named in `notice.question`, acts on it, or
refuses with a `ValidationError`; then nothing has changed."""


def answer_notice(*, notice: Notice, now: datetime) -> None:
    """Note that the player can do what the notice asks. Refuses nothing-asked, said-already, and what receivers refuse.

    Compare-and-set on `answered_at`: of two answers at once, one counts.
    """
    if not notice.question:
        raise refuse(Refusal.NOTHING_ASKED)
    with transaction.atomic():
        open_one = Notice.objects.filter(pk=notice.pk, answered_at=None)
        if not open_one.update(answered_at=now, read_at=Coalesce("read_at", Value(now))):
            raise refuse(Refusal.SAID_ALREADY)
        notice_answered.send(sender=Notice, notice=notice, now=now)
