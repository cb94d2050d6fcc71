"""A club's house rules and the competitions that could play by them."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import Club
from games.league.models import Competition, HouseRules


def newest_rules(club: Club, *, game: str = "") -> Sequence[HouseRules]:
    """The newest version of each of the club's house rules, by name; of one game or of all."""
    found: dict[str, HouseRules] = {}
    versions = HouseRules.objects.filter(club=club, **({"game": game} if game else {}))
    for each in versions.select_related("by").order_by("name", "version"):
        found[each.name] = each
    return list(found.values())


def competitions_to_choose(rules: HouseRules) -> Sequence[Competition]:
    """The competitions of the club that may still be played by this version: no table of theirs was opened yet."""
    return (
        Competition.objects.filter(season__club=rules.club_id, season__archived_at=None, game=rules.game)
        .exclude(preset=rules)
        .exclude(evenings__tables__match__isnull=False)
        .select_related("season")
    )
