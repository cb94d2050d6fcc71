"""A club's house rules: every edit is a new version, and a competition that has begun keeps the one it began with."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import Club, Player
from games.engine import registry
from games.engine.errors import Refused
from games.engine.options import Value, changed_options, read_options
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, HouseRules, LeagueTable
from games.league.services.corrections import add_correction
from games.league.services.locking import expect_open


def save_rules(
    *,
    club: Club,
    name: str,
    game: str,
    options: Mapping[str, Value],
    actor: Player,
    now: datetime,
    edited: HouseRules | None = None,
) -> HouseRules:
    """The first version of new house rules, or the next one of `edited` (which keeps its name and game).

    Options as they were make no version. The unique number decides between two who edit at once.
    Refuses name_taken, newer_version, unreadable.
    """
    if edited is not None:
        name, game = edited.name, edited.game
    try:
        kept = changed_options(read_options(registry.game(game).Options, options))
    except Refused as refused:
        raise LeagueRefused(LeagueRefusal.UNREADABLE) from refused
    if edited is not None and edited.options == kept:
        return edited
    version = 1 if edited is None else edited.version + 1
    try:
        with transaction.atomic():
            return HouseRules.objects.create(
                club=club, name=name, version=version, game=game, options=kept, by=actor, at=now
            )
    except IntegrityError as taken:
        code = LeagueRefusal.NAME_TAKEN if edited is None else LeagueRefusal.NEWER_VERSION
        raise LeagueRefused(code) from taken


def choose_rules(
    *, competition: Competition, preset: HouseRules, actor: Player, now: datetime
) -> Competition:
    """The competition plays by this version, as long as none of its tables was opened; written down as a correction.

    The competition's row is locked. Refuses rules_locked, season_archived, unreadable (another game or club).
    """
    with transaction.atomic():
        locked = Competition.objects.select_for_update().get(pk=competition.pk)
        expect_open(locked.season_id)
        if (preset.game, preset.club_id) != (locked.game, locked.season.club_id):
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        if locked.preset_id == preset.pk:
            return locked
        if is_begun(locked):
            raise LeagueRefused(LeagueRefusal.RULES_LOCKED)
        add_correction(
            competition=locked,
            actor=actor,
            what="house rules",
            reason=preset.label,
            before=locked.preset.label if locked.preset else "",
            after=preset.label,
            now=now,
        )
        locked.preset, locked.options = preset, preset.options
        locked.save(update_fields=["preset", "options"])
    return locked


def is_begun(competition: Competition) -> bool:
    """Whether a table of the competition was ever opened."""
    return LeagueTable.objects.filter(evening__competition=competition, match__isnull=False).exists()
