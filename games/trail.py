"""The audit trail: manual changes with actor, time, reason, and the values before and after. Append-only.

Disputes, the league and clubs write here. Each kind of change has a code in `WORDS`; `trail_values` reads the values
before and after back into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.mentions import Parts, stored_text
from accounts.models.clubs import MemberChange
from games.append_only import AppendOnly

MAX_VALUE_LENGTH: Final = 200
MAX_RULE_LENGTH: Final = 80


class AuditEntry(AppendOnly):
    """One line of the trail. `actor` is null where a deadline passed; `what` is a code of `WORDS`.
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
        raise ValueError(f"{what!r} has no words in `WORDS`")
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


CALL_ANSWERED: Final = "call_answered"
REMINDED: Final = "replay_reminded"
RULING_ACTIONS: Final = ("ruled", "ruled_on_appeal", "replayed")
"""Actions that can change what a round counts, with its points before and after."""

# The closed list of the actions in the audit trail: their words by the stored code.

WORDS: Final[Mapping[str, str]] = {
    # Members of a club.
    "names_corrected": _("corrected a member's names"),
    "members_merged": _("merged a double member"),
    "merge_asked": _("asked two members to become one"),
    "merge_agreed": _("agreed to become one member"),
    "role_given": _("gave a role"),
    "left_the_club": _("left the club"),
    "removed_from_the_club": _("removed a member"),
    "joined_by_the_link": _("joined the club by its link"),
    "joined_by_the_code": _("joined the club by its code"),
    "joined_by_mail": _("joined the club by an invitation by mail"),
    "made_a_join_code": _("made a code to join"),
    "switched_join_code_off": _("switched the code to join off"),
    "made_a_join_link": _("made a new link to join"),
    "switched_join_link_off": _("switched the link to join off"),
    "invited_by_mail": _("invited somebody by mail"),
    "withdrew_an_invitation": _("withdrew an invitation by mail"),
    "phone_noted": _("noted a member's phone number"),
    "made_a_personal_link": _("made a personal link for a member"),
    "used_personal_link": _("signed in by a personal link"),
    # The club itself.
    "club_exported": _("exported the whole club as a file"),
    "club_imported": _("imported the club from a file"),
    "club_renamed": _("gave the club another name"),
    "club_opened": _("let everybody see the club"),
    "club_hidden": _("showed the club to its members only"),
    "message_sent": _("sent a message"),
    "news_published": _("put news on the club's page"),
    "news_removed": _("took news off the club's page"),
    "contact_changed": _("changed how to reach the club"),
    "icon_changed": _("changed the club's icon"),
    "ranking_shown": _("showed the list without the luck of the cards"),
    "ranking_hidden": _("took the list without the luck of the cards off"),
    "api_key_made": _("made a key for programs"),
    "api_key_removed": _("took a key for programs away"),
    # Seasons and evenings.
    "average_given": _("gave an average for a deal"),
    "average_taken_back": _("took back the average for a deal"),
    "broken_off": _("broken off"),
    "cancelled": _("cancelled"),
    "competition_changed": _("competition changed"),
    "correction": _("correction"),
    "deduction": _("deduction"),
    "drawn": _("drew the tables"),
    "drawn_anew": _("drew the rounds to come anew"),
    "evening_closed": _("closed an evening"),
    "evenings_planned": _("planned evenings"),
    "everybody_comes": _("noted that all who have said nothing come"),
    "missed_rounds": _("said what missed rounds count"),
    "late_table": _("added a late table"),
    "dealing_sheets": _("printed the dealing sheets"),
    "on_paper": _("put a table on paper"),
    "not_on_paper": _("took a table off paper"),
    "sheet_confirmed": _("confirmed a sheet"),
    "sheet_corrected": _("corrected a sheet"),
    "sheet_typed": _("typed the totals of a sheet"),
    "swapped": _("exchanged two seats"),
    "entered": _("entered in a competition"),
    "entrant_removed": _("took away an entrant"),
    "evening_deleted": _("deleted an evening"),
    "competition_deleted": _("deleted a competition"),
    "season_copied": _("copied a season"),
    "season_archived": _("archived a season"),
    "contribution_paid": _("ticked a contribution off"),
    "contribution_open": _("took the tick of a contribution back"),
    "stake_paid": _("ticked a stake off"),
    "stake_open": _("took the tick of a stake back"),
    "stake_changed": _("changed the stake or the prizes"),
    "absence_absent": _("absence: did not come"),
    "absence_no": _("absence: signed off"),
    "absence_yes": _("absence: came after all"),
    "director": _("named a director"),
    "entered_again": _("takes part again"),
    "entrant_changed": _("pair or partner changed"),
    "entrant_renamed": _("gave a pair or team another name"),
    "entrant_withdrawn": pgettext_lazy("somebody who takes part", "withdrawn"),
    "house rules": _("house rules chosen"),
    "imported": _("results from a list"),
    "import_back": _("took results from a list back"),
    "merged": _("double member merged"),
    "moved": _("moved"),
    "no_director": _("director no longer"),
    "planned_again": _("takes place after all"),
    "postponed": _("another date"),
    "reopened": _("evening opened again"),
    "rules": _("rules changed"),
    "substitute": _("substitute"),
    "walkover": _("walkover"),
    "nobody_came": _("nobody came to a table"),
    "walkover_taken_back": _("played after all, no walkover"),
    # Disputed rounds.
    "filed": _("asked about a round"),
    "answered": _("answered"),
    "complaint_withdrawn": _("took a complaint back"),
    "agreed": _("agreed that the round stands"),
    "taken": _("took the case"),
    "answers_asked": _("asked the players what they saw"),
    "player_asked": _("asked some of the players what they saw"),
    "escalated": _("told that nobody takes the case"),
    "given_back": _("gave the case back"),
    "released": _("put the case back, because its arbiter may decide it no longer"),
    "ruled": _("ruled"),
    "appealed": _("appealed"),
    "appeal_withdrawn": _("took the appeal back"),
    "ruled_on_appeal": _("ruled on the appeal"),
    "replayed": _("entered the round played again"),
    REMINDED: _("reminded of the round to be played again"),
    "replay_given_up": _("gave up the round to be played again"),
    "final": _("final, nobody appealed in time"),
    "withdrawn": _("case withdrawn"),
    "rejected": _("rejected the case"),
    "settled": _("settled among the players"),
    CALL_ANSWERED: _("answered the call of a table"),
    "deadlines": _("changed the club's deadlines"),
    # Conduct.
    "conduct_card": _("gave a card for conduct"),
    "conduct_card_back": _("took a card for conduct back"),
}


def trail_word(what: str) -> str:
    """The words for a code in the active language. Raises KeyError for an unknown code."""
    return str(WORDS[what])
