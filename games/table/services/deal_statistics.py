"""Sums over dealt hands: by seat, by bots and people, and for each person.

Called once a minute by the steward, never in the transaction of a move. Only deals of closed rounds of
matches that are over or stopped, a hundred at a time (docs/decisions/2026-11-22-deals-are-counted-by-the-hundred.md),
and none that several matches share.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from django.db import connection, transaction
from django.db.models import Q

from accounts.models import Player, PlayerKind
from games.engine import registry
from games.engine.deals import Chance, CountedFigure, DealtHand
from games.engine.seats import Seat
from games.table.log.folding import UNREADABLE, HistoryEntry, history_entries
from games.table.log.models import Deal, Match
from games.table.models import BOTS, PEOPLE, DealCount, HandCount

DEALS_A_BATCH: Final = 100
"""Deals of one game counted together: what appears at once tells of no single hand."""
ADD_TO_ROWS: Final = """
INSERT INTO {table} (game, {whose}, figure, hands, total, expected, variance) VALUES {rows}
ON CONFLICT (game, {whose}, figure) DO UPDATE SET
    hands = {table}.hands + excluded.hands,
    total = {table}.total + excluded.total,
    expected = {table}.expected + excluded.expected,
    variance = {table}.variance + excluded.variance
"""
"""Raw, because two stewards may add to one row: the database does the sum."""


class Sum(NamedTuple):
    """Sums over some hands of one figure: its total, and the mean and variance expected under a fair shuffle."""

    hands: int = 0
    total: float = 0.0
    expected: float = 0.0
    variance: float = 0.0

    def plus(self, value: float, chance: Chance) -> Sum:
        """The sum with one more hand."""
        return Sum(
            self.hands + 1,
            self.total + value,
            self.expected + chance.mean,
            self.variance + chance.variance,
        )


ByWhose: TypeAlias = defaultdict[tuple[str | int, str], Sum]
"""By whose hands (`DealCount.whose`, or the key of a player) and which figure."""


class Dealt(NamedTuple):
    """A deal: its hands, and by seat the player who held them (key)."""

    hands: tuple[DealtHand, ...]
    holders: Mapping[Seat, int]


def count_deals() -> int:
    """Count the hands of a hundred deals of one game, the first that has so many waiting; gives how many deals.

    Compare-and-set on `Deal.counted` decides between two callers: the later one counts nothing. A deal whose seed is
    open belongs to a closed round.
    """
    for game in registry.GAMES:
        waiting = Deal.objects.filter(counted=False, match__status__in=Match.ENDED, match__game=game.key)
        waiting = waiting.filter(Q(match__shared_deals=None) | Q(match__duel__isnull=False))
        waiting = waiting.exclude(seed="").order_by("match", "number")
        deals = list(waiting.values_list("pk", "match_id", "number")[:DEALS_A_BATCH])
        if len(deals) == DEALS_A_BATCH:
            return _count_batch(game.key, deals)
    return 0


def _count_batch(game: str, deals: Sequence[tuple[int, int, int]]) -> int:
    dealt = list(_dealt_hands(deals))
    of_deals, of_people = _sums_of(dealt)
    with transaction.atomic():
        taken = Deal.objects.filter(pk__in=[pk for pk, _match, _number in deals], counted=False)
        if taken.update(counted=True) != len(deals):
            transaction.set_rollback(True)
            return 0
        _add_to_rows(DealCount, "whose", game, of_deals)
        _add_to_rows(HandCount, "player_id", game, of_people)
    return len(deals)


def _dealt_hands(deals: Sequence[tuple[int, int, int]]) -> Iterator[Dealt]:
    """The hands of these deals: (key, match, number) in order of their matches."""
    matches = Match.objects.prefetch_related("seats").in_bulk({match for _pk, match, _number in deals})
    for match_id, of_match in groupby(deals, key=lambda row: row[1]):
        wanted = {number for _pk, _match, number in of_match}
        # A broken log is left to verify_log to report; other matches are counted all the same.
        with suppress(*UNREADABLE):
            yield from _hands_of(matches[match_id], wanted)


def _hands_of(match: Match, wanted: Collection[int]) -> Iterator[Dealt]:
    """The hands of the deals of these numbers, but for those that cannot be read."""
    game, options = match.the_game, match.house_options
    seated = {seat.number: seat.player_id for seat in match.seats.all()}
    for number, entries in _deals(match):
        if number not in wanted:
            continue
        done = ((line.entry.by, game.parse(line.entry.data)) for line in entries)
        with suppress(*UNREADABLE):
            yield Dealt(
                game.dealt_hands(options, done, players=len(seated)), {**seated, **_who_moved(entries)}
            )


def _deals(match: Match) -> Iterator[tuple[int, list[HistoryEntry]]]:
    """Every deal of a match by its number: its entries from the deal on. The game is not replayed, because
    that takes three times as long and would keep a move waiting.
    """
    number, entries = 0, []
    for line in history_entries(match):
        if line.entry.data["do"] == "deal":
            if entries:
                yield number, entries
            number, entries = number + 1, []
        entries.append(line)
    if entries:
        yield number, entries


def _who_moved(deal: Iterable[HistoryEntry]) -> dict[Seat, int]:
    """The player of each seat at its first move in a deal, because the club may have replaced one later."""
    moved: dict[Seat, int] = {}
    for line in deal:
        if line.player is not None:
            moved.setdefault(int(line.entry.by), line.player)
    return moved


def _sums_of(dealt: Sequence[Dealt]) -> tuple[ByWhose, ByWhose]:
    """The sums over all hands, by group, and those of each person whose account still exists."""
    of_deals, of_people = ByWhose(Sum), ByWhose(Sum)
    keys = {player for each in dealt for player in each.holders.values()}
    rows = Player.objects.filter(pk__in=keys).values_list("pk", "kind", "is_active")
    bots = {pk for pk, kind, _active in rows if kind == PlayerKind.BOT}
    people = {pk for pk, _kind, is_active in rows if is_active} - bots
    for hands, holders in dealt:
        _add_deal(of_deals, hands, {seat for seat, player in holders.items() if player in bots})
        for hand in hands:
            if holders[hand.seat] in people:
                _add_hand(of_people, holders[hand.seat], hand)
    return of_deals, of_people


def _add_deal(sums: ByWhose, hands: Sequence[DealtHand], bots: Collection[Seat]) -> None:
    for place, hand in enumerate(hands):
        _add_hand(sums, str(place), hand)
    for figure in {figure for hand in hands for figure in hand.counted}:
        having = [hand for hand in hands if figure in hand.counted]
        of_bots = [hand.counted[figure] for hand in having if hand.seat in bots]
        of_people = [hand.counted[figure] for hand in having if hand.seat not in bots]
        if of_bots and of_people:
            more = _mean(of_bots) - _mean(of_people)
            # No chance under a fair shuffle: the variance of BOTS and PEOPLE is that of their difference (`DealCount`).
            chance = Chance(of_bots[0].chance.mean, more * more)
            sums[BOTS, figure] = sums[BOTS, figure].plus(_mean(of_bots), chance)
            sums[PEOPLE, figure] = sums[PEOPLE, figure].plus(_mean(of_people), chance)


def _mean(counted: Sequence[CountedFigure]) -> float:
    return sum(each.value for each in counted) / len(counted)


def _add_hand(sums: ByWhose, whose: str | int, hand: DealtHand) -> None:
    for figure, (value, chance) in hand.counted.items():
        sums[whose, figure] = sums[whose, figure].plus(value, chance)


def _add_to_rows(model: type[DealCount] | type[HandCount], whose: str, game: str, sums: ByWhose) -> None:
    """Add to the rows that are there, and make those that are not."""
    if not sums:
        return
    rows = ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * len(sums))
    ordered = sorted(sums.items())  # one lock order, so that two stewards cannot deadlock
    values = [value for (owner, figure), each in ordered for value in (game, owner, figure, *each)]
    with connection.cursor() as cursor:
        cursor.execute(ADD_TO_ROWS.format(table=model._meta.db_table, whose=whose, rows=rows), values)
