"""How strong players are: finished matches between people, taken in the order they ended, each once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, TypeAlias

from django.db import IntegrityError, transaction
from openskill.models import PlackettLuce

from accounts.models import PlayerKind
from games.engine.club import sign_of
from games.engine.game import progress_at_start
from games.league.models import RatedMatch, Rating, SeatChange
from games.table.log.folding import TABLE
from games.table.log.models import Action, Match, Round
from games.table.shared_deals import deals_still_played

MODEL: Final = PlackettLuce()
MATCHES_A_BATCH: Final = 200
Key: TypeAlias = tuple[int, str, str]
"""The key of a player, the kind of a rating, and the key of a game."""


def rate_matches(*, now: datetime) -> int:
    """Take the matches that ended since the last call into the ratings; how many there were, at most
    `MATCHES_A_BATCH`. Called by the steward.

    A table of the league counts for the league rating, any other for the casual one. Marked without counting are
    tables with a bot, rounds played again by ruling, and tables where a seat changed hands after the first round:
    nobody there made all the points of that seat. The unique mark decides between two callers: the later one takes
    nothing.
    """
    fresh = list(
        Match.objects.filter(status=Match.Status.FINISHED, rated=None)
        .exclude(deals_still_played("shared_deals", now))
        .select_related("league_table")
        .prefetch_related("seats__player")
        .order_by("finished_at", "pk")[:MATCHES_A_BATCH]
    )
    if not fresh:
        return 0
    totals = _totals(fresh)
    shared = _with_a_shared_seat(fresh)
    counting = [match for match in fresh if match.pk not in shared and _counts(match, totals[match.pk])]
    try:
        with transaction.atomic():
            RatedMatch.objects.bulk_create(RatedMatch(match=match) for match in fresh)
            ratings = _locked_ratings(counting)
            for match in counting:
                _rate(match, totals[match.pk], ratings)
            Rating.objects.bulk_update(ratings.values(), ["mean", "deviation", "matches"])
    except IntegrityError:
        return 0
    return len(fresh)


def _with_a_shared_seat(matches: Sequence[Match]) -> set[int]:
    """The matches (keys) in which two players each held one seat for rounds of their own. Who came in the first round
    held them all, as `players_in_round` has it."""
    replaced = Action.objects.filter(match__in=matches, kind=TABLE, data__do="replaced")
    later = {match for match, data in replaced.values_list("match", "data") if data.get("round") != "1"}
    changes = SeatChange.objects.filter(
        seat__table__match__in=matches, until_round__gt=0
    )  # paper: not in the log
    return later.union(changes.values_list("seat__table__match", flat=True))


def _totals(matches: Sequence[Match]) -> dict[int, list[int]]:
    """The counted points of each match, per seat."""
    found: dict[int, list[int]] = defaultdict(list)
    rounds = Round.objects.filter(match__in=matches, status__in=Round.COUNTING)
    for match, points in rounds.values_list("match", "points"):
        sums = found[match]
        found[match] = [one + other for one, other in zip(sums or [0] * len(points), points, strict=True)]
    return found


def _counts(match: Match, totals: Sequence[int]) -> bool:
    seats = match.seats.all()
    if match.replays_id is not None or not totals or len(seats) != len(totals):
        return False
    return all(seat.player.kind != PlayerKind.BOT for seat in seats)


def _keys(match: Match) -> list[Key]:
    """The key of each seat's rating."""
    kind = Rating.Kind.LEAGUE if hasattr(match, "league_table") else Rating.Kind.CASUAL
    return [(seat.player_id, kind, match.game) for seat in match.seats.all()]


def _locked_ratings(matches: Sequence[Match]) -> dict[Key, Rating]:
    """The ratings of those who played these matches, made where there are none yet."""
    keys, fresh = {key for match in matches for key in _keys(match)}, MODEL.rating()
    Rating.objects.bulk_create(
        (
            Rating(player_id=player, kind=kind, game=game, mean=fresh.mu, deviation=fresh.sigma)
            for player, kind, game in sorted(keys)
        ),
        ignore_conflicts=True,
    )
    rows = Rating.objects.select_for_update().filter(player__in={player for player, _kind, _game in keys})
    found = {(row.player_id, row.kind, row.game): row for row in rows.order_by("pk")}
    return {key: found[key] for key in keys}


def _rate(match: Match, totals: Sequence[int], ratings: Mapping[Key, Rating]) -> None:
    rows = [ratings[key] for key in _keys(match)]
    game = match.the_game
    columns = progress_at_start(game, match.house_options, len(rows)).columns
    sides = [[rows[seat] for seat in column] for column in columns]
    sign = sign_of(game.better)
    teams = [[MODEL.rating(mu=row.mean, sigma=row.deviation) for row in side] for side in sides]
    rated = MODEL.rate(teams, scores=[float(sign * totals[column[0]]) for column in columns])
    for side, team in zip(sides, rated, strict=True):
        for row, after in zip(side, team, strict=True):
            row.mean, row.deviation, row.matches = after.mu, after.sigma, row.matches + 1
