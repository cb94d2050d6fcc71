"""What is read of the deal of the day, and its standings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.urls import reverse

from accounts.models import Player
from games.daily import days
from games.daily.errors import DailyRefusal, DailyRefused
from games.daily.models import DailyDeal, DailyPlay
from games.table.log import loading, rulings
from games.table.log.models import Match

# The rules of the lists: places of a day, and the points a day gives for the lists of the week and the month. Pure.


class Result(NamedTuple):
    """A counted match: the player (key) and the points of the player's side less those of the other side."""

    player: int
    points: int


class RankedLine(NamedTuple):
    """A line of a list. Equal points share a place; `days` is over how many days they were gained."""

    place: int
    player: int
    points: int
    days: int = 1


def ranking(results: Iterable[Result]) -> tuple[RankedLine, ...]:
    """The list of a day, the best first."""
    ordered = sorted(results, key=lambda result: (-result.points, result.player))
    return tuple(RankedLine(_place(ordered, one.points), *one) for one in ordered)


def day_points(results: Sequence[Result]) -> dict[int, int]:
    """By player (key) what a day counts in longer lists: one for playing, and one for each player with fewer points.

    So no day costs anything, a match broken off gains nothing, and one lucky deal does not decide a month.
    """
    return {own.player: 1 + sum(other.points < own.points for other in results) for own in results}


def sum_of_days(days: Iterable[Sequence[Result]]) -> tuple[RankedLine, ...]:
    """The list over several days, by the sum of their `day_points`, the best first."""
    sums: Counter[int] = Counter()
    played: defaultdict[int, int] = defaultdict(int)
    for results in days:
        for player, points in day_points(results).items():
            sums[player] += points
            played[player] += 1
    totals = [Result(player, points) for player, points in sums.items()]
    return tuple(line._replace(days=played[line.player]) for line in ranking(totals))


def _place(ordered: Sequence[Result], points: int) -> int:
    return 1 + sum(one.points > points for one in ordered)


# Reads of the deal of the day: a player's own match, the list of a day, the lists of a week and a month.


@dataclass(frozen=True, slots=True)
class Own:
    """A player's match of a day: its code, the `round` it is in of `rounds`, and the points once they are counted.

    `finished` says that all rounds are played, `late` that they were not in time, so that the match does not count.
    """

    date: date
    code: str
    round: int
    rounds: int
    finished: bool
    late: bool
    points: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list with the player's name."""

    place: int
    name: str
    points: int
    days: int
    is_you: bool


def own_play(player: Player, day: date) -> DailyPlay | None:
    """The player's match of that day, None without one."""
    plays = DailyPlay.objects.filter(player=player, daily_deal__date=day)
    return plays.select_related("match", "daily_deal__shared_deals").first()


def own_match(play: DailyPlay, now: datetime) -> Own:
    """The match as its player sees it."""
    finished = play.match.status == Match.Status.FINISHED
    public_from = play.daily_deal.shared_deals.public_from
    ended = play.match.finished_at if finished else now
    table = loading.readable_table(play.match)
    round_, rounds = 0, 0
    if table is not None:
        progress = rulings.progress_of(table.game, table.state)
        round_, rounds = progress.round, progress.rounds or 0
    return Own(
        play.daily_deal.date,
        play.match.code,
        round_,
        rounds,
        finished,
        late=ended is not None and ended > public_from,
        points=play.points,
    )


def unfinished_match_of_yesterday(player: Player, now: datetime) -> Own | None:
    """The player's match of yesterday where it can still be finished in time."""
    play = own_play(player, days.day_at(now) - days.A_DAY)
    if play is None:
        return None
    own = own_match(play, now)
    return None if own.finished or own.late else own


def may_see(player: Player, deal: DailyDeal, now: datetime) -> bool:
    """Whether the player may see how others did: who has played all rounds, and everybody once the day is closed."""
    if deal.shared_deals.public_from <= now:
        return True
    return DailyPlay.objects.filter(
        daily_deal=deal, player=player, match__status=Match.Status.FINISHED
    ).exists()


def visible_deal(player: Player, day: date, now: datetime) -> DailyDeal:
    """The deal of that day, for a player who may see how others did. Refuses no_such_day, play_first."""
    deal = DailyDeal.objects.filter(date=day).select_related("shared_deals").first()
    if deal is None:
        raise DailyRefused(DailyRefusal.NO_SUCH_DAY)
    if not may_see(player, deal, now):
        raise DailyRefused(DailyRefusal.PLAY_FIRST)
    return deal


def players_finished(day: date) -> int:
    """How many players have played all rounds of that day."""
    return DailyPlay.objects.filter(daily_deal__date=day, points__isnull=False).count()


def has_deals_before(day: date) -> bool:
    """Whether the deals of an earlier day were played."""
    return DailyDeal.objects.filter(date__lt=day).exists()


def list_of_day(deal: DailyDeal, reader: Player) -> tuple[Line, ...]:
    """The list of a day, the best first."""
    found = DailyPlay.objects.filter(daily_deal=deal, points__isnull=False)
    return _with_names(ranking(Result(*row) for row in found.values_list("player", "points")), reader)


def list_of_period(first: date, last: date, reader: Player, now: datetime) -> tuple[Line, ...]:
    """The list over the closed days from `first` to `last`, the best first."""
    counted = DailyPlay.objects.filter(points__isnull=False, daily_deal__shared_deals__public_from__lte=now)
    counted = counted.filter(daily_deal__date__range=(first, last))
    by_day: defaultdict[int, list[Result]] = defaultdict(list)
    for deal, player, points in counted.values_list("daily_deal", "player", "points"):
        by_day[deal].append(Result(player, points))
    return _with_names(sum_of_days(by_day.values()), reader)


def place_of(player: Player, deal: DailyDeal) -> tuple[int, int] | None:
    """The player's place on the list of a day and how many are on it; None where the player is not."""
    lines = list_of_day(deal, player)
    return next(((line.place, len(lines)) for line in lines if line.is_you), None)


def _with_names(lines: Sequence[RankedLine], reader: Player) -> tuple[Line, ...]:
    names = dict(Player.objects.filter(pk__in=[line.player for line in lines]).values_list("pk", "nickname"))
    return tuple(
        Line(line.place, names[line.player], line.points, line.days, line.player == reader.pk)
        for line in lines
    )


def page_of_match(*, match_id: int, **_sent: Any) -> str | None:
    """The path of the list of the day a match (by key) belongs to, None for other matches. Receiver of
    `way_back_asked`."""
    day = DailyPlay.objects.filter(match=match_id).values_list("daily_deal__date", flat=True).first()
    return None if day is None else reverse("daily:day", args=[day])
