"""Who has paid: the stake of an evening, and what it is; the contribution of a season."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final, Protocol, TypeVar

from django.db import transaction
from django.db.models import Q

from accounts.models import Membership, Player, Role
from games import trail
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import (
    Competition,
    Contribution,
    EntrantPlayer,
    Evening,
    Season,
    SeatChange,
    Seating,
    StakePaid,
    TableSeat,
)
from games.league.services.evenings.seats import entrants_coming
from games.league.services.locking import evening_of_open_season
from games.league.standings.places import read_prizes

MAX_STAKE_CENTS: Final = 100_000
"""The highest stake in cents, so that a mistyped amount is refused by the form (`cash_views.StakeForm`) and here."""


def stake_of(evening: Evening) -> tuple[int, str]:
    """The stake of the evening in cents and the rule of its prizes."""
    if evening.stake is None:
        return evening.competition.stake, evening.competition.prizes
    return evening.stake, evening.prizes


def payers_of(evening: Evening) -> list[Player]:
    """Who pays, by name: the players of those who come, all who sat at a table, and who paid. No bots. Five queries."""
    keys = set(
        EntrantPlayer.objects.filter(entrant__in=entrants_coming(evening)).values_list("player", flat=True)
        if evening.status == Evening.Status.PLANNED or evening.competition.seating != Seating.ROUND_ROBIN
        else ()
    )
    keys |= set(TableSeat.objects.filter(table__evening=evening).values_list("player", flat=True))
    before = SeatChange.objects.filter(seat__table__evening=evening, until_round__gt=0)
    keys |= set(before.values_list("player", flat=True))
    keys |= set(evening.stakes.values_list("player", flat=True))
    people = [player for player in Player.objects.filter(pk__in=keys) if not player.is_bot]
    return sorted(people, key=lambda player: player.nickname_sort)


def set_stake(*, evening_id: int, stake: int, prizes: str, actor: Player, now: datetime) -> None:
    """The stake (cents) and the prizes of this evening, and of the evenings to come of its competition that have
    none of their own. Closed evenings keep theirs, and stakes that were paid stay as they were paid.

    The rows of the competition and the evening are locked, in this order: two evenings whose stakes are set at once
    would else write down what the competition no longer has, or each wait for the other. Refuses unreadable,
    season_archived.
    """
    if not 0 <= stake <= MAX_STAKE_CENTS or read_prizes(prizes) is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        # `no_key`: who signs up a newcomer has an evening locked, and refers to the competition.
        Competition.objects.select_for_update(of=("self",), no_key=True).get(evenings=evening_id)
        evening = evening_of_open_season(evening_id)
        before = stake_of(evening)
        # What was played, or planned before this evening, keeps the stake it had.
        played = Q(starts_at__lt=evening.starts_at) | Q(status=Evening.Status.CLOSED)
        evening.competition.evenings.filter(played, stake=None).update(
            stake=evening.competition.stake, prizes=evening.competition.prizes
        )
        Competition.objects.filter(pk=evening.competition_id).update(stake=stake, prizes=prizes)
        Evening.objects.filter(pk=evening_id).update(stake=stake, prizes=prizes)
        if before != (stake, prizes):
            trail.add_entry(
                what="stake_changed",
                actor=actor.pk,
                now=now,
                before=_stake_line(evening, *before),
                after=_stake_line(evening, stake, prizes),
                club=evening.competition.season.club_id,
            )


def tick_stakes(
    *, evening_id: int, players: Collection[Player], paid: bool, actor: Player, now: datetime
) -> None:
    """Note of all these at once that they have paid the stake of the evening, or have not after all; a line of the
    audit trail tells it of each.

    Saying the same twice changes nothing. The evening's row is locked; one that is closed can still be paid. Refuses
    not_entered (somebody who does not play there), unreadable (there is no stake), season_archived.
    """
    with transaction.atomic():
        evening = evening_of_open_season(evening_id)
        ticked = {each.player_id: each.cents for each in evening.stakes.filter(player__in=players)}
        others = [player for player in dict.fromkeys(players) if (player.pk in ticked) != paid]
        if not others:
            return
        stake, prizes = stake_of(evening)
        if paid:
            if not stake:
                raise LeagueRefused(LeagueRefusal.UNREADABLE)
            if not set(others) <= set(payers_of(evening)):
                raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
            Evening.objects.filter(pk=evening_id).update(stake=stake, prizes=prizes)
            StakePaid.objects.bulk_create(
                StakePaid(evening=evening, player=player, cents=stake, by=actor, at=now) for player in others
            )
        else:
            evening.stakes.filter(player__in=others).delete()
        for player in others:
            trail.add_entry(
                what="stake_paid" if paid else "stake_open",
                actor=actor.pk,
                now=now,
                after=[f"{_name(evening)}: ", player, f", {_euros(ticked.get(player.pk, stake))}"],
                club=evening.competition.season.club_id,
            )


def _stake_line(evening: Evening, stake: int, prizes: str) -> str:
    return f"{_name(evening)}: {_euros(stake)}; {prizes}"


def _euros(cents: int) -> str:
    return f"€ {cents / 100:.2f}"


def _name(evening: Evening) -> str:
    return f"{evening.competition.name} {evening.number}"


# Contributions of a season, ticked off by the secretary, and taken back.


def tick_contributions(
    *, season: Season, players: Collection[Player], paid: bool, actor: Player, now: datetime
) -> None:
    """Note of all these members at once that they have paid for the season, or have not after all; a line in the audit
    trail says of each who did it. It can be taken back of somebody who is no member any more.

    Saying the same twice changes nothing. The season's row is locked. Refuses not_a_member, season_archived.
    """
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season.pk)
        if season.archived_at is not None:
            raise LeagueRefused(LeagueRefusal.SEASON_ARCHIVED)
        ticks = Contribution.objects.filter(season=season, player__in=players)
        ticked = set(ticks.values_list("player", flat=True))
        others = [player for player in dict.fromkeys(players) if (player.pk in ticked) != paid]
        if not paid:
            ticks.delete()
        elif not _are_members(season, others):
            raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
        else:
            Contribution.objects.bulk_create(
                Contribution(season=season, player=player, by=actor, at=now) for player in others
            )
        for player in others:
            trail.add_entry(
                what="contribution_paid" if paid else "contribution_open",
                actor=actor.pk,
                now=now,
                after=[f"{season.name}: ", player],
                club=season.club_id,
            )


def _are_members(season: Season, players: Collection[Player]) -> bool:
    """Whether all these are members of the season's club, and none a guest."""
    members = Membership.objects.filter(club=season.club_id, player__in=players).exclude(role=Role.GUEST)
    return members.count() == len(players)


# Ticks of stakes and contributions that were set together.


class Tick(Protocol):
    """Something that was ticked off at a time; None while it is open."""

    @property
    def at(self) -> datetime | None: ...


AnyTick = TypeVar("AnyTick", bound=Tick)


def ticked_together(ticks: Iterable[AnyTick]) -> list[AnyTick]:
    """The ticks that were set together last, which one tap takes back; none where the newest is of one."""
    ticked = [each for each in ticks if each.at is not None]
    newest = max((each.at for each in ticked), default=None)
    together = [each for each in ticked if each.at == newest]
    return together if len(together) > 1 else []


def ticked_at(ticks: Iterable[AnyTick], moment: str) -> list[AnyTick]:
    """The ticks that were set at a moment, as a form names it."""
    return [each for each in ticks if each.at is not None and f"{each.at}" == moment]
