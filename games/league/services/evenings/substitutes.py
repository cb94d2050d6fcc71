"""Substitutes: somebody else, or a bot, holds the cards of who is away, from the start or from the next round on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Membership, Player
from accounts.services import bots
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Evening, LeagueTable, SeatChange, TableSeat
from games.league.services.corrections import noted_on
from games.league.services.evenings.matches import has_started, reseat
from games.league.services.locking import drawn_evening, touched
from games.league.standings.scores import PlayedBy
from games.table import services as table_services
from games.table.log.models import Match


def substitute(
    *, evening_id: int, version: int, absent: Player, instead: Player | None, actor: Player, now: datetime
) -> Evening:
    """`instead` (None: a bot) holds the cards of `absent` at every table of the evening that is not over.

    At a table being played they take over at once; their points begin with the round that is not closed yet, and
    whose they are is a rule of the competition. `absent` may be a substitute whose member came after all. `instead`
    is told, and so is `absent`. A bot holds no real cards: at a table on paper only a person takes over.
    Refuses changed_meanwhile, not_drawn, not_seated, seated_already, not_a_member, no_bots, bot_on_paper.
    """
    with transaction.atomic():
        evening = drawn_evening(evening_id, version=version)
        competition = evening.competition
        theirs = TableSeat.objects.select_related("table__match").filter(
            table__evening=evening, player=absent
        )
        seats = [seat for seat in theirs if not has_started(seat.table) or _plays(seat.table)]
        if not seats:
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        if instead is None and competition.table_rules.bots == "none":
            raise LeagueRefused(LeagueRefusal.NO_BOTS)
        if (instead is None or instead.is_bot) and any(seat.table.on_paper for seat in seats):
            raise LeagueRefused(LeagueRefusal.BOT_ON_PAPER)
        if instead is not None:
            _expect_free(instead, evening, [seat.table.round for seat in seats])
        for seat in seats:
            seat_instead(seat, instead or free_bot(seat.table), actor=actor, now=now)
        noted_on(
            evening,
            entrant=seats[0].entrant,
            actor=actor,
            what="substitute",
            reason="",
            before=absent,
            after=instead or "bot",
            now=now,
        )
        if instead is not None:
            notices.of_substitute(evening, instead=instead, absent=absent, now=now)
        return touched(evening)


def ask_for_substitute(*, evening_id: int, absent: Player, actor: Player, now: datetime) -> int:
    """Tell every member who has no seat this evening that a substitute for `absent` is wanted; how many were told.

    Refuses not_drawn, evening_closed, not_seated.
    """
    with transaction.atomic():
        evening = drawn_evening(evening_id)
        seated = set(evening.tables.values_list("seats__player", flat=True))
        if absent.pk not in seated:
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        members = Membership.objects.filter(club=evening.competition.season.club_id)
        free = set(members.values_list("player", flat=True)) - seated - {actor.pk}
        notices.of_wanted_substitute(evening, absent=absent, players=free, now=now)
    return len(free)


def seat_instead(seat: TableSeat, player: Player, *, actor: Player, now: datetime) -> None:
    """`player` takes that seat of the evening, and of its match. Inside the transaction that says so."""
    if has_started(seat.table):
        match_id = seat.table.match_id
        begins = table_services.round_from_now(match_id=match_id)
        SeatChange.objects.create(
            seat=seat, until_round=begins - 1, player_id=seat.player_id, played_by=seat.played_by
        )
        table_services.replace_player(match_id=match_id, seat=seat.number, player=player, by=actor, now=now)
    own = seat.entrant.members.filter(player=player).exists()
    seat.player = player
    seat.played_by = PlayedBy.SELF if own else PlayedBy.BOT if player.is_bot else PlayedBy.SUBSTITUTE
    seat.save(update_fields=["player", "played_by"])
    if not has_started(seat.table):
        reseat(seat.table)


def free_bot(table: LeagueTable) -> Player:
    """A bot that does not sit there yet."""
    taken = set(table.seats.values_list("player", flat=True))
    return next(bot for bot in bots(count=len(taken) + 1) if bot.pk not in taken)


def _plays(table: LeagueTable) -> bool:
    return table.match is not None and table.match.status == Match.Status.RUNNING


def _expect_free(player: Player, evening: Evening, rounds: Sequence[int]) -> None:
    if not Membership.objects.filter(club=evening.competition.season.club_id, player=player).exists():
        raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
    if TableSeat.objects.filter(table__evening=evening, table__round__in=rounds, player=player).exists():
        raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)
