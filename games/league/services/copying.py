"""Copying of a season: competitions, rules, and promotion and relegation between divisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Membership
from games.league.models import Competition, Entrant, EntrantPlayer, Season
from games.league.services.seasons import found_season


def copy_season(
    *, season: Season, name: str, now: datetime, moved: Mapping[int, int] | None = None
) -> Season:
    """The next season made from this one: its competitions, rules and entrants, without evenings, and without those of
    whom somebody has left the club.

    `moved` says by how many divisions an entrant goes: -1 up, 1 down. An entrant without a division to go to
    stays, and so does one whose player takes part there already. Refuses name_taken.
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
    kept = ("name", "division", "seating", "size", "rounds", "at_table", "game", "options", "preset", "rules")
    return Competition.objects.create(season=season, **{field: getattr(competition, field) for field in kept})


def _copy_entrant(entrant: Entrant, competition: Competition) -> None:
    copy = Entrant.objects.create(competition=competition, name=entrant.name, signals=entrant.signals)
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(competition=competition, entrant=copy, player_id=member.player_id, place=member.place)
        for member in entrant.members.all()
    )
