"""A club's house rules as its pages show them. Reads only."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from accounts.models import Club
from games.engine import registry
from games.engine.options import Preset
from games.league.models import Competition, HouseRules


def newest_rules(club: Club, *, game: str = "") -> Sequence[HouseRules]:
    """The newest version of each of the club's house rules, by name; of one game or of all."""
    found: dict[str, HouseRules] = {}
    versions = HouseRules.objects.filter(club=club, **({"game": game} if game else {}))
    for each in versions.select_related("by").order_by("name", "version"):
        found[each.name] = each
    return list(found.values())


def as_preset(rules: HouseRules) -> Preset:
    """House rules as the form of a table offers them."""
    return Preset(
        key=f"club-{rules.pk}",
        label=rules.label,
        help=gettext("House rules of {club}, version {version}.").format(
            club=rules.club.name, version=rules.version
        ),
        values=rules.options,
    )


def preset_choices(game: str) -> list[tuple[str, str, str]]:
    """The presets everybody knows, to start from: key, what it is called, and how it differs from the others in a line.
    Raises MalformedAction(unknown_game)."""
    return [(each.key, gettext(each.label), gettext(each.help)) for each in registry.game(game).presets]


def competitions_to_choose(rules: HouseRules) -> Sequence[Competition]:
    """The competitions of the club that may still be played by this version: no table of theirs was opened yet."""
    return (
        Competition.objects.filter(season__club=rules.club_id, season__archived_at=None, game=rules.game)
        .exclude(preset=rules)
        .exclude(evenings__tables__match__isnull=False)
        .select_related("season")
    )
