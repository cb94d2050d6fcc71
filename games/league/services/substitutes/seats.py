"""Substitutes: another player, or a bot, holds an absent player's cards, from the start or from the next
round on.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Membership, Player
from accounts.services import bots
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Evening, LeagueTable, SeatChange, SubstituteRequest, TableSeat
from games.league.services.corrections import add_correction
from games.league.services.evenings.matches import has_started, reseat
from games.league.services.evenings.sit_outs import note_waiting
from games.league.services.locking import drawn_evening, touched
from games.league.standings.scores import PlayedBy
from games.table import services as table_services
from games.table.log.models import Match


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
    Refuses changed_meanwhile, not_drawn, not_seated, seated_already, not_a_member, no_bots, bot_on_paper,
    unreadable (more rounds than the table has).
    """
    with transaction.atomic():
        evening = drawn_evening(evening_id, version=version)
        return sit_instead(
            evening,
            absent=absent,
            instead=instead,
            actor=actor,
            now=now,
            only_round=only_round,
            after_rounds=after_rounds,
        )


def sit_instead(
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
    if instead is None and evening.competition.table_rules.bots == "none":
        raise LeagueRefused(LeagueRefusal.NO_BOTS)
    if (instead is None or instead.is_bot) and any(seat.table.on_paper for seat in seats):
        raise LeagueRefused(LeagueRefusal.BOT_ON_PAPER)
    if instead is not None:
        _expect_free(instead, evening, [seat.table.round for seat in seats])
    for seat in seats:
        after = after_rounds if seat.table.on_paper and seat.table.match_id is not None else 0
        if after and not 0 < after < seat.table.planned:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        seat_instead(
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
    if instead is not None:
        _settle_requests(evening, absent, instead, now=now)
        notices.of_substitute(evening, instead=instead, absent=absent, now=now)
    return touched(evening)


def open_seats(evening: Evening, player: Player, only_round: int | None = None) -> list[TableSeat]:
    """The seats of `player` at tables of the evening that are not over, in all rounds or in one."""
    theirs = TableSeat.objects.select_related("table__match").filter(table__evening=evening, player=player)
    if only_round is not None:
        theirs = theirs.filter(table__round=only_round)
    return [seat for seat in theirs if not has_started(seat.table) or _plays(seat.table)]


def seat_instead(
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


def free_bot(table: LeagueTable) -> Player:
    """A bot that does not sit there yet."""
    taken = set(table.seats.values_list("player", flat=True))
    return next(bot for bot in bots(count=len(taken) + 1) if bot.pk not in taken)


def _settle_requests(evening: Evening, absent: Player, instead: Player, *, now: datetime) -> None:
    """Close the open requests for the absent player that ask for no seat any more."""
    for asked in SubstituteRequest.objects.filter(evening=evening, absent=absent, closed_at=None):
        if not open_seats(evening, absent, asked.only_round or None):
            asked.taken_by, asked.closed_at = instead, now
            asked.save(update_fields=["taken_by", "closed_at"])


def _plays(table: LeagueTable) -> bool:
    return table.match is not None and table.match.status == Match.Status.RUNNING


def _expect_free(player: Player, evening: Evening, rounds: Sequence[int]) -> None:
    if not Membership.objects.filter(club=evening.competition.season.club_id, player=player).exists():
        raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
    if TableSeat.objects.filter(table__evening=evening, table__round__in=rounds, player=player).exists():
        raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)
