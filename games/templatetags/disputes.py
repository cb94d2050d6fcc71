"""What pages of other rooms say about disputed rounds."""

from __future__ import annotations

from django import template

from accounts.models import Club, Player
from games.disputes import access, labels, queries
from games.disputes.models import Case
from games.kit.trail_words import trail_word
from games.table.log.models import Match

register = template.Library()
register.filter("trail_word", trail_word)
register.filter("trail_value", labels.trail_value)


@register.simple_tag
def open_cases(player: Player) -> int:
    """How many disputed rounds of a player are not over."""
    return queries.my_open_cases(player) if player.is_authenticated else 0


@register.simple_tag
def judges(player: Player, club: Club | None = None) -> bool:
    """Whether somebody decides disputes of this club; without one: anywhere."""
    if club is not None or not player.is_authenticated:
        return club is not None and access.is_judge(player, club)
    return player.is_staff or bool(queries.clubs_judged_by(player))


@register.simple_tag
def cases_on(match: Match, number: int) -> tuple[Case, ...]:
    """The cases about one round of a match."""
    return tuple(case for case in queries.cases_of_match(match) if case.round.number == number)
