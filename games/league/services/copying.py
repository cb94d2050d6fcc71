"""Copying of a season: competitions, rules, and promotion and relegation between divisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import Membership, Player
from games.kit import trail
from games.league.models import Competition, Entrant, EntrantPlayer, Season
from games.league.services.seasons import found_season


@dataclass(frozen=True, slots=True)
class Destination:
    """A competition to which an entrant can go when its season is copied; `step` as in `copy_season`."""

    step: int
    competition: Competition


@dataclass(frozen=True, slots=True)
class CopiedEntrants:
    """Who of a competition comes along into the next season and where each can go, staying included; `left` are the
    keys of those who do not, because somebody of them has left the club. The withdrawn are in neither."""

    competition: Competition
    destinations: Mapping[int, tuple[Destination, ...]]
    left: frozenset[int]


def copied_entrants(season: Season) -> tuple[CopiedEntrants, ...]:
    """What `copy_season` does with everybody, by competition. A division in which a player of an entrant takes part
    already is none to go to. Four queries."""
    old = list(season.competitions.prefetch_related("entrants__members"))
    members = set(Membership.objects.filter(club=season.club_id).values_list("player", flat=True))
    playing = {competition.pk: _playing_in(competition) for competition in old}
    found = []
    for competition in old:
        destinations: dict[int, tuple[Destination, ...]] = {}
        left = set()
        for entrant in competition.entrants.all():
            players = {member.player_id for member in entrant.members.all()}
            if entrant.withdrawn_at is not None:
                continue
            if not players <= members:
                left.add(entrant.pk)
                continue
            others = [Destination(step, _division_of(competition, old, step)) for step in (-1, 1)]
            free = [
                each
                for each in others
                if each.competition != competition and not playing[each.competition.pk] & players
            ]
            stays = Destination(0, competition)
            destinations[entrant.pk] = tuple(sorted([*free, stays], key=lambda each: each.step))
        found.append(CopiedEntrants(competition, destinations, frozenset(left)))
    return tuple(found)


def copy_season(
    *,
    season: Season,
    name: str,
    now: datetime,
    moved: Mapping[int, int] | None = None,
    actor: Player | None = None,
) -> Season:
    """The next season made from this one: its competitions, rules and entrants, without evenings, and without those of
    whom somebody has left the club.

    `moved` says by how many divisions an entrant goes: -1 up, 1 down. An entrant without a division to go to
    stays, and so does one whose player takes part there already. With an `actor` a line of the
    audit trail tells it, with how many went up and down. Refuses name_taken.
    """
    with transaction.atomic():
        copy = found_season(club=season.club, name=name, now=now)
        Season.objects.filter(pk=copy.pk).update(copied_from=season)
        old = list(season.competitions.prefetch_related("entrants__members"))
        new = {competition.pk: _copied(competition, copy) for competition in old}
        members = set(Membership.objects.filter(club=season.club_id).values_list("player", flat=True))
        playing = {competition.pk: _playing_in(competition) for competition in old}
        for competition in old:
            for entrant in competition.entrants.all():
                players = {member.player_id for member in entrant.members.all()}
                if entrant.withdrawn_at is not None or not players <= members:
                    continue
                goes_to = _division_of(competition, old, (moved or {}).get(entrant.pk, 0))
                if goes_to != competition:
                    if playing[goes_to.pk] & players:
                        goes_to = competition
                    playing[goes_to.pk] |= players
                _copy_entrant(entrant, new[goes_to.pk])
        if actor is not None:
            steps = list((moved or {}).values())
            trail.add_entry(
                what="season_copied",
                actor=actor.pk,
                now=now,
                before=season.name,
                after=f"{copy.name}, ▲ {steps.count(-1)}, ▼ {steps.count(1)}",
                club=season.club_id,
            )
    copy.refresh_from_db()
    return copy


def _playing_in(competition: Competition) -> set[int]:
    """Everybody who takes part in a competition, withdrawn or not."""
    return {member.player_id for entrant in competition.entrants.all() for member in entrant.members.all()}


def _division_of(competition: Competition, old: Sequence[Competition], step: int) -> Competition:
    """Where an entrant of `competition` goes that moves `step` divisions: of several like competitions in the other
    division to the one in the same place among its like; the same competition where there is none."""

    def like(division: int) -> list[Competition]:
        same = (competition.game, competition.size, competition.seating)
        return [
            each for each in old if each.division == division and (each.game, each.size, each.seating) == same
        ]

    others = like(competition.division + step)
    if not step or not others:
        return competition
    return others[min(like(competition.division).index(competition), len(others) - 1)]


def _copied(competition: Competition, season: Season) -> Competition:
    kept = (
        *("name", "division", "seating", "size", "rounds", "at_table", "game", "options", "preset", "rules"),
        *("stake", "prizes"),
    )
    return Competition.objects.create(season=season, **{field: getattr(competition, field) for field in kept})


def _copy_entrant(entrant: Entrant, competition: Competition) -> None:
    copy = Entrant.objects.create(competition=competition, name=entrant.name, signals=entrant.signals)
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(competition=competition, entrant=copy, player_id=member.player_id, place=member.place)
        for member in entrant.members.all()
    )
