"""Which reminders of an evening were sent."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.league.models.evenings import Evening


class EveningReminder(models.Model):
    """A reminder of an evening at its date. A moved evening is another date and gets another reminder.

    The unique key lets one of several stewards send it.
    """

    class Kind(models.TextChoices):
        TOMORROW = "tomorrow", _("the evening is tomorrow")
        DEADLINE = "deadline", _("the deadline is today")

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="reminders", verbose_name=_("evening"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    date = models.DateField(_("date reminded of"))

    class Meta:
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")
        constraints = [
            models.UniqueConstraint(fields=["evening", "kind", "date"], name="one_reminder_a_date")
        ]

    def __str__(self) -> str:
        return f"{self.evening_id} {self.kind}"
