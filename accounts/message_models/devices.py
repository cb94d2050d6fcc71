"""Devices that receive push messages."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

ENDPOINT_LENGTH: Final = 1000


class PushDevice(models.Model):
    """A browser that asked for push messages: its address at a push service and the keys to encrypt for it.

    `kinds_off` are the kinds (`NoticeKind`) this device does not want. Without `with_details` a message says what kind
    of thing happened and no more, since it can be read on a locked screen.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices", verbose_name=_("player")
    )
    endpoint = models.CharField(_("address at the push service"), max_length=ENDPOINT_LENGTH, unique=True)
    p256dh = models.CharField(_("public key"), max_length=100)
    auth = models.CharField(_("shared secret"), max_length=40)
    name = models.CharField(_("name"), max_length=60)
    kinds_off = models.JSONField(_("kinds that are off"), default=list)
    with_details = models.BooleanField(_("with details"), default=False)
    created_at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("push device")
        verbose_name_plural = _("push devices")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def service(self) -> str:
        """The host of the push service, with its port where that is not the usual one."""
        return urlsplit(self.endpoint).netloc
