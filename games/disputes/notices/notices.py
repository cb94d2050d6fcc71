"""Who is told what about a case, in the app and by mail; everybody in their own language."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Membership, Player, Role
from accounts.notices.notices import notify
from accounts.people.mentions import mention
from games.disputes.access import sat_there, sitting
from games.disputes.models import Case, Ruling
from games.table.log.models import Match


def tell_table(
    case: Case,
    subject: str | Promise,
    text: str | Promise,
    *,
    now: datetime,
    but: Iterable[int] = (),
    mentions: Iterable[int] = (),
) -> None:
    """Tell everybody who sat there, but for those who know."""
    _tell(case, sat_there(case.round.match_id) - set(but), subject, text, now, mentions)


def tell_judges(
    case: Case,
    subject: str | Promise,
    text: str | Promise,
    *,
    now: datetime,
    but: Iterable[int] = (),
    mentions: Iterable[int] = (),
) -> None:
    """Tell those who could take the case: the club's arbiters, or the staff where no arbiter can."""
    arbiters = Membership.objects.filter(club=case.club_id, role=Role.ARBITER, player__is_active=True)
    staff = Player.objects.filter(Q(is_staff=True), is_active=True).values_list("pk", flat=True)
    left_out = sat_there(case.round.match_id) | set(but)
    could = set(arbiters.values_list("player", flat=True)) - left_out if case.club_id else set()
    _tell(case, could or set(staff) - left_out, subject, text, now, mentions)


def tell_filed(case: Case, *, by: int, text: str, now: datetime) -> None:
    """A round is in question: the table and the arbiters."""
    subject = _about(case, _("Round {round} of table {code} is in question"))
    told = format_lazy(_("{name}: {text}"), name=mention(by), text=text)
    tell_table(case, subject, told, now=now, but={by}, mentions={by})
    tell_judges(case, subject, told, now=now, but={by}, mentions={by})


def tell_answered(case: Case, *, by: int, now: datetime) -> None:
    """Somebody has answered: the table, and whoever decides."""
    subject = _about(case, _("Somebody answered about round {round} of table {code}"))
    told = format_lazy(_("{name} has said what they saw."), name=mention(by))
    holder = case.appeal_arbiter_id or case.arbiter_id
    concerned = (sat_there(case.round.match_id) | ({holder} if holder else set())) - {by}
    _tell(case, concerned, subject, told, now, mentions={by})


def tell_ended(case: Case, *, by: int | None, reason: str, now: datetime) -> None:
    """A case has ended without a ruling."""
    subject = _about(case, _("The question about round {round} of table {code} is closed"))
    text: str | Promise = case.get_state_display()
    if reason:
        text = format_lazy(_("{outcome}. {reason}"), outcome=case.get_state_display(), reason=reason)
    tell_table(case, subject, text, now=now, but={by} if by else ())


def tell_ruled(case: Case, ruling: Ruling, *, now: datetime) -> None:
    """An arbiter has ruled: rule and reason to everybody concerned."""
    subject = _about(case, _("Ruling on round {round} of table {code}"))
    text = format_lazy(
        _("{reason} (Rule: {rule}.) Before: {before}, now: {after}."),
        reason=ruling.reason,
        rule=ruling.rule,
        before=" : ".join(map(str, ruling.before)),
        after=" : ".join(map(str, ruling.after)),
    )
    told = sat_there(case.round.match_id) | {case.arbiter_id or 0}
    _tell(case, told - {ruling.actor_id}, subject, text, now)


def tell_appealed(case: Case, *, by: int, text: str, now: datetime) -> None:
    """Somebody wants another arbiter's ruling: the table, the first arbiter, those who can decide."""
    subject = _about(case, _("Appeal about round {round} of table {code}"))
    told = format_lazy(_("{name}: {text}"), name=mention(by), text=text)
    first = {case.arbiter_id or 0}
    _tell(case, (sat_there(case.round.match_id) | first) - {by}, subject, told, now, mentions={by})
    tell_judges(case, subject, told, now=now, but={by} | first, mentions={by})


def tell_final(case: Case, *, now: datetime) -> None:
    """Nobody appealed in time."""
    subject = _about(case, _("The ruling on round {round} of table {code} is final"))
    tell_table(case, subject, _("Nobody appealed in time."), now=now)


def tell_replay(case: Case, replay: Match, *, now: datetime) -> None:
    """The round is played again: those who sit there, with the way to the table."""
    subject = _about(case, _("Round {round} of table {code} is played again"))
    text = format_lazy(_("Your seat at table {code} is kept. Any of you can start."), code=replay.code)
    seated = sitting(case.round.match_id)
    notify(players=seated, subject=subject, text=text, url=reverse("table", args=[replay.code]), now=now)


def tell_replayed(case: Case, points: Iterable[int], *, now: datetime) -> None:
    """The round was played again and counts."""
    subject = _about(case, _("Round {round} of table {code} was played again"))
    tell_table(
        case, subject, format_lazy(_("It counts {points} now."), points=" : ".join(map(str, points))), now=now
    )


def address(case: Case) -> str:
    """Where a case is read."""
    return reverse("case", args=[case.pk])


def _tell(
    case: Case,
    players: Iterable[int],
    subject: str | Promise,
    text: str | Promise,
    now: datetime,
    mentions: Iterable[int] = (),
) -> None:
    notify(players=players, subject=subject, text=text, url=address(case), now=now, mentions=mentions)


def _about(case: Case, sentence: Promise | str) -> Promise:
    return format_lazy(sentence, round=case.round.number, code=case.round.match.code)
