"""The audit trail: who changed by hand what counts, when, why, from what to what. Disputes and the league both
write here; nobody ever changes a line."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.table.append_only import AppendOnly


class AuditEntry(AppendOnly):
    """One line of the trail. `actor` is null for the house (time ran out); `what` is a code of the writer's own;
    `case` the number of a disputed case, where there is one."""

    at = models.DateTimeField(_("at"))
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )
    what = models.CharField(_("what"), max_length=24)
    reason = models.TextField(_("reason"), blank=True, default="")
    rule = models.CharField(_("rule"), max_length=80, blank=True, default="")
    before = models.CharField(_("before"), max_length=200, blank=True, default="")
    after = models.CharField(_("after"), max_length=200, blank=True, default="")
    club = models.ForeignKey(
        "accounts.Club", models.PROTECT, null=True, related_name="+", verbose_name=_("club")
    )
    match = models.ForeignKey(
        "games.Match", models.PROTECT, null=True, related_name="+", verbose_name=_("match")
    )
    round = models.PositiveSmallIntegerField(_("round"), null=True)
    case = models.PositiveBigIntegerField(_("case"), null=True, db_index=True)

    class Meta:
        verbose_name = _("line of the audit trail")
        verbose_name_plural = _("audit trail")
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["club", "-at"], name="trail_of_a_club")]

    def __str__(self) -> str:
        return f"{self.what} · {self.at:%Y-%m-%d %H:%M}"


def entered(
    *,
    what: str,
    actor: int | None,
    now: datetime,
    reason: str = "",
    rule: str = "",
    before: str = "",
    after: str = "",
    club: int | None = None,
    match: int | None = None,
    round_number: int | None = None,
    case: int | None = None,
) -> AuditEntry:
    """Write a line, inside the transaction of what it tells. Everybody and everything by key."""
    return AuditEntry.objects.create(
        at=now,
        actor_id=actor,
        what=what,
        reason=reason,
        rule=rule,
        before=before[:200],
        after=after[:200],
        club_id=club,
        match_id=match,
        round=round_number,
        case=case,
    )
