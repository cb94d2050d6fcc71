"""The audit trail: manual changes with actor, time, reason, and the values before and after. Append-only.

Disputes, the league and clubs write here; `trail_words` says the lines in words.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.mentions import Parts, stored_text
from accounts.models.clubs import MemberChange
from games.append_only import AppendOnly
from games.trail_words import WORDS

MAX_VALUE_LENGTH: Final = 200
MAX_RULE_LENGTH: Final = 80


class AuditEntry(AppendOnly):
    """One line of the trail. `actor` is null where a deadline passed; `what` is a code of `trail_words.WORDS`.
    `case` is the number of a disputed case, if any.

    `before` and `after` are texts of the site and name players by key (`accounts.mentions`); `reason` is stored
    as it was typed.
    """

    at = models.DateTimeField(_("at"))
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )
    what = models.CharField(_("what"), max_length=24)
    reason = models.TextField(_("reason"), blank=True, default="")
    rule = models.CharField(_("rule"), max_length=MAX_RULE_LENGTH, blank=True, default="")
    before = models.CharField(_("before"), max_length=MAX_VALUE_LENGTH, blank=True, default="")
    after = models.CharField(_("after"), max_length=MAX_VALUE_LENGTH, blank=True, default="")
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


OF_MEMBERS: Final = {
    MemberChange.What.NAMES: "names_corrected",
    MemberChange.What.MERGED: "members_merged",
    MemberChange.What.ASKED: "merge_asked",
    MemberChange.What.AGREED: "merge_agreed",
    MemberChange.What.ROLE: "role_given",
    MemberChange.What.LEFT: "left_the_club",
    MemberChange.What.REMOVED: "removed_from_the_club",
    MemberChange.What.BY_LINK: "joined_by_the_link",
    MemberChange.What.BY_CODE: "joined_by_the_code",
    MemberChange.What.BY_MAIL: "joined_by_mail",
    MemberChange.What.CODE_MADE: "made_a_join_code",
    MemberChange.What.CODE_OFF: "switched_join_code_off",
    MemberChange.What.LINK_MADE: "made_a_join_link",
    MemberChange.What.LINK_OFF: "switched_join_link_off",
    MemberChange.What.INVITED: "invited_by_mail",
    MemberChange.What.WITHDREW: "withdrew_an_invitation",
    MemberChange.What.PHONE: "phone_noted",
    MemberChange.What.OWN_LINK: "made_a_personal_link",
    MemberChange.What.BY_OWN: "used_personal_link",
}


def copy_member_change(*, change: MemberChange, **_sent: Any) -> None:
    """Copy a change of a club's members into the trail, with names by key. Receiver of `member_changed`."""
    roles = (change.before, change.after) if not change.holds_names else ("", "")
    add_entry(
        what=OF_MEMBERS[MemberChange.What(change.what)],
        actor=change.actor_id,
        now=change.at,
        before=[change.player, ": ", roles[0]] if roles[0] else change.player,
        after=roles[1],
        club=change.club_id,
    )


def add_entry(
    *,
    what: str,
    actor: int | None,
    now: datetime,
    reason: str = "",
    rule: str = "",
    before: Parts = "",
    after: Parts = "",
    club: int | None = None,
    match: int | None = None,
    round_number: int | None = None,
    case: int | None = None,
) -> AuditEntry:
    """Write a line in the transaction of the change. Players, clubs and matches are given by key. Raises ValueError
    for a `what` without words, which no page could show."""
    if what not in WORDS:
        raise ValueError(f"{what!r} has no words in `trail_words.WORDS`")
    return AuditEntry.objects.create(
        at=now,
        actor_id=actor,
        what=what,
        reason=reason,
        rule=rule,
        before=stored_text(before, longest=MAX_VALUE_LENGTH),
        after=stored_text(after, longest=MAX_VALUE_LENGTH),
        club_id=club,
        match_id=match,
        round=round_number,
        case=case,
    )
