"""How strong players are: finished matches between people, taken in the order they ended, each once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from django.db import IntegrityError, transaction
from openskill.models import PlackettLuce

from accounts.models import PlayerKind
from games.engine import registry
from games.engine.options import read_options
from games.league.models import RatedMatch, Rating
from games.table.log.models import Match, Round

MODEL: Final = PlackettLuce()
AT_ONCE: Final = 200


def rate_matches() -> int:
    """Take the matches that ended since the last call into the ratings; how many there were, at most AT_ONCE.

    A table of the league counts for the league rating, any other for the casual one; tables with a bot are
    marked and count for none, and so is a round played again by ruling. The unique mark decides between two callers:
    the later one takes nothing.
    """
    fresh = list(
        Match.objects.filter(status=Match.Status.FINISHED, rated=None)
        .select_related("league_table")
        .prefetch_related("seats__player")
        .order_by("finished_at", "pk")[:AT_ONCE]
    )
    if not fresh:
        return 0
    totals = _totals(fresh)
    try:
        with transaction.atomic():
            RatedMatch.objects.bulk_create(RatedMatch(match=match) for match in fresh)
            for match in fresh:
                _rate(match, totals[match.pk])
    except IntegrityError:
        return 0
    return len(fresh)


def _totals(matches: Sequence[Match]) -> dict[int, list[int]]:
    """The counted points of each match, per seat."""
    found: dict[int, list[int]] = defaultdict(list)
    rounds = Round.objects.filter(match__in=matches, status__in=Round.COUNTING)
    for match, points in rounds.values_list("match", "points"):
        sums = found[match]
        found[match] = [one + other for one, other in zip(sums or [0] * len(points), points, strict=True)]
    return found


def _rate(match: Match, totals: Sequence[int]) -> None:
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    if match.replays_id is not None:
        return
    if not totals or len(seats) != len(totals) or any(seat.player.kind == PlayerKind.BOT for seat in seats):
        return
    kind = Rating.Kind.LEAGUE if hasattr(match, "league_table") else Rating.Kind.CASUAL
    rows = [_row(seat.player_id, kind, match.game) for seat in seats]
    game = registry.game(match.game, match.game_version)
    start = game.start(read_options(game.Options, match.options), len(seats))
    columns = game.progress(start).columns
    sides = [[rows[seat] for seat in column] for column in columns]
    sign = 1 if game.better == "high" else -1
    teams = [[MODEL.rating(mu=row.mean, sigma=row.deviation) for row in side] for side in sides]
    rated = MODEL.rate(teams, scores=[float(sign * totals[column[0]]) for column in columns])
    for side, team in zip(sides, rated, strict=True):
        for row, after in zip(side, team, strict=True):
            row.mean, row.deviation, row.matches = after.mu, after.sigma, row.matches + 1
            row.save(update_fields=["mean", "deviation", "matches"])


def _row(player: int, kind: str, game: str) -> Rating:
    fresh = MODEL.rating()
    row, _made = Rating.objects.select_for_update().get_or_create(
        player_id=player, kind=kind, game=game, defaults={"mean": fresh.mu, "deviation": fresh.sigma}
    )
    return row
