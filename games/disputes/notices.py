"""Notices and reminders of disputes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Final

from django.db.models import Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise, lazy
from django.utils.text import format_lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts.mentions import mention, without_mentions
from accounts.models import Membership, NoticeKind, Player, Role
from accounts.models.clubs import MemberChange
from accounts.notices import notify
from games.disputes import access, models, queries
from games.disputes.access import arbiters_for, arbiters_of, players_ever_seated, seated_players
from games.disputes.labels import place_of, subject_label, table_place
from games.disputes.models import Case, Ruling, State
from games.engine.game import progress_at_start
from games.engine_words import score_in_one, with_sign
from games.table.log.folding import players_in_round
from games.table.log.models import Match, Round
from games.table.log.states import DirectorCall
from games.table.screen.narration import people_of
from games.table.shared_deals import readable_reason

# Notices about cases that no arbiter of the club can decide, and to an arbiter named later.

MAX_CASES: Final = 20
"""Waiting cases of which a new arbiter is told, and that are looked through for one nobody can decide."""


def ask_for_an_arbiter(case: Case, *, now: datetime) -> None:
    """Ask the owners and secretaries of the club for an arbiter where none of the club can decide this case.

    The round is not named: an owner may have played it, and players know of a case only when they are asked.
    """
    if not queries.lacks_an_arbiter(case):
        return
    notify(
        players=_run_by(case.club_id),
        subject=format_lazy(_("{club} needs an arbiter"), club=case.club.name),
        text=_(
            "A case about a round waits, and no arbiter of the club can decide it: that is somebody who did not "
            "play there, and on appeal somebody who has not ruled yet. An owner can make a member an arbiter here. "
            "The new arbiter is told of the cases that wait."
        ),
        url=_arbiter_form_url(case.club.slug),
        kind=NoticeKind.RULING,
        now=now,
    )


def notify_new_arbiter(*, change: MemberChange, **_sent: Any) -> None:
    """Notify a new arbiter of the cases of the club that wait. Receiver of `member_changed`.

    A case that the new arbiter cannot decide, and no other of the club, asks the owner who named them for another.
    """
    if change.what != MemberChange.What.ROLE or change.after != Role.ARBITER:
        return
    waiting = Case.objects.filter(club=change.club_id, state__in=models.WAITING)
    named = Player.objects.get(pk=change.player_id)
    matches = access.matches_of_party(named, set(waiting.values_list("round__match", flat=True)))
    own = Q(round__match__in=matches) | Q(state=State.APPEALED, arbiter=named)
    found = waiting.exclude(pk__in=Case.objects.filter(own).values("pk")).select_related("round__match")
    for case in found.order_by("filed_at", "pk")[:MAX_CASES]:
        notify_waiting(case, player=change.player_id, now=change.at)
    barred = waiting.filter(own).select_related("round__match")
    if change.actor_id is not None and any(map(queries.lacks_an_arbiter, barred[:MAX_CASES])):
        notify(
            players=[change.actor_id],
            subject=format_lazy(_("{club} needs another arbiter"), club=change.club.name),
            text=format_lazy(
                _("{name} is an arbiter now, but cannot decide the case that waits."),
                name=mention(change.player_id),
            ),
            url=_arbiter_form_url(change.club.slug),
            kind=NoticeKind.RULING,
            now=change.at,
            mentions={change.player_id},
        )


def notify_arbiter_gone(*, change: MemberChange, **_sent: Any) -> None:
    """Notify owners and secretaries that the club has no arbiter any more. Receiver of `member_changed`."""
    ends = (MemberChange.What.ROLE, MemberChange.What.LEFT, MemberChange.What.REMOVED)
    if change.what not in ends or change.before != Role.ARBITER or access.arbiters_of(change.club_id):
        return
    notify(
        players=_run_by(change.club_id) - {change.actor_id or 0},
        subject=format_lazy(_("{club} has no arbiter any more"), club=change.club.name),
        text=_("Questions about rounds wait until an owner makes a member an arbiter."),
        url=_arbiter_form_url(change.club.slug),
        kind=NoticeKind.RULING,
        now=change.at,
    )


def _run_by(club_id: int | None) -> set[int]:
    """The owners and secretaries of a club (keys)."""
    found = Membership.objects.filter(
        club=club_id, role__in=(Role.OWNER, Role.SECRETARY), player__is_active=True
    )
    return set(found.values_list("player", flat=True))


def _arbiter_form_url(slug: str) -> str:
    """The part of the club's page on which a member is made an arbiter."""
    return f"{reverse('disputes:club_deadlines', args=[slug])}#arbiter"


# Notices about cases, on the site and by mail.

lazy_subject = lazy(subject_label, str)
_place = lazy(place_of, str)


def notify_table(case: Case, subject: str | Promise, text: str | Promise, *, now: datetime) -> None:
    """Notify the players of the match."""
    _notify(case, players_ever_seated(case.round.match_id), subject, text, now)


def notify_called(match: Match, call: DirectorCall, *, by: int, now: datetime) -> None:
    """Notify the club's arbiters who can answer it that a table calls, or staff where none can. The reason is in the
    text only, because the subject is shown on locked screens."""
    staff = Player.objects.filter(is_staff=True, is_active=True).values_list("pk", flat=True)
    own = access.parties_of(match.pk)
    notify(
        players=arbiters_of(match.club_id) - own or set(staff) - own,
        subject=format_lazy(
            _("The director is called: {club}, {place}"), club=match.club, place=lazy(table_place, str)(match)
        ),
        text=format_lazy(
            _("Round {round}. {name}: {why}"),
            round=call.round,
            name=mention(by),
            why=without_mentions(readable_reason(match, call.why)),
        ),
        url=f"{reverse('disputes:desk')}#calls",
        kind=NoticeKind.RULING,
        now=now,
        mentions=[by],
    )


def notify_judges(
    case: Case,
    subject: str | Promise,
    text: str | Promise,
    *,
    now: datetime,
    but: Iterable[int],
    mentions: Iterable[int],
) -> None:
    """Notify those who could take the case: the club's arbiters, or staff where no arbiter can. Nobody whose result it
    is reads what is sent."""
    staff = Player.objects.filter(is_staff=True, is_active=True).values_list("pk", flat=True)
    left_out = access.parties_of(case.round.match_id) | set(but)
    could = arbiters_for(case) - left_out
    _notify(case, could or set(staff) - left_out, subject, text, now, mentions)


def notify_filed(case: Case, *, by: int, text: str, now: datetime) -> None:
    """Notify those who could take the case of a new complaint. Players are told when the arbiter asks them."""
    subject = _subject(case, _("In question: {place}"))
    notify_judges(case, subject, _quote(by, text), now=now, but={by}, mentions={by})


def _quote(player: int, text: str) -> str:
    return f"{mention(player)}: {text}"


def notify_waiting(case: Case, *, player: int, now: datetime) -> None:
    """Notify a new arbiter of a case that waits for one."""
    subject = _subject(case, _("In question: {place}"))
    text = _("You are an arbiter of the club now, and this case waits for one.")
    _notify(case, {player}, subject, text, now)


def notify_asked(case: Case, *, by: int, now: datetime, players: Collection[int] = ()) -> None:
    """Ask `players` (keys) what they saw, without them the others of the match whom nobody asked yet; what was
    complained of is named, not quoted."""
    subject = _subject(case, _("In question: {place}"))
    text = format_lazy(
        _("It is about: {subject}. Please tell the arbiter what you saw yourself."),
        subject=lazy_subject(case.kind, case.round.match.game),
    )
    recipients = set(players)
    if not recipients:
        known = {each.player_id for each in case.questions.all()}
        recipients = players_ever_seated(case.round.match_id) - known - case.complainants
    _notify(case, recipients - {by}, subject, text, now)


def notify_escalated(case: Case, *, players: Iterable[int], now: datetime) -> None:
    """Notify those who can name or be an arbiter that nobody takes the case."""
    subject = _subject(case, _("Nobody takes the case: {place}"))
    text = _("The time to answer is over and no arbiter has taken it. Name somebody who can.")
    _notify(case, players, subject, text, now)


def notify_answered(case: Case, *, by: int, now: datetime) -> None:
    """Notify who complained or appealed, and the deciding arbiter, of an answer."""
    subject = _subject(case, _("Somebody answered: {place}"))
    body = format_lazy(_("{name} has said what they saw."), name=mention(by))
    holder = case.holder
    concerned = case.initiators | ({holder.pk} if holder else set())
    _notify(case, concerned - {by}, subject, body, now, mentions={by})


def notify_ended(case: Case, *, by: int, reason: str, now: datetime) -> None:
    """Notify those who know of a case, and the arbiter who has taken it, that it ended without a ruling."""
    subject = _subject(case, _("The case is closed: {place}"))
    text: str | Promise = State(case.state).label
    if reason:
        text = format_lazy(_("{outcome}. {reason}"), outcome=text, reason=reason)
    concerned = players_ever_seated(case.round.match_id)
    if case.answers_asked_at is None:
        concerned &= {each.player_id for each in (*case.complaints.all(), *case.questions.all())}
    _notify(case, (concerned | {case.arbiter_id or 0}) - {by}, subject, text, now)


def notify_ruled(case: Case, ruling: Ruling, *, now: datetime) -> None:
    """Notify everybody concerned of a ruling, with reason and rule: what the round counts now where that changed, and
    the points of single players. Those who run the club are told what changed in their standings, not why."""
    subject = _subject(case, _("Ruling: {place}"))
    columns = people_of(case.round.match)
    before, after = columns.by_column(ruling.before), columns.by_column(ruling.after)
    sentence = _("{reason} (Rule: {rule}.) {sides}. Before: {before}, now: {after}.")
    if before == after:
        sentence = _("{reason} (Rule: {rule}.) {sides}. The round still counts {after}.")
    players = players_in_round(case.round.match, case.round.number)
    ruled = format_lazy(
        sentence,
        reason=ruling.reason,
        rule=ruling.rule,
        sides=" : ".join(
            " – ".join(mention(players[seat].pk) for seat in column) for column in _columns_of(case.round)
        ),
        before=_together(before),
        after=_together(after),
    )
    own_points = {seat: points for seat, points in enumerate(ruling.effect["seats"]) if points}
    single = [
        format_lazy("{name}: {points}.", name=mention(players[seat].pk), points=lazy(with_sign, str)(points))
        for seat, points in own_points.items()
    ]
    text = format_lazy(" ".join(["{}"] * (1 + len(single))), ruled, *single)
    concerned = players_ever_seated(case.round.match_id) | {case.arbiter_id or 0}
    mentions = {player.pk for player in players.values()}
    _notify(case, concerned - {ruling.actor_id}, subject, text, now, mentions)
    effect = ruling.effect
    changes = before != after or single or effect.get("tallies") or effect.get("void") is not None
    if case.club_id is not None and changes and hasattr(case.round.match, "league_table"):
        counts = _("The round counted {before} and counts {after} now.")
        if before == after:
            counts = _("The round still counts {after}.")
        told = [
            format_lazy(counts, before=_together(before), after=_together(after)),
            *single,
            _("Why is read by those concerned."),
        ]
        competition = case.round.match.league_table.evening.competition_id
        notify(
            players=_run_by(case.club_id) - concerned - {ruling.actor_id or 0},
            subject=subject,
            text=format_lazy(" ".join(["{}"] * len(told)), *told),
            url=f"{reverse('league:league_manage', args=[competition])}#corrections-title",
            kind=NoticeKind.RULING,
            now=now,
            mentions=mentions if single else (),
        )


def _columns_of(round_: Round) -> tuple[tuple[int, ...], ...]:
    """The seats of each column of the sheet."""
    match = round_.match
    return progress_at_start(match.the_game, match.house_options, match.seats.count()).columns


def notify_appealed(case: Case, *, by: int, text: str, now: datetime) -> None:
    """Notify players, the first arbiter and possible arbiters of an appeal."""
    subject = _subject(case, _("Appeal: {place}"))
    first = {case.arbiter_id or 0}
    sentence = format_lazy(_("{name} asks another arbiter to decide."), name=mention(by))
    _notify(
        case, (players_ever_seated(case.round.match_id) | first) - {by}, subject, sentence, now, mentions={by}
    )
    notify_judges(case, subject, _quote(by, text), now=now, but={by} | first, mentions={by})


def notify_appeal_withdrawn(case: Case, *, by: int, arbiters: Iterable[int], now: datetime) -> None:
    """Notify players, the first arbiter and those who could have decided the appeal that there is none any more."""
    subject = _subject(case, _("Appeal withdrawn: {place}"))
    text = format_lazy(_("{name} takes the appeal back. The first ruling is final."), name=mention(by))
    concerned = players_ever_seated(case.round.match_id) | {case.arbiter_id or 0, *arbiters}
    _notify(case, concerned - {by}, subject, text, now, mentions={by})


def notify_final(case: Case, *, now: datetime) -> None:
    """Notify players that a ruling is final."""
    subject = _subject(case, _("The ruling is final: {place}"))
    notify_table(case, subject, _("Nobody appealed in time."), now=now)


def notify_replay(case: Case, replay: Match, *, now: datetime) -> None:
    """Notify the seated players of a replay, with a link to its table."""
    subject = _subject(case, _("Played again: {place}"))
    text = format_lazy(_("Your seat at table {code} is kept. Any of you can start."), code=replay.code)
    _notify_seated(case, replay.code, subject, text, now)


def _notify_seated(case: Case, table: str, subject: Promise, text: Promise, now: datetime) -> None:
    """Notify the seated players with a link to the table of that code."""
    notify(
        players=seated_players(case.round.match_id),
        subject=subject,
        text=text,
        url=reverse("table:table", args=[table]),
        kind=NoticeKind.RULING,
        now=now,
    )


def _together(points: Iterable[int]) -> Promise:
    """Points joined, in the language of the reader."""
    return lazy(score_in_one, str)(tuple(points))


def notify_replayed(case: Case, points: Iterable[int], *, now: datetime) -> None:
    """Notify players that a replay counts."""
    subject = _subject(case, _("It was played again: {place}"))
    notify_table(
        case,
        subject,
        format_lazy(_("It counts {points} now."), points=_together(points)),
        now=now,
    )


def case_url(case: Case) -> str:
    """The URL of the page of a case."""
    return reverse("disputes:case", args=[case.pk])


def _notify(
    case: Case,
    players: Iterable[int],
    subject: str | Promise,
    text: str | Promise,
    now: datetime,
    mentions: Iterable[int] = (),
) -> None:
    notify(
        players=players,
        subject=subject,
        text=text,
        url=case_url(case),
        kind=NoticeKind.RULING,
        now=now,
        mentions=mentions,
    )


def _subject(case: Case, sentence: Promise | str) -> Promise:
    return format_lazy(sentence, place=_place(case.round))


# Notices about replays that are not played.

_day = lazy(lambda at: date_format(localtime(at), "DATE_FORMAT"), str)


def remind_of_replay(case: Case, ruling: Ruling, *, now: datetime) -> None:
    """Remind the seated players of a replay they have not played."""
    table = ruling.effect["replay"]
    subject = _subject(case, _("Still to be played again: {place}"))
    text = format_lazy(
        _(
            "Since {day} your seats at table {table} are kept. Agree on a moment; any of you can start. "
            "If nobody does, an arbiter can decide without it."
        ),
        day=_day(ruling.at),
        table=table,
    )
    _notify_seated(case, table, subject, text, now)


def notify_given_up(case: Case, *, by: int, now: datetime) -> None:
    """Notify players that an arbiter rules again instead of a replay."""
    subject = _subject(case, _("Not played again: {place}"))
    text = _("Nobody has played it, so an arbiter decides without it.")
    players = players_ever_seated(case.round.match_id) - {by}
    _notify(case, players, subject, text, now)
