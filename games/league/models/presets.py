"""A club's own house rules, by name and version. A version is never changed: what was agreed stays readable."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kit.append_only import AppendOnly


class HouseRules(AppendOnly):
    """One version of a club's house rules for a game; an edit is the next version of the same name."""

    club = models.ForeignKey(
        "accounts.Club", models.PROTECT, related_name="house_rules", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=60)
    version = models.PositiveSmallIntegerField(_("version"))
    game = models.CharField(_("game"), max_length=24)
    options = models.JSONField(_("house rules that differ from the usual"), default=dict, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        ordering = ["name", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name", "version"], name="one_version_a_number")
        ]

    @property
    def label(self) -> str:
        """Name and version without a word of any language."""
        return f"{self.name} ({self.version})"

    def __str__(self) -> str:
        return gettext("{name}, version {version}").format(name=self.name, version=self.version)
