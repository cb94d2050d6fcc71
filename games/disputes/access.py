"""What a person may see and do in a dispute: who is a party to a case, who judges it, and what each may do now.

Players of the match never decide its cases, and the appeal has another arbiter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from accounts.members import Right, may
from accounts.models import FILING_HOURS, Club, Membership, Player, PlayerKind, Role
from games.disputes import replays
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import (
    ACCUSATIONS,
    IN_HAND,
    ON_APPEAL,
    PROVISIONAL,
    RULED_ON,
    UNDECIDED,
    WAITING,
    Case,
    CaseKind,
    State,
)
from games.engine.game import possible_subjects
from games.league.queries import competitors, matches_ranked_for, players_compared_with, players_ranked_at
from games.table.log.models import Action, Match, Round, Seat
from games.table.log.states import DirectorCall
from games.table.shared_deals import are_open, duel_of

# The people of a match, whose result it is.


def seated_players(match_id: int) -> frozenset[int]:
    """The people (keys, no bots) who have a seat at a match now."""
    seats = Seat.objects.filter(match=match_id).exclude(player__kind=PlayerKind.BOT)
    return frozenset(seats.values_list("player", flat=True))


def players_ever_seated(match_id: int) -> frozenset[int]:
    """The people (keys) who have or had a seat at a match, replaced players included."""
    acted = Action.objects.filter(match=match_id, seat__isnull=False, player__isnull=False)
    people = acted.exclude(player__kind=PlayerKind.BOT).order_by().values_list("player", flat=True)
    return seated_players(match_id) | frozenset(people.distinct())


def matches_played_by(player: Player, matches: Collection[int]) -> frozenset[int]:
    """Those of these matches (keys) at which the player has or had a seat, by the rule of `players_ever_seated`."""
    seats = Seat.objects.filter(player=player, match__in=matches).order_by()
    acted = Action.objects.filter(player=player, match__in=matches, seat__isnull=False).order_by()
    return frozenset(seats.values_list("match", flat=True).union(acted.values_list("match", flat=True)))


def parties_of(match_id: int) -> frozenset[int]:
    """The people (keys) whose result a match is: who has or had a seat, and the players of the pairs or teams for which
    it counts, also where somebody else or a bot sat for them. None of them decides about it."""
    return players_ever_seated(match_id) | players_ranked_at(match_id)


def matches_of_party(player: Player, matches: Collection[int]) -> frozenset[int]:
    """Those of these matches (keys) of which the player is one of `parties_of`."""
    return matches_played_by(player, matches) | matches_ranked_for(player.pk, matches)


def reads_as_party(player: Player, match_id: int, *, judge: bool) -> bool:
    """Whether the player reads no more of the cases about a match than those who play it are told: who has or had a
    seat, and of those who judge its club also everybody else whose result it is."""
    return player.pk in (parties_of(match_id) if judge else players_ever_seated(match_id))


def in_matches_of_party(player: Player) -> Q:
    """Filter for cases about matches of which the player is one of `parties_of`."""
    counted = Case.objects.filter(round__match__league_table__seats__entrant__members__player=player.pk)
    return in_matches_of([player.pk]) | Q(pk__in=counted.values("pk"))


def in_matches_of(people: Collection[int]) -> Q:
    """Filter for cases about matches at which any of these people (keys) has or had a seat, as `players_ever_seated`.

    The log is searched match by match through its index; an index by player would cost time on every move.
    """
    seats = Seat.objects.filter(player__in=people).order_by()
    acted = Action.objects.filter(match=OuterRef("round__match"), player__in=people, seat__isnull=False)
    return Q(round__match__in=seats.values("match")) | Q(Exists(acted))


# Those who judge it.


def is_judge(player: Player, club: Club | None) -> bool:
    """Whether the player decides disputes of this club (None: matches without a club): its arbiters and staff."""
    if not player.is_authenticated or not player.is_active:
        return False
    return player.is_staff or (
        club is not None and may(player=player, club=club, right=Right.DECIDE_DISPUTES)
    )


def concerns_arbiters(match: Match, call: DirectorCall) -> bool:
    """Whether the arbiters of the club are called. Who leads an evening is called to its tables; the arbiters too
    where the call names a subject, which they decide."""
    return match.club_id is not None and (match.director == Match.Director.NONE or bool(call.about))


def arbiters_of(club_id: int | None) -> frozenset[int]:
    """The arbiters of a club (keys); none without one."""
    if club_id is None:
        return frozenset()
    found = Membership.objects.filter(club=club_id, role=Role.ARBITER, player__is_active=True)
    return frozenset(found.values_list("player", flat=True))


def arbiters_for(case: Case) -> frozenset[int]:
    """The arbiters of the club (keys) who can decide this case, or its appeal; none for a match without a club."""
    ruled_first = {case.arbiter_id} if case.state in ON_APPEAL else set()
    return arbiters_of(case.club_id) - parties_of(case.round.match_id) - ruled_first


# Who knows of a case.


def knows(player: Player, case: Case) -> bool:
    """Whether somebody who sat at the match may know of the case.

    Complainants do at once, the others when the arbiter asks them, all or each alone, or with the ruling.
    """
    if case.answers_asked_at is not None or case.state in RULED_ON or case.rulings.all():
        return True
    return any(each.player_id == player.pk for each in (*case.complaints.all(), *case.questions.all()))


def cases_known_to(player: Player) -> Q:
    """Filter for cases that `knows` passes, of those about matches of this player."""
    known = Q(answers_asked_at__isnull=False) | Q(state__in=RULED_ON) | Q(rulings__isnull=False)
    return known | Q(pk__in=player.complaints.values("case")) | Q(pk__in=player.questions.values("case"))


def is_kept_waiting(player: Player, case: Case) -> bool:
    """Whether somebody who sat at the match sees its points as provisional because of this case without knowing it."""
    return (
        case.state in PROVISIONAL
        and not knows(player, case)
        and player.pk in players_ever_seated(case.round.match_id)
    )


def askable(case: Case) -> frozenset[int]:
    """The people of the table (keys) who do not complain and were not asked."""
    if case.answers_asked_at is not None:
        return frozenset()
    recipients = {each.player_id for each in case.questions.all()}
    return seated_players(case.round.match_id) - case.complainants - recipients


# What each may do now, and the checks that the services run too.


@dataclass(frozen=True, slots=True)
class Rights:
    """The actions a person may take on a case now; services run the same checks.

    `read_statements`: those of others too; everybody reads their own. `sealed`: what others said was decided on, but an
    accusation is not quoted to those it is about. `why_not_take` is the refusal code for an arbiter
    who may not decide this case, else "". `compared`: an own result on the same deal can change with the ruling, and no
    other arbiter of the club can decide it.
    """

    see: bool = False
    read_statements: bool = False
    sealed: bool = False
    ask: bool = False
    answer: bool = False
    withdraw: bool = False
    agree: bool = False
    appeal: bool = False
    withdraw_appeal: bool = False
    see_evidence: bool = False
    take: bool = False
    give_back: bool = False
    rule: bool = False
    reject: bool = False
    give_up_replay: bool = False
    why_not_take: str = ""
    compared: bool = False


def rights_of(player: Player, case: Case, now: datetime) -> Rights:
    """The rights of the player in a case, from the same checks as the services use."""
    judge = is_judge(player, case.club)
    played = reads_as_party(player, case.round.match_id, judge=judge)
    decided = (case.state == State.REJECTED or bool(case.rulings.all())) and knows(player, case)
    accuses = case.kind in ACCUSATIONS
    in_hand = _refusal_code(lambda: require_in_hand(player, case)) == ""
    why_not = _refusal_code(lambda: require_judge(player, case))
    return Rights(
        see=knows(player, case) if played else judge,
        read_statements=judge if not played else decided and not accuses,
        sealed=played and decided and accuses,
        ask=in_hand and case.state == State.UNDER_REVIEW and case.answers_asked_at is None,
        answer=_refusal_code(lambda: require_may_answer(player, case, now)) == "",
        withdraw=_refusal_code(lambda: require_may_withdraw(player, case)) == "",
        agree=_refusal_code(lambda: require_may_agree(player, case)) == ""
        and all(each.player_id != player.pk for each in case.agreements.all()),
        appeal=_refusal_code(lambda: require_may_appeal(player, case, now)) == "",
        withdraw_appeal=_refusal_code(lambda: require_may_withdraw_appeal(player, case)) == "",
        see_evidence=judge and not played,
        take=case.state in WAITING and why_not == "",
        give_back=_refusal_code(lambda: require_holder(player, case)) == "",
        rule=in_hand,
        reject=in_hand and case.state == State.UNDER_REVIEW and not case.rulings.all(),
        give_up_replay=_refusal_code(lambda: require_may_give_up_replay(player, case)) == "",
        why_not_take=why_not if judge and case.state in PROVISIONAL else "",
        compared=why_not == ""
        and case.state in PROVISIONAL
        and player.pk in players_compared_with(case.round.match_id),
    )


def _refusal_code(check: Callable[[], None]) -> str:
    """The code with which a check refuses, "" when it passes."""
    try:
        check()
    except DisputeRefused as refused:
        return str(refused.code)
    return ""


def file_until(round_: Round) -> datetime | None:
    """The end of the time to dispute a round; None while it is played."""
    club = round_.match.club
    hours = FILING_HOURS if club is None else club.filing_hours
    return None if round_.closed_at is None else round_.closed_at + timedelta(hours=hours)


def require_may_file(player: Player, round_: Round, now: datetime) -> None:
    """Check that the player may dispute this round. Refuses not_seated and what `require_disputable` refuses."""
    if player.pk not in players_ever_seated(round_.match_id):
        raise DisputeRefused(DisputeRefusal.NOT_SEATED)
    require_disputable(round_, now)


def require_disputable(round_: Round, now: datetime) -> None:
    """Check that those who sat there may dispute this round. Refuses is_a_replay, same_for_all, others_play_it,
    round_running, too_late."""
    match = round_.match
    if match.replays_id is not None:
        raise DisputeRefused(DisputeRefusal.IS_A_REPLAY)
    duel = duel_of(match)
    if duel is None or duel.first_match_id != match.pk:
        _require_open_cards(match, now)

    if round_.status == Round.Status.RUNNING:
        raise DisputeRefused(DisputeRefusal.ROUND_RUNNING)
    until = file_until(round_)
    if until is None or now > until:
        raise DisputeRefused(DisputeRefusal.TOO_LATE)


def _require_open_cards(match: Match, now: datetime) -> None:
    """Check that a case about this match tells no other table of its cards."""
    if match.shared_deals_id is not None and match.club_id is None:
        raise DisputeRefused(DisputeRefusal.SAME_FOR_ALL)
    if not are_open(match, now):
        # A case shows the cards to arbiters and to everybody of the table, who may sit at the next one.
        raise DisputeRefused(DisputeRefusal.OTHERS_PLAY_IT)


def plays_by_the_rules(match: Match) -> bool:
    """Whether nobody could play against the rules in this match: not on paper, nor where its house rules allow it."""
    return not match.on_paper and match.the_game.enforces_rules(match.house_options)


def possible_kinds(match: Match) -> tuple[CaseKind, ...]:
    """The kinds a case about a round of this match can have, in the order of its game (`Game.subjects`)."""
    subjects = possible_subjects(match.the_game, match.house_options, on_paper=match.on_paper)
    return tuple(CaseKind(subject.key) for subject in subjects)


def require_may_answer(player: Player, case: Case, now: datetime) -> None:
    """Check that the player may answer now. Refuses not_seated, not_now, too_late, answered_already."""
    if player.pk not in players_ever_seated(case.round.match_id):
        raise DisputeRefused(DisputeRefusal.NOT_SEATED)
    on_appeal = case.state in ON_APPEAL
    if case.state not in PROVISIONAL or player.pk in case.initiators or not knows(player, case):
        raise DisputeRefused(DisputeRefusal.NOT_NOW)
    if case.deadline is None or now > case.deadline:
        raise DisputeRefused(DisputeRefusal.TOO_LATE)
    if any(each.player_id == player.pk and each.on_appeal == on_appeal for each in case.answers.all()):
        raise DisputeRefused(DisputeRefusal.ANSWERED_ALREADY)


def require_may_withdraw(player: Player, case: Case) -> None:
    """Check that the player may withdraw a complaint. Refuses not_allowed, decided_already."""
    if player.pk not in case.complainants:
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    require_undecided(case)


def require_may_agree(player: Player, case: Case) -> None:
    """Check that the player may agree to settle, which all of the table may once they are asked. What an accusation
    says is for an arbiter, whatever the table thinks of the round. Refuses not_seated, not_now, decided_already."""
    if player.pk not in seated_players(case.round.match_id):
        raise DisputeRefused(DisputeRefusal.NOT_SEATED)
    require_undecided(case)
    if case.kind in ACCUSATIONS or case.answers_asked_at is None:
        raise DisputeRefused(DisputeRefusal.NOT_NOW)


def require_undecided(case: Case) -> None:
    """Check that there is no ruling; only then a case can end without one. Refuses decided_already."""
    if case.state not in UNDECIDED or case.rulings.all():
        raise DisputeRefused(DisputeRefusal.DECIDED_ALREADY)


def require_may_appeal(player: Player, case: Case, now: datetime) -> None:
    """Check that the player may appeal. Refuses not_seated, one_appeal, not_now, too_late."""
    if player.pk not in players_ever_seated(case.round.match_id):
        raise DisputeRefused(DisputeRefusal.NOT_SEATED)
    if case.appealed_at is not None:
        raise DisputeRefused(DisputeRefusal.ONE_APPEAL)
    if case.state not in (State.RULED, State.FINAL):
        raise DisputeRefused(DisputeRefusal.NOT_NOW)
    if case.state == State.FINAL or case.deadline is None or now > case.deadline:
        raise DisputeRefused(DisputeRefusal.TOO_LATE)


def require_may_withdraw_appeal(player: Player, case: Case) -> None:
    """Check that the player may withdraw the appeal: it is theirs and no arbiter has taken it. Refuses not_allowed,
    decided_already, taken_already."""
    if player.pk != case.appealed_by_id:
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    if case.state == State.APPEAL_REVIEW:
        raise DisputeRefused(DisputeRefusal.TAKEN_ALREADY)
    if case.state != State.APPEALED:
        raise DisputeRefused(DisputeRefusal.DECIDED_ALREADY)


def require_judge(player: Player, case: Case) -> None:
    """Check that the player may decide this case, taken or not.

    Refuses not_allowed, sat_there, own_result, same_arbiter on the appeal, own_league for an arbiter who plays in the
    same competition while the club has another who does not, and same_deal for one with a result on the same deal while
    the club has another without.
    """
    if not is_judge(player, case.club):
        raise DisputeRefused(DisputeRefusal.NOT_ALLOWED)
    if player.pk in players_ever_seated(case.round.match_id):
        raise DisputeRefused(DisputeRefusal.SAT_THERE)
    if player.pk in players_ranked_at(case.round.match_id):
        raise DisputeRefused(DisputeRefusal.OWN_RESULT)
    if case.state in ON_APPEAL and case.arbiter_id == player.pk:
        raise DisputeRefused(DisputeRefusal.SAME_ARBITER)
    if case.club_id is not None and _plays_in_it(player, case):
        raise DisputeRefused(DisputeRefusal.OWN_LEAGUE)
    compared = players_compared_with(case.round.match_id)
    if player.pk in compared and arbiters_for(case) - compared:
        raise DisputeRefused(DisputeRefusal.SAME_DEAL)


def _plays_in_it(player: Player, case: Case) -> bool:
    """Whether the player competes with those of the case, and an arbiter of the club could decide who does not."""
    rivals = competitors(case.round.match_id)
    return player.pk in rivals and bool(arbiters_for(case) - rivals)


def require_in_hand(player: Player, case: Case) -> None:
    """Check that the player has taken this case, it is undecided, and the player may decide it.

    Refuses what `require_judge` (the right may have ended since) and `require_holder` refuse.
    """
    require_judge(player, case)
    require_holder(player, case)


def require_holder(player: Player, case: Case) -> None:
    """Check that the player has taken this case and it is undecided. Refuses not_yours, decided_already."""
    if case.state not in PROVISIONAL:
        raise DisputeRefused(DisputeRefusal.DECIDED_ALREADY)
    if case.state not in IN_HAND or case.holder != player:
        raise DisputeRefused(DisputeRefusal.NOT_YOURS)


def may_judge(player: Player, case: Case) -> bool:
    """Whether `require_judge` lets the player decide this case."""
    return _refusal_code(lambda: require_judge(player, case)) == ""


def require_may_give_up_replay(player: Player, case: Case) -> None:
    """Check that the player may rule again because the replay is not played.

    Refuses what `require_judge` refuses, and not_now.
    """
    require_judge(player, case)
    if case.state not in (State.RULED, State.FINAL) or not replays.is_waiting(case):
        raise DisputeRefused(DisputeRefusal.NOT_NOW)
