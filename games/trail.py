"""The audit trail: manual changes with actor, time, reason, and the values before and after. Append-only.

Disputes, the league and clubs write here; below the lines stand what they mean in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.utils.formats import date_format, get_format, number_format
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.mentions import Parts, stored_text
from accounts.models import Role
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


# The lines in words: what was done, and the values before and after.
#
# Values are stored as numbers and codes, in no language, and read here when they are shown; old lines are read too, so
# a form that was written once stays. Those of the league are written by `league.services.corrections` (`_join_parts`)
# for the callers of its `add_entry` and `add_correction`, parts with ": " between:
#
#     Tuesdays: 2: 1/3              the competition (`name_apart`), the evening, what was done: a round and a table
#     Tuesdays: 2/1/3: Jan, Piet    the same three numbers, where an entry is about an evening only; then who
#     Tuesdays: 2: 1/5/1 60 : 40 %  a round, a table, a deal and an average
#     Tuesdays: 2: Jan: +1.5        an evening, an entrant, points
#     Tuesdays: 2: 1630 : 1500      totals of a sheet, with blanks on both sides of their colons
#
# Stakes and prizes are written by `services.evenings.stakes`, messages and seasons by `services.clubs` and
# `services.seasons`, points of a ruling by `disputes.services.judging`, roles by `copy_member_change` below.

CALL_ANSWERED: Final = "call_answered"
REMINDED: Final = "replay_reminded"

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
    "late_table": _("added a late table"),
    "dealing_sheets": _("printed the dealing sheets"),
    "on_paper": _("put a table on paper"),
    "not_on_paper": _("took a table off paper"),
    "sheet_confirmed": _("confirmed a sheet"),
    "sheet_corrected": _("corrected a sheet"),
    "sheet_typed": _("typed the totals of a sheet"),
    "swapped": _("exchanged two seats"),
    "entered": _("entered in a competition"),
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


# Values in words.

OF_EVENINGS: Final = (
    "dealing_sheets",
    "drawn",
    "drawn_anew",
    "evening_closed",
    "late_table",
    "not_on_paper",
    "on_paper",
    "sheet_confirmed",
    "sheet_typed",
    "swapped",
)
"""Actions whose value has the number of an evening after the competition, with a round and a table: 2/1/3."""
ABOUT_EVENINGS: Final = (
    "absence_absent",
    "absence_no",
    "absence_yes",
    "average_given",
    "average_taken_back",
    "broken_off",
    "cancelled",
    "correction",
    "deduction",
    "director",
    "moved",
    "no_director",
    "planned_again",
    "postponed",
    "reopened",
    "sheet_corrected",
    "substitute",
    "walkover",
    "nobody_came",
    "walkover_taken_back",
)
"""Actions whose value has the number of an evening after the competition, and then what was done: 2: 1/3."""
OF_TABLES: Final = ("broken_off", "nobody_came", "postponed", "walkover", "walkover_taken_back")
"""Actions whose value has a round and a table: 1/3."""
OF_DEALS: Final = ("average_given", "average_taken_back")
"""Actions whose value has a round, a table and a deal, and then an average: 1/5/1 60 : 40 %."""
DEAL: Final = re.compile(r"(?:^|(?<=\S: ))(\d+)/(\d+)/(\d+)(?: |$)")
EVENING: Final = re.compile(r"(?<=\S: )\d+(?:/\d+){0,2}(?=$|:)")
NUMBER: Final = re.compile(r"(?<=\S: )\d+(?=$|:)")
TABLE: Final = re.compile(r"(?:^|(?<=\S: ))\d+/\d+(?=$|:| )")
SHEET: Final = re.compile(r"^\d+/\d+/\d+(?=: )")
"""The evening, round and table before the totals that a sheet had."""
WHERE: Final = re.compile(r"^.*\S: ")
"""Everything before the totals of a sheet, which have a blank on both sides of their colons."""
COUNT: Final = re.compile(r"(?:^|(?<=: ))\d+$")
RULING_ACTIONS: Final = ("ruled", "ruled_on_appeal", "replayed")
"""Actions that can change what a round counts, with its points before and after."""
OF_ONE_SEAT: Final = re.compile(r"\bseat (\d+): ([+-]\d+)")
"""Points of a single player in a line of the trail, which is written in no language of a reader."""
WITH_MOMENTS: Final = ("cancelled", "moved", "planned_again", "postponed")
"""Actions whose value has moments as `to_the_minute` writes them."""
MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
WITH_POINTS: Final = ("correction", "deduction")
"""Actions whose value ends in points with their sign: +1.5."""
SIGNED_POINTS: Final = re.compile(r"(?:^|(?<=\s))([+-])(\d+)(?:\.(\d+))?$")
"""Points with their sign at the end of a value."""
OF_STAKES: Final = ("stake_paid", "stake_open", "stake_changed")
"""Actions whose value has amounts in euros: € 2.50."""
EURO: Final = re.compile(r"(?<=€ )(\d+)\.(\d\d)")
NONE_MOVED: Final = re.compile(r", [▲▼] 0(?!\d)")
"""That nobody went up, or down, with a season that was copied."""
THOUSANDS: Final = re.compile(r"(?<![\w/.,:-])\d{4,}(?![\w/.,:-])")
"""A total of a sheet that is written in groups."""
OF_ROLES: Final = ("role_given", "left_the_club", "removed_from_the_club")
"""Actions whose values end in the code of a role."""
ROLE: Final = re.compile(rf"(?:^|(?<=: ))(?:{'|'.join(Role.values)})$")
BOT: Final = "bot"
"""The value of a bot that plays for somebody."""
NAME: Final = re.compile("^\u2068[^\u2069]*(?=\u2069)")
"""A typed name at the head of a value, as `name_apart` sets it apart."""


def name_apart(name: str) -> str:
    """A typed name for the head of a value: in isolates (Unicode UAX 9), which no screen shows, where the name has a
    number or a colon, which would read as an evening of the value."""
    return f"\u2068{name}\u2069" if re.search(r"[\d:]", name) else name


def local_decimals(value: str) -> str:
    """The value with its points as the active language writes numbers, where it ends in some: "+1.201,5"."""

    def write_number(found: re.Match[str]) -> str:
        part = f"{get_format('DECIMAL_SEPARATOR')}{found[3]}" if found[3] else ""
        return f"{found[1]}{number_format(int(found[2]), force_grouping=True)}{part}"

    return SIGNED_POINTS.sub(write_number, value)


def value_in_words(value: str, what: str) -> str:
    """The value of a line with its evening, round and table in words, its moments as the reader writes them, and what
    is counted in it. The name at its head stays as it was typed."""
    name = NAME.match(value)
    head = name[0] if name else ""
    return head + _rest_in_words(value.removeprefix(head), what)


def _rest_in_words(value: str, what: str) -> str:
    if what == REMINDED and value.isdigit():
        return ngettext("after {count} day", "after {count} days", int(value)).format(count=value)
    if what in OF_ROLES:
        return ROLE.sub(lambda found: str(Role(found[0]).label), value)
    if what in WITH_MOMENTS:
        value = MOMENT.sub(_moment, value)
    if what in OF_EVENINGS:
        return EVENING.sub(lambda found: _place(found[0].split("/"), what), value, count=1)
    if what in ABOUT_EVENINGS:
        value = NUMBER.sub(lambda found: _place([found[0]], what), value, count=1)
    if what == "sheet_corrected":
        value = THOUSANDS.sub(lambda found: number_format(int(found[0]), force_grouping=True), value)
        return SHEET.sub(lambda found: _place(found[0].split("/"), what), value)
    if what in OF_TABLES:
        return TABLE.sub(lambda found: _round_and_table(found[0].split("/")), value, count=1)
    if what in OF_DEALS:
        return DEAL.sub(lambda found: f"{_deal(*found.groups())}: ", value).removesuffix(": ")
    if what in WITH_POINTS:
        return local_decimals(value)
    if what in OF_STAKES:
        return EURO.sub(_amount, value).removesuffix("; ")
    if what == "season_copied":
        return NONE_MOVED.sub("", value)
    if what == "message_sent":
        return COUNT.sub(lambda found: _members(int(found[0])), value)
    if what in ("imported", "import_back"):
        return COUNT.sub(lambda found: _results(int(found[0])), value)
    return value


def ruled_points_in_words(value: str, *, of_one: Callable[[re.Match[str]], str]) -> str:
    """The points of a round before or after a ruling in the active language; `of_one` says those of a single seat."""
    return OF_ONE_SEAT.sub(of_one, value.replace("(void)", gettext("(left out)")))


def change_in_words(before: str, after: str, what: str) -> str:
    """The change of a line: a sentence for a substitute or a sheet, else what there is, two values with an arrow."""
    if what == "substitute" and before:
        where, _colon, instead = after.rpartition(": ")
        said = gettext("{name} plays for {absent}").format(
            name=gettext("a bot") if instead == BOT else instead, absent=before
        )
        return f"{where}: {said}" if where else said
    if what == "sheet_corrected":
        return gettext("{before} became {after}").format(before=before, after=WHERE.sub("", after))
    if what in OF_DEALS:
        place = WHERE.match(after)
        where, average = (place[0], after[place.end() :]) if place else (f"{after}: ", "")
        return where + " → ".join(filter(None, (before, average)))
    return f"{before} → {after}" if before and after else before or after


def _place(numbers: list[str], what: str) -> str:
    evening = gettext("evening {number}").format(number=numbers[0])
    if what == "drawn_anew" and len(numbers) > 1:
        return gettext("{evening}, from round {round} on").format(evening=evening, round=numbers[1])
    return ", ".join([evening, _round_and_table(numbers[1:])]) if len(numbers) > 1 else evening


def _round_and_table(numbers: list[str]) -> str:
    if len(numbers) > 1:
        return gettext("round {round}, table {number}").format(round=numbers[0], number=numbers[1])
    return gettext("round {number}").format(number=numbers[0])


def _deal(round_number: str, table: str, deal: str) -> str:
    where = _round_and_table([round_number, table])
    return gettext("{table}, deal {number}").format(table=where, number=deal)


def _moment(found: re.Match[str]) -> str:
    """A moment in the club's time as the active language writes it; as it stands where it is none."""
    try:
        return date_format(datetime.fromisoformat(found[0]), "SHORT_DATETIME_FORMAT")
    except ValueError:
        return found[0]


def _amount(found: re.Match[str]) -> str:
    return f"{number_format(int(found[1]), force_grouping=True)}{get_format('DECIMAL_SEPARATOR')}{found[2]}"


def _members(count: int) -> str:
    return ngettext("to {count} member", "to {count} members", count).format(count=count)


def _results(count: int) -> str:
    return ngettext("{count} result", "{count} results", count).format(count=count)
