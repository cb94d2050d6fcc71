"""Template tags of the look back, for the review page of a round."""

from __future__ import annotations

from django import template

from accounts.models import Player
from games.analysis import display, queries
from games.analysis.display import Hint, LookBack
from games.analysis.queries import RightUnseen
from games.table.log.folding import players_in_round
from games.table.log.models import Match
from games.table.review.closed_round import RoundReview

register = template.Library()


@register.simple_tag
def look_back_at(match: Match, review: RoundReview, reader: Player) -> LookBack | None:
    """The look back at a round whose review the reader sees; None where there is none or the reader wants none."""
    return display.look_back_page(match, review) if reader.is_authenticated and reader.look_back else None


@register.simple_tag
def arbiter_hints(match: Match, number: int) -> dict[int, Hint]:
    """The hints beside the steps of a round, by the number of the card. Show them to the arbiter of a case only."""
    return display.hints(match, number)


@register.simple_tag
def right_unseen_of(match: Match, number: int) -> tuple[RightUnseen, ...]:
    """For each person at the table how often costly cards were right all the same. Show it to the arbiter of a case
    only."""
    people = players_in_round(match, number).values()
    return tuple(queries.right_unseen(player) for player in people if not player.is_bot)
