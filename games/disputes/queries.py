"""Queries for the pages of disputes. Their number does not grow with the number of cases, but in `without_arbiter`; in
`open_calls` it does with the tables that call."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from accounts.models import Club, Membership, Player, Role
from games.disputes import access, models, replays
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, State
from games.table.log import loading
from games.table.log.folding import TABLE
from games.table.log.models import Action, Match, Round
from games.table.review.positions import place_of_entry
from games.table.shared_deals import readable_reason
from games.trail import CALL_ANSWERED, AuditEntry

MAX_MINE: Final = 50
MAX_EARLIER: Final = 20
MAX_REPLAYS: Final = 50
MAX_CALLS: Final = 50
TABLE_OF_EVENING: Final = "league_table__evening"
PLACE: Final = "round__match__league_table__evening__competition"
"""What lists select with their cases to say where the round was played."""
TRAIL_READERS: Final = (Role.OWNER, Role.SECRETARY, Role.ARBITER)
DONE_BY_PLAYERS: Final = (
    "filed",
    "answered",
    "complaint_withdrawn",
    "agreed",
    "appealed",
    "appeal_withdrawn",
    str(State.WITHDRAWN),
    str(State.SETTLED),
)
"""Lines of the trail that say what a player did about a case."""
OF_CARDS: Final = ("conduct_card", "conduct_card_back")
"""Lines of the trail about cards for conduct (`services.conduct`)."""


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case in a list. `holder` names the arbiter who took it, or ""; `filers` are the players with a standing
    complaint; `age` counts from filing; `overdue` after `deadline`; `may_take` leaves out checks that need the whole
    case; `sat_there` whether the reader played at that table, or it counts for them (`access.parties_of`)."""

    case: Case
    state: str
    holder: str
    filers: tuple[str, ...]
    age: timedelta
    deadline: datetime | None
    overdue: bool
    mine: bool
    may_take: bool
    sat_there: bool

    @property
    def complaints(self) -> int:
        return len(self.filers)


def queue(
    *,
    arbiter: Player,
    now: datetime,
    states: Iterable[str] = (),
    club: int | None = None,
    older_than: timedelta | None = None,
    at_most: int = 50,
    after: int = 0,
) -> tuple[CaseRow, ...]:
    """The cases an arbiter may see, oldest first, without the first `after` of them.

    Without `states` all undecided ones; `club` 0 is for cases without a club. Of the cases about a match of which the
    arbiter is one of `access.parties_of` only those that the players know of.
    """
    found = _visible(arbiter).filter(state__in=tuple(states) or models.PROVISIONAL)
    known = Case.objects.filter(access.cases_known_to(arbiter)).values("pk")
    found = found.filter(~access.in_matches_of_party(arbiter) | Q(pk__in=known))
    if club is not None:
        found = found.filter(club=club or None)
    if older_than is not None:
        found = found.filter(filed_at__lte=now - older_than)
    cases = _for_lists(found).order_by("filed_at", "pk")[after : after + at_most]
    return _rows(list(cases), arbiter, now)


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """A replay that is not being played: the time of the ruling, its table, its players, whether it was stopped."""

    case: Case
    since: datetime
    table: str
    names: tuple[str, ...]
    stopped: bool


def waiting_replays(*, arbiter: Player) -> tuple[ReplayRow, ...]:
    """The replays in this arbiter's cases that are not being played, oldest first."""
    found = replays.rulings_waiting_for_replay().filter(case__in=_visible(arbiter)).order_by("at", "pk")
    rulings = list(found.select_related(f"case__{PLACE}", "case__club")[:MAX_REPLAYS])
    tables = Match.objects.filter(replays__in=[ruling.case.round_id for ruling in rulings])
    by_code = {table.code: table for table in tables.prefetch_related("seats__player")}
    return tuple(
        ReplayRow(
            case=ruling.case,
            since=ruling.at,
            table=code,
            names=tuple(seat.player.nickname for seat in by_code[code].seats.all()),
            stopped=by_code[code].status == Match.Status.STOPPED,
        )
        for ruling in rulings
        if (code := ruling.effect["replay"]) in by_code
    )


@dataclass(frozen=True, slots=True)
class CallRow:
    """An open call for the director: its table, who called when, in which round and `where` in it, what it is about (a
    key of `CaseKind` or "") and why."""

    match: Match
    name: str
    at: datetime
    round: int
    where: str
    about: str
    why: str


def open_calls(*, arbiter: Player) -> tuple[CallRow, ...]:
    """The open calls that this arbiter can answer, oldest first. Only tables with one are loaded."""
    found = Match.objects.filter(status=Match.Status.RUNNING, called_at__isnull=False, club__isnull=False)
    if not (arbiter.is_staff and arbiter.is_active):
        found = found.filter(club__in=_clubs_judged(arbiter))
    rows = []
    called = list(
        found.select_related("club", "shared_deals", "league_table__evening").order_by("called_at", "pk")
    )
    own = access.matches_of_party(arbiter, {match.pk for match in called})
    for match in called:
        if match.pk in own:
            continue
        table = loading.readable_table(match)
        call = table.state.director_call if table is not None else None
        if table is None or call is None or not call.is_open or not access.concerns_arbiters(match, call):
            continue
        rows.append(
            CallRow(
                match=match,
                name=table.sitters[call.seat].name,
                at=call.at,
                round=call.round,
                where=place_of_entry(match, call.seq),
                about=call.about,
                why=readable_reason(match, call.why),
            )
        )
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class AnsweredCall:
    """A call that an arbiter has answered: its table and round, who called and why, who answered what, and when."""

    match: Match
    round: int
    caller: str
    why: str
    by: str
    answer: str
    at: datetime


def answered_calls(*, arbiter: Player, since: datetime) -> tuple[AnsweredCall, ...]:
    """The calls that arbiters have answered since then at tables whose result is not this one's own, the newest
    first."""
    found = AuditEntry.objects.filter(what=CALL_ANSWERED, at__gte=since, match__isnull=False)
    if not (arbiter.is_staff and arbiter.is_active):
        found = found.filter(club__in=_clubs_judged(arbiter))
    related = found.select_related(
        "actor", "match__club", "match__shared_deals", f"match__{TABLE_OF_EVENING}"
    )
    lines = list(related.order_by("-at", "-pk")[:MAX_CALLS])
    own = access.matches_of_party(arbiter, {line.match_id for line in lines})
    calls = Action.objects.filter(
        match__in={line.match_id for line in lines} - own,
        kind=TABLE,
        data__do__in=("call_director", "director_answer"),
    )
    entries: dict[int, list[Action]] = defaultdict(list)
    for entry in calls.select_related("player").order_by("seq"):
        entries[entry.match_id].append(entry)
    return tuple(
        _answered_call(line, call, answer)
        for line in lines
        for call, answer in pairwise(entries[line.match_id])
        if answer.data["do"] == "director_answer" and answer.at == line.at
    )


def _answered_call(line: AuditEntry, call: Action, answer: Action) -> AnsweredCall:
    return AnsweredCall(
        match=line.match,
        round=line.round,
        caller=call.player.known_as,
        why=readable_reason(line.match, call.data["why"]),
        by=line.actor.known_as,
        answer=readable_reason(line.match, answer.data["text"]),
        at=line.at,
    )


def clubs_judged_by(player: Player) -> tuple[Club, ...]:
    """The clubs of which the player is an arbiter; for staff all clubs with cases."""
    if player.is_staff and player.is_active:
        return tuple(Club.objects.filter(cases__isnull=False).distinct())
    return tuple(Club.objects.filter(memberships__player=player, memberships__role=Role.ARBITER))


def clubs_run_by(player: Player) -> tuple[Club, ...]:
    """The clubs of which the player is owner or secretary: they name arbiters and set deadlines, and decide nothing."""
    own = Membership.objects.filter(player=player, role__in=(Role.OWNER, Role.SECRETARY))
    return tuple(Club.objects.filter(pk__in=own.values("club")))


def my_cases(*, player: Player, now: datetime) -> tuple[CaseRow, ...]:
    """The cases about a player's matches: undecided ones first, then by time, newest first."""
    mine = _for_lists(_about(player)).order_by("-filed_at", "-pk")[:MAX_MINE]
    rows = _rows(list(mine), player, now)
    return tuple(sorted(rows, key=lambda row: row.case.state in models.OVER))


def rounds_looked_at(player: Player) -> tuple[Round, ...]:
    """The rounds of a player's matches that are under review because of a case the player is not told of, the newest
    first. Of every kind of case: a round left out here, and provisional in the standings, would tell what it is about.
    """
    waiting = Case.objects.filter(access.in_matches_of([player.pk]), state__in=models.PROVISIONAL)
    known = _about(player).filter(state__in=models.PROVISIONAL)
    found = Round.objects.filter(pk__in=waiting.values("round")).exclude(pk__in=known.values("round"))
    related = found.select_related("match__league_table__evening__competition")
    return tuple(related.order_by("-closed_at", "-pk")[:MAX_MINE])


def my_open_cases(player: Player) -> int:
    """The number of cases about a player's matches that are not over."""
    return _about(player).exclude(state__in=models.OVER).count()


def asked_of(player: Player, now: datetime) -> int:
    """The number of undecided cases in which an arbiter waits for what the player saw."""
    cases = _about(player).filter(state__in=models.UNDECIDED, deadline__gte=now)
    cases = cases.filter(Q(answers_asked_at__isnull=False) | Q(pk__in=player.questions.values("case")))
    standing = player.complaints.filter(withdrawn_at=None)
    return cases.exclude(pk__in=standing.values("case")).exclude(answers__player=player).count()


def waiting_for(arbiter: Player) -> int:
    """The number of cases that wait for an arbiter, without those about matches at which this one sat, and appeals
    against this one."""
    waiting = _decidable(arbiter).filter(state__in=models.WAITING)
    return waiting.exclude(arbiter=arbiter).count()


def case_of(case_id: int) -> Case:
    """The case with all rows its page needs, in a constant number of queries. Refuses no_such_case."""
    found = (
        Case.objects.filter(pk=case_id)
        .select_related(
            PLACE, "round__match__club", "club", "arbiter", "appeal_arbiter", "appealed_by", "closed_by"
        )
        .prefetch_related(
            "complaints__player",
            "questions__player",
            "answers__player",
            "agreements__player",
            "rulings__actor",
        )
        .first()
    )
    if found is None:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_CASE)
    return found


def lacks_an_arbiter(case: Case) -> bool:
    """Whether a case waits that none of the club's arbiters can decide."""
    return case.club_id is not None and case.state in models.WAITING and not access.arbiters_for(case)


def without_arbiter(club: Club) -> Case | None:
    """The case of the club that waits longest of those that none of its arbiters can decide, or None.

    Looks at the waiting cases one by one, with a few queries each, until it finds one.
    """
    waiting = club.cases.filter(state__in=models.WAITING).select_related("round__match", "club")
    return next(filter(lacks_an_arbiter, waiting.order_by("filed_at", "pk")), None)


def open_cases_of(club: Club, *, reader: Player, now: datetime) -> tuple[tuple[CaseRow, ...], int]:
    """The undecided cases of a club that the reader may know of, oldest first, and the number of the others."""
    undecided = club.cases.filter(state__in=models.PROVISIONAL)
    judges = access.is_judge(reader, club)
    own = access.in_matches_of_party(reader) if judges else access.in_matches_of([reader.pk])
    known = own & Q(pk__in=Case.objects.filter(access.cases_known_to(reader)).values("pk"))
    if judges:
        known |= ~own
    found = list(_for_lists(undecided.filter(known)).order_by("filed_at", "pk"))
    return _rows(found, reader, now), undecided.count() - len(found)


@dataclass(frozen=True, slots=True)
class Filing:
    """Whether a player may dispute a round now; `until` ends the time for it, `why_not` is a sentence; `is_over` where
    that time has ended."""

    may: bool
    until: datetime | None
    why_not: str = ""
    is_over: bool = False


def filing_of(*, player: Player, round_: Round, now: datetime) -> Filing:
    """Whether and until when the player may dispute this round."""
    until = access.file_until(round_)
    try:
        access.require_may_file(player, round_, now)
    except DisputeRefused as refused:
        return Filing(False, until, refused.sentence, is_over=refused.code == DisputeRefusal.TOO_LATE)
    return Filing(True, until)


def disputable_rounds(*, player: Player, code: str, now: datetime) -> frozenset[int]:
    """The numbers of the rounds of the match with this code that the player may dispute now."""
    rounds = list(Round.objects.filter(match__code=code).select_related("match__club"))
    if not rounds or player.pk not in access.players_ever_seated(rounds[0].match_id):
        return frozenset()
    return frozenset(each.number for each in rounds if _is_disputable(each, now))


def _is_disputable(round_: Round, now: datetime) -> bool:
    try:
        access.require_disputable(round_, now)
    except DisputeRefused:
        return False
    return True


def cases_of_match(match: Match, *, reader: Player) -> tuple[Case, ...]:
    """The cases about a match that the reader may know of, withdrawn ones too, by round and time."""
    found = Case.objects.filter(round__match=match).select_related(PLACE, "club")
    found = found.prefetch_related("rulings__actor", "complaints", "questions").order_by(
        "round__number", "filed_at", "pk"
    )
    judges = access.is_judge(reader, match.club)
    if access.reads_as_party(reader, match.pk, judge=judges):
        return tuple(case for case in found if access.knows(reader, case))
    return tuple(found) if judges else ()


def earlier_cases(case: Case, *, reader: Player) -> tuple[Case, ...]:
    """Other cases that involve any player of this match and that the reader can decide, newest first, at most
    `MAX_EARLIER`."""
    people = access.players_ever_seated(case.round.match_id)
    found = _decidable(reader).filter(access.in_matches_of(people)).exclude(pk=case.pk)
    related = found.select_related("round__match", "club").prefetch_related("rulings")
    return tuple(related.order_by("-filed_at", "-pk")[:MAX_EARLIER])


def readable_cases(reader: Player, cases: Collection[int]) -> frozenset[int]:
    """Those of these cases (keys) of which the reader may know: who decides them, and who sat there once they are
    told."""
    known = Q(pk__in=_about(reader).values("pk")) | Q(pk__in=_decidable(reader).values("pk"))
    return frozenset(Case.objects.filter(known, pk__in=cases).values_list("pk", flat=True))


def others_about_the_round(case: Case) -> tuple[Case, ...]:
    """Other cases about the same round in order, without withdrawn ones, each with its rulings."""
    found = Case.objects.filter(round=case.round_id).exclude(pk=case.pk).exclude(state=State.WITHDRAWN)
    return tuple(found.select_related("round__match").prefetch_related("rulings").order_by("filed_at", "pk"))


def trail(
    *,
    reader: Player,
    club: int | None = None,
    what: str = "",
    actor: str = "",
    case: int | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> QuerySet[AuditEntry]:
    """The lines of the audit trail that the reader may see, newest first: owners, secretaries and arbiters those of
    their clubs, staff all. `actor` is part of a nickname; `until` is excluded.

    What players did about a case is for those who decide it, who did not sit at that table. Of these lines pages show
    what `readable_lines` leaves.
    """
    found = AuditEntry.objects.select_related("actor", "club", "match")
    if not reader.is_staff:
        own = Membership.objects.filter(player=reader, role__in=TRAIL_READERS)
        found = found.filter(club__in=own.values("club"))
    open_to_all = Q(case=None) | Q(case__in=_decidable(reader).values("pk"))
    found = found.annotate(is_open=ExpressionWrapper(open_to_all, BooleanField()))
    found = found.exclude(what__in=DONE_BY_PLAYERS, is_open=False)
    if case:
        found = found.filter(case=case).exclude(what__in=OF_CARDS, is_open=False)
    wanted = {
        "club": club,
        "what": what,
        "actor__nickname__icontains": actor,
        "at__gte": since,
        "at__lt": until,
    }
    return found.filter(**{name: value for name, value in wanted.items() if value}).order_by("-at", "-pk")


def readable_lines(found: QuerySet[AuditEntry, Any]) -> list[AuditEntry]:
    """Lines of `trail` without what only those who decide a case read: why and by which rule it was ruled so, and that
    a card for conduct belongs to it. All cases are alike in that: a missing reason tells nobody what a case is about.
    """
    lines = list(found)
    for line in lines:
        if not line.is_open:
            line.reason = line.rule = ""
            line.case = None if line.what in OF_CARDS else line.case
    return lines


def _visible(judge: Player) -> QuerySet[Case]:
    """The cases of the clubs of which the player is an arbiter; for staff all."""
    if judge.is_staff and judge.is_active:
        return Case.objects.all()
    return Case.objects.filter(club__in=_clubs_judged(judge))


def _decidable(judge: Player) -> QuerySet[Case]:
    """The cases of `_visible` about matches at which the player never had a seat, and that do not count for them."""
    return _visible(judge).exclude(access.in_matches_of_party(judge))


def _clubs_judged(judge: Player) -> QuerySet[Membership, dict[str, Any]]:
    """The clubs (keys) of which the player is an arbiter."""
    return Membership.objects.filter(player=judge, role=Role.ARBITER).values("club")


def _about(player: Player) -> QuerySet[Case]:
    """The cases of matches at which the player has or had a seat, and those the player filed."""
    filed = Q(pk__in=player.complaints.values("case"))
    about = Case.objects.filter(filed | access.in_matches_of([player.pk]))
    return about.filter(access.cases_known_to(player)).distinct()


def _for_lists(cases: QuerySet[Case]) -> QuerySet[Case]:
    related = cases.select_related(PLACE, "club", "arbiter", "appeal_arbiter")
    return related.prefetch_related("complaints__player")


def _rows(cases: list[Case], looking: Player, now: datetime) -> tuple[CaseRow, ...]:
    sat = access.matches_of_party(looking, {case.round.match_id for case in cases})
    return tuple(_row(case, looking, now, sat) for case in cases)


def _row(case: Case, looking: Player, now: datetime, sat: frozenset[int]) -> CaseRow:
    holder = case.holder
    standing = [each for each in case.complaints.all() if each.withdrawn_at is None]
    return CaseRow(
        case=case,
        state=case.state,
        holder=holder.nickname if holder is not None and case.state in models.IN_HAND else "",
        filers=tuple(each.player.nickname for each in standing),
        age=now - case.filed_at,
        deadline=case.deadline,
        overdue=case.deadline is not None and now > case.deadline,
        mine=case.state in models.IN_HAND and holder == looking,
        may_take=case.state in models.WAITING
        and case.round.match_id not in sat
        and not (case.state == State.APPEALED and case.arbiter_id == looking.pk),
        sat_there=case.round.match_id in sat,
    )
