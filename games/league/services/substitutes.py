"""Substitutes: asking for one, answering, and playing another's seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from accounts.members import entries_among
from accounts.models import Membership, Notice, Player
from accounts.models.clubs import MemberChange
from accounts.services import ensure_bots
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import (
    Entrant,
    EntrantPlayer,
    Evening,
    EveningDirector,
    LeagueTable,
    SeatChange,
    Seating,
    StandBy,
    SubstituteRequest,
    TableSeat,
)
from games.league.models.evenings import ALL_ROUNDS
from games.league.services.corrections import add_correction
from games.league.services.entrants import member_called
from games.league.services.evenings.matches import has_started, reseat
from games.league.services.evenings.seats import entrants_coming, note_waiting
from games.league.services.evenings.signups import sign
from games.league.services.locking import announce_change, lock_drawn_evening, lock_evening, save_and_announce
from games.league.standings.scores import PlayedBy
from games.table import services as table_services
from games.table import signals
from games.table.log.models import Match

# Substitutes: another player, or a bot, holds an absent player's cards, from the start or from the next round on.


def substitute(
    *,
    evening_id: int,
    version: int,
    absent: Player,
    instead: Player | None,
    actor: Player,
    now: datetime,
    only_round: int | None = None,
    after_rounds: int = 0,
) -> Evening:
    """`instead` (None: a bot) holds the cards of `absent` at every table of the evening that is not over, or at
    that of `only_round`, for which somebody who waits in that round is free.

    At a table being played they take over at once; their points begin with the round that is not closed yet, and
    whose they are is a rule of the competition. `absent` may be a substitute whose member came after all. `instead`
    is told, and so is `absent`. At a table on paper of which nothing is typed yet, `absent` has played `after_rounds`
    rounds. A bot holds no real cards: at a table on paper only a person takes over.
    Refuses changed_meanwhile, not_drawn, not_seated, seated_already, not_a_member, saw_the_cards, no_bots,
    bot_on_paper, unreadable (more rounds than the table has).
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id, version=version)
        return substitute_on_evening(
            evening,
            absent=absent,
            instead=instead,
            actor=actor,
            now=now,
            only_round=only_round,
            after_rounds=after_rounds,
        )


def substitute_on_evening(
    evening: Evening,
    *,
    absent: Player,
    instead: Player | None,
    actor: Player,
    now: datetime,
    only_round: int | None,
    after_rounds: int = 0,
) -> Evening:
    """As `substitute`, on a locked evening. Settles the requests for those seats."""
    seats = open_seats(evening, absent, only_round)
    if not seats:
        raise LeagueRefused(LeagueRefusal.NOT_SEATED)
    if instead is None and evening.competition.the_rules.bots == "none":
        raise LeagueRefused(LeagueRefusal.NO_BOTS)
    if (instead is None or instead.is_bot) and any(seat.table.on_paper for seat in seats):
        raise LeagueRefused(LeagueRefusal.BOT_ON_PAPER)
    if instead is not None:
        _require_free(instead, evening, [seat.table.round for seat in seats])
    for seat in seats:
        after = after_rounds if seat.table.on_paper and seat.table.match_id is not None else 0
        if after and not 0 < after < seat.table.planned:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        replace_in_seat(
            seat,
            instead or free_bot(seat.table),
            actor=actor,
            now=now,
            after_rounds=after,
            for_the_rest=only_round is None or seat.for_the_rest,
        )
    note_waiting(evening)
    add_correction(
        competition=evening.competition,
        evening=evening,
        entrant=seats[0].entrant,
        actor=actor,
        what="substitute",
        before=absent,
        after=instead or "bot",
        now=now,
    )
    _settle_requests(evening, absent, instead, now=now)
    if instead is not None:
        notices.notify_substitute(evening, instead=instead, absent=absent, now=now)
    return save_and_announce(evening)


def open_seats(evening: Evening, player: Player, only_round: int | None) -> list[TableSeat]:
    """The seats of `player` at tables of the evening that are not over, in all rounds or in one."""
    theirs = TableSeat.objects.select_related("table__match").filter(table__evening=evening, player=player)
    if only_round is not None:
        theirs = theirs.filter(table__round=only_round)
    return [seat for seat in theirs if not has_started(seat.table) or _plays(seat.table)]


def replace_in_seat(
    seat: TableSeat,
    player: Player,
    *,
    actor: Player,
    now: datetime,
    after_rounds: int = 0,
    for_the_rest: bool = False,
) -> None:
    """`player` takes that seat of the evening, and of its match; the rounds up to `after_rounds` are at least those of
    the player before. Inside the transaction that says so. `for_the_rest` of somebody else means the rounds drawn later
    too."""
    started = has_started(seat.table)
    until = after_rounds
    if started:
        until = max(table_services.round_from_now(match_id=seat.table.match_id) - 1, after_rounds)
    if started or until:
        SeatChange.objects.create(
            seat=seat, until_round=until, player_id=seat.player_id, played_by=seat.played_by
        )
    if started:
        table_services.replace_player(
            match_id=seat.table.match_id, seat=seat.number, player=player, by=actor, now=now
        )
    own = seat.entrant.members.filter(player=player).exists()
    seat.player = player
    seat.played_by = PlayedBy.SELF if own else PlayedBy.BOT if player.is_bot else PlayedBy.SUBSTITUTE
    seat.for_the_rest = for_the_rest and not own
    seat.save(update_fields=["player", "played_by", "for_the_rest"])
    if not started:
        reseat(seat.table)


def give_seats_back_of_blocked(*, player: Player, actor: Player, now: datetime, **_sent: Any) -> None:
    """Who is blocked plays for nobody, and is ready to play for nobody. Receiver of `account_blocked`."""
    give_seats_back(player, actor=actor, reason=gettext("The account was blocked"), now=now)
    StandBy.objects.filter(player=player, evening__status__in=Evening.TO_PLAY).delete()


def give_seats_back_of_former_member(*, change: MemberChange, **_sent: Any) -> None:
    """Who is no longer a member plays for nobody in the club, is not ready to either, and leads no evening. Receiver of
    `member_changed`."""
    if change.what in {MemberChange.What.LEFT, MemberChange.What.REMOVED}:
        reason = gettext("No longer a member of the club")
        give_seats_back(change.player, actor=change.actor, reason=reason, now=change.at, club=change.club_id)
        for own in (StandBy, EveningDirector):
            own.objects.filter(
                player=change.player,
                evening__status__in=Evening.TO_PLAY,
                evening__competition__season__club=change.club_id,
            ).delete()


def give_seats_back(
    player: Player, *, actor: Player, reason: str, now: datetime, club: int | None = None
) -> None:
    """The seats to come that a substitute holds, in every club or in one (a key), are their own players' again, and who
    leads the evening is told as of a seat that becomes free. Evenings are locked in the order of their keys."""
    held = TableSeat.objects.filter(
        player=player,
        played_by=PlayedBy.SUBSTITUTE,
        table__evening__status=Evening.Status.DRAWN,
        table__evening__competition__season__archived_at=None,
    )
    if club is not None:
        held = held.filter(table__evening__competition__season__club=club)
    for key in sorted(set(held.values_list("table__evening", flat=True))):
        try:
            evening = lock_evening(key)
        except LeagueRefused:
            continue  # closed, cancelled or archived since it was found: its seats stay as they are
        seats = held.filter(table__evening=evening).select_related("table__match", "entrant")
        waiting = [seat for seat in seats if not has_started(seat.table)]
        for seat in waiting:
            sitting = TableSeat.objects.filter(table__evening=evening, table__round=seat.table.round)
            away = seat.entrant.members.exclude(player__in=sitting.values("player")).order_by("place")
            absent = away.select_related("player").first()
            if absent is None:
                continue
            replace_in_seat(seat, absent.player, actor=actor, now=now)
            add_correction(
                competition=evening.competition,
                evening=evening,
                entrant=seat.entrant,
                actor=actor,
                what="substitute",
                reason=reason,
                before=player,
                after=absent.player,
                now=now,
            )
        if waiting:
            note_waiting(evening)
            notices.notify_freed_seats(evening, players=[player], by=player.pk, now=now)
            save_and_announce(evening)


def free_bot(table: LeagueTable) -> Player:
    """A bot that does not sit there yet."""
    taken = set(table.seats.values_list("player", flat=True))
    return next(bot for bot in ensure_bots(count=len(taken) + 1) if bot.pk not in taken)


def _settle_requests(evening: Evening, absent: Player, instead: Player | None, *, now: datetime) -> None:
    """Close the open requests for the absent player that ask for no seat any more; `instead` is None for a bot."""
    for request in SubstituteRequest.objects.filter(evening=evening, absent=absent, closed_at=None):
        if not open_seats(evening, absent, request.only_round or None):
            request.taken_by, request.closed_at = instead, now
            request.save(update_fields=["taken_by", "closed_at"])


def _plays(table: LeagueTable) -> bool:
    return table.match is not None and table.match.status == Match.Status.RUNNING


def _require_free(player: Player, evening: Evening, rounds: Sequence[int]) -> None:
    if not Membership.objects.filter(club=evening.competition.season.club_id, player=player).exists():
        raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
    if not player.is_active:
        raise LeagueRefused(LeagueRefusal.ACCOUNT_BLOCKED, name=player.nickname)
    if TableSeat.objects.filter(table__evening=evening, table__round__in=rounds, player=player).exists():
        raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)
    if player.deals_seen.filter(
        shared_deals__public_from=None,
        shared_deals__evening_deals__evening=evening,
        shared_deals__evening_deals__round__in=rounds,
    ).exists():
        raise LeagueRefused(LeagueRefusal.SAW_THE_CARDS, name=player.nickname)


# Substitutes for all rounds to come, when those rounds are drawn anew.


@dataclass(frozen=True, slots=True)
class Replacement:
    """`substitute` plays for `absent`, a player of `entrant`, in all rounds to come."""

    entrant: int
    absent: int
    substitute: Player


@dataclass(frozen=True, slots=True)
class AfterRedraw:
    """The entrants that a new draw leaves out, as their substitute is drawn too, and the substitutes who play on."""

    left_out: tuple[int, ...]
    play_on: tuple[Replacement, ...]


def after_redraw(evening: Evening) -> AfterRedraw:
    """Those replaced for all rounds to come as a new draw of these takes them: left out, or with their substitute.

    A substitute who takes part for themselves is drawn, and nobody sits at two tables: the entrant replaced has gone.
    Anybody else plays on in the same place. The fixtures of a round robin leave nobody out.
    """
    replaced = _replacements(evening)
    if not replaced:
        return AfterRedraw((), ())
    coming = set(entrants_coming(evening))
    drawn = set(EntrantPlayer.objects.filter(entrant__in=coming).values_list("player", flat=True))
    left_out: list[int] = []
    play_on: list[Replacement] = []
    for one in replaced:
        if one.entrant not in coming:
            continue
        if one.substitute.is_bot or one.substitute.pk not in drawn:
            play_on.append(one)
            drawn.add(one.substitute.pk)
        elif evening.competition.seating != Seating.ROUND_ROBIN:
            left_out.append(one.entrant)
    kept = [one for one in play_on if one.entrant not in left_out]
    return AfterRedraw(tuple(dict.fromkeys(left_out)), tuple(kept))


def sign_off(evening: Evening, entrants: Sequence[int], *, actor: Player, now: datetime) -> None:
    """Sign these entrants off, who were replaced to the end; signed up again they are drawn as everybody is."""
    for entrant in Entrant.objects.filter(pk__in=entrants):
        sign(evening_id=evening.pk, entrant=entrant, comes=False, player=actor, now=now, for_club=True)
    TableSeat.objects.filter(table__evening=evening, entrant__in=entrants).update(for_the_rest=False)


def restore_substitutes(
    evening: Evening, replacements: Sequence[Replacement], *, actor: Player, now: datetime
) -> None:
    """Let the substitutes play on at the tables of the rounds that are not open; a bot holds no real cards."""
    absent = {(one.entrant, one.absent): one.substitute for one in replacements}
    seats = TableSeat.objects.select_related("table__match").filter(
        table__evening=evening,
        table__round__gt=evening.round,
        entrant__in={one.entrant for one in replacements},
    )
    for seat in seats:
        instead = absent.get((seat.entrant_id, seat.player_id))
        if instead is None or (instead.is_bot and seat.table.on_paper):
            continue
        player = free_bot(seat.table) if instead.is_bot else instead
        replace_in_seat(seat, player, actor=actor, now=now, for_the_rest=True)


def _replacements(evening: Evening) -> list[Replacement]:
    """Those who hold a seat for all rounds to come, by the last round in which their entrant has a table; nobody whose
    account or membership has ended, or who is blocked."""
    if not TableSeat.objects.filter(table__evening=evening, for_the_rest=True).exists():
        return []
    last: dict[int, list[TableSeat]] = defaultdict(list)
    seats = TableSeat.objects.filter(table__evening=evening).select_related("table", "player")
    for seat in seats.order_by("-table__round", "table__number", "number"):
        own = last[seat.entrant_id]
        if not own or own[0].table.round == seat.table.round:
            own.append(seat)
    members: dict[int, list[int]] = defaultdict(list)
    rows = EntrantPlayer.objects.filter(entrant__in=last).order_by("place")
    for entrant, player in rows.values_list("entrant", "player"):
        members[entrant].append(player)
    able = set(
        Membership.objects.filter(
            club=evening.competition.season.club_id, player__is_active=True
        ).values_list("player", flat=True)
    )
    found = []
    for entrant, own in sorted(last.items()):
        away = [player for player in members[entrant] if player not in {seat.player_id for seat in own}]
        held = [
            seat.player
            for seat in own
            if seat.for_the_rest and (seat.player.is_bot or seat.player_id in able)
        ]
        found += [Replacement(entrant, absent, player) for absent, player in zip(away, held, strict=False)]
    return found


# Requests for a substitute, and the stand-by list.


def ask_for_substitute(
    *, evening_id: int, absent: Player, actor: Player, now: datetime, only_round: int | None = None
) -> int:
    """Ask every member who has no seat in those rounds to play instead of `absent`; returns how many were told, those
    in the club's list who never sign in not counted.

    Without `only_round` it is about all rounds to come. Asked again, everybody is told again about the same request.
    Refuses not_drawn, evening_closed, not_seated.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id)
        seats = open_seats(evening, absent, only_round)
        if not seats:
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        request, _made = SubstituteRequest.objects.get_or_create(
            evening=evening,
            absent=absent,
            only_round=only_round or ALL_ROUNDS,
            closed_at=None,
            defaults={"asked_by": actor, "at": now},
        )
        members = Membership.objects.filter(club=evening.competition.season.club_id)
        seated = players_seated(evening, {seat.table.round for seat in seats})
        free = set(members.values_list("player", flat=True)) - seated - {actor.pk, absent.pk}
        free -= _sitting_out(evening)
        notices.notify_wanted_substitute(request, players=free, now=now)
        announce_change(evening)
    return Player.objects.filter(pk__in=free - entries_among(free), is_active=True).count()


def withdraw_request(*, evening_id: int, request_id: int, now: datetime) -> None:
    """No substitute is wanted any more. Refuses not_drawn, evening_closed, substitute_found (settled already)."""
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id)
        still_open = SubstituteRequest.objects.filter(evening=evening, pk=request_id, closed_at=None)
        if not still_open.update(closed_at=now):
            raise LeagueRefused(LeagueRefusal.SUBSTITUTE_FOUND)
        announce_change(evening)


def stand_by(*, evening_id: int, player: Player, ready: bool, now: datetime) -> None:
    """Put `player` on the stand-by list, at its end, or take them off. Saying the same again keeps the place.

    Refuses evening_closed, not_a_member, seated_already (a seat in every round of the evening to come).
    """
    with transaction.atomic():
        evening = lock_evening(evening_id)
        if not Membership.objects.filter(club=evening.competition.season.club_id, player=player).exists():
            raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
        if ready and not may_stand_by(evening, player):
            raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)
        if ready:
            StandBy.objects.get_or_create(evening=evening, player=player, defaults={"at": now})
        else:
            StandBy.objects.filter(evening=evening, player=player).delete()
        announce_change(evening)


def may_stand_by(evening: Evening, player: Player) -> bool:
    """Whether the player is free in some round that is being played or to come; before the draw everybody is."""
    rounds = set(evening.tables.filter(round__gte=evening.round).values_list("round", flat=True))
    own = TableSeat.objects.filter(table__evening=evening, player=player)
    return not rounds or bool(rounds - set(own.values_list("table__round", flat=True)))


def requests_for(evening: Evening, player: Player) -> list[SubstituteRequest]:
    """The open requests that `player` could accept: those for somebody else in rounds in which they have no seat; none
    while a red card keeps them away."""
    found: list[SubstituteRequest] = []
    asked = list(open_requests(evening).exclude(absent=player))
    if not asked or player.pk in _sitting_out(evening):
        return found
    for request in asked:
        rounds = {
            seat.table.round for seat in open_seats(evening, request.absent, request.only_round or None)
        }
        if rounds and player.pk not in players_seated(evening, rounds):
            found.append(request)
    return found


def _sitting_out(evening: Evening) -> frozenset[int]:
    """The players (keys) whom a red card keeps away from this evening."""
    return signals.players_sitting_out(evening.competition.season.club_id, evening.starts_at)


def open_requests(evening: Evening) -> QuerySet[SubstituteRequest]:
    """The requests of an evening that nobody has settled, the oldest first."""
    return evening.substitute_requests.filter(closed_at=None).select_related("absent")


def players_seated(evening: Evening, rounds: set[int]) -> set[int]:
    """The keys of the players with a seat in one of these rounds."""
    seats = TableSeat.objects.filter(table__evening=evening, table__round__in=rounds)
    return set(seats.values_list("player", flat=True))


# Members who answer that they can play in another's place: the first has the seat.


def accept_request(*, request_id: int, player: Player, now: datetime) -> Evening:
    """`player` plays instead of the absent player, and those who run the evening are told.

    The evening's row is locked: of two members who answer at once, one has the seat and the other is refused. Who has
    it already and answers again, from a mail after the page, changes nothing.
    Refuses not_drawn, evening_closed, substitute_found, sits_out (who leads it may still choose them), and what
    `substitute` refuses.
    """
    with transaction.atomic():
        request = SubstituteRequest.objects.select_related("absent").filter(pk=request_id).first()
        if request is None:
            raise LeagueRefused(LeagueRefusal.SUBSTITUTE_FOUND)
        evening = lock_drawn_evening(request.evening_id)
        request.refresh_from_db(fields=["closed_at", "taken_by"])
        if request.closed_at is not None and request.taken_by_id == player.pk:
            return evening
        if request.closed_at is not None:
            raise LeagueRefused(LeagueRefusal.SUBSTITUTE_FOUND)
        if player.pk in _sitting_out(evening):
            raise LeagueRefused(LeagueRefusal.SITS_OUT)
        substitute_on_evening(
            evening,
            absent=request.absent,
            instead=player,
            actor=player,
            now=now,
            only_round=request.only_round or None,
        )
        notices.notify_found_substitute(evening, instead=player, absent=request.absent, now=now)
    return evening


def accept_by_answer(*, notice: Notice, now: datetime, **sent: Any) -> None:
    """Act on the answer to a notice that asks for a substitute. Receiver of `notice_answered`."""
    request_id = notices.parse_request_id(notice.question)
    if request_id is None:
        return
    try:
        accept_request(request_id=request_id, player=notice.player, now=now)
    except LeagueRefused as refused:
        raise ValidationError(refused.sentence, code=refused.code) from refused


# Substitutes who are typed by name, as somebody who came along may be no member yet.


def substitute_by_name(
    *,
    evening_id: int,
    version: int,
    absent: Player,
    name: str,
    actor: Player,
    now: datetime,
    only_round: int | None = None,
    after_rounds: int = 0,
) -> Evening:
    """As `substitute`, by the member of that name; a name that nobody has becomes a guest of the club.

    The evening's row is locked. Refused, nobody became a member. Refuses what `substitute` refuses, unknown_name (none
    said), name_refused.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id, version=version)
        return substitute_on_evening(
            evening,
            absent=absent,
            instead=member_called(competition=evening.competition, name=name, now=now),
            actor=actor,
            now=now,
            only_round=only_round,
            after_rounds=after_rounds,
        )
