"""Deals that several matches play: each deal of such a match follows from one sealed seed and its number.

Nobody but the player of such a match sees anything of it before `closes_at`.
"""

from __future__ import annotations

import hmac

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.table.log import deals


class SharedDeals(models.Model):
    """The seed of the deals, encrypted for good: the seeds of played deals are opened one by one, match by match.

    `closes_at` is when matches with these deals may be looked at by others.
    """

    sealed = models.CharField(_("encrypted seed"), max_length=250, editable=False)
    closes_at = models.DateTimeField(_("closed to others until"), db_index=True)

    class Meta:
        verbose_name = _("shared deals")
        verbose_name_plural = _("shared deals")

    def __str__(self) -> str:
        return f"{self.pk}"


def seed_of_deal(shared_deals: int, number: int) -> bytes:
    """The 32 bytes from which deal `number` of every match with these deals (a key) follows. Raises SeedLost."""
    sealed = SharedDeals.objects.values_list("sealed", flat=True).get(pk=shared_deals)
    return hmac.digest(deals.opened(sealed), f"deal {number}".encode(), "sha256")
