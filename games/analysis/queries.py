"""What the look back reads: closed rounds and the analyses stored of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import Player, PlayerKind
from games.analysis.models import Analysis, DealContracts
from games.bots.analysis import Move, OpenContract, RoundAnalysis, read_analysis
from games.bots.registry import ANALYSERS
from games.engine.game import Game
from games.engine.seats import Seat
from games.table.log import folding
from games.table.log.folding import ClosedRound
from games.table.log.models import Match, Round
from games.table.log.models import Seat as SeatRow

# Closed rounds as the analysers of the engine want them.


def closed_round(row: Round) -> tuple[Game[Any], ClosedRound]:
    """The game and the entries of a closed round. Raises LookupError where the log has no such closed round, and what
    replaying a broken log raises (`folding.UNREADABLE`)."""
    game, _start = folding.game_and_start(row.match)
    for closed in folding.closed_rounds(row.match):
        if closed.number == row.number:
            return game, closed
    raise LookupError(f"round {row.number} of {row.match.code} is not closed")


def moves_of(game: Game[Any], closed: ClosedRound) -> list[Move]:
    """The entries of the round, each with the state before it."""
    state, moves = closed.before, []
    for line in closed.entries:
        moves.append(Move(state, line.entry.by, line.entry.data))
        state = game.apply(state, line.entry.by, game.parse(line.entry.data))
    return moves


def before_card(moves: Sequence[Move], number: int) -> tuple[Any, Seat] | None:
    """The state before the card of that number (from 1) and its seat; None where there is no such card."""
    played = [(move.state, move.by) for move in moves if isinstance(move.by, int) and "card" in move.data]
    return played[number - 1] if 1 <= number <= len(played) else None


def movers(closed: ClosedRound, seats: int) -> list[int | None]:
    """By seat the key of the player who made all its moves; None where a bot or the clock made one for them."""
    players: list[int | None] = [None] * seats
    helped = set()
    for line in closed.entries:
        seat = line.entry.by
        if not isinstance(seat, int):
            continue
        if line.automatic or (players[seat] is not None and players[seat] != line.player):
            helped.add(seat)
        players[seat] = line.player
    return [None if seat in helped else player for seat, player in enumerate(players)]


def leads_by_seat(score: Sequence[int], sides: Sequence[int]) -> list[int]:
    """How far each seat is ahead: its score less the mean of the seats on other sides, in whole points."""
    return [
        round(own - fmean(each for each, other in zip(score, sides, strict=True) if other != side))
        for own, side in zip(score, sides, strict=True)
    ]


# The rounds that are still to be analysed.


def rounds_without_contracts(now: datetime) -> QuerySet[Round]:
    """The closed rounds of deals that tables of a club shared, that are open by now, and whose contracts are not worked
    out by the present version."""
    done = DealContracts.objects.filter(
        shared_deals=OuterRef("match__shared_deals"), number=OuterRef("number")
    )
    rounds = Round.objects.exclude(status=Round.Status.RUNNING).select_related("match")
    rounds = rounds.filter(
        match__club__isnull=False, match__on_paper=False, match__shared_deals__public_from__lte=now
    )
    todo = Q()
    for game, analyser in ANALYSERS.items():
        if analyser.contracts is not None:
            todo |= Q(match__game=game) & ~Exists(done.filter(version=analyser.version))
    return rounds.filter(todo) if todo else rounds.none()


def unanalysed_rounds() -> QuerySet[Round]:
    """The closed rounds without a row of the present version, of games that have an analyser."""
    done = Q()
    for game, analyser in ANALYSERS.items():
        done |= Q(match__game=game, analysis__version=analyser.version)
    return analysable_rounds().exclude(done)


def analysable_rounds() -> QuerySet[Round]:
    """All rounds that can be analysed: those closed, of a game that has an analyser, not played with real cards, and
    with no table of an evening that is still to play the same cards."""
    rounds = Round.objects.exclude(status=Round.Status.RUNNING)
    rounds = rounds.exclude(
        match__shared_deals__isnull=False,
        match__shared_deals__public_from=None,
        match__shared_deals__duel=None,
    )
    return rounds.filter(match__game__in=ANALYSERS, match__on_paper=False)


# Reads of the analysis: what one reader may know of a round, and the figure without luck of a player.

ENOUGH_ROUNDS: Final = 20
"""Analysed rounds from which the figure without luck is shown."""
MAX_ROUNDS_COUNTED: Final = 150
"""The rounds over which the figure without luck is taken, the newest first."""


def look_back(match: Match, number: int) -> RoundAnalysis | None:
    """The analysis of a closed round, for readers who may see its review; None where there is none yet."""
    analyser = ANALYSERS.get(match.game)
    if analyser is None:
        return None
    rows = Analysis.objects.filter(round__match=match, round__number=number, version=analyser.version)
    row = rows.exclude(round__status=Round.Status.RUNNING).first()
    return read_analysis(row.data) if row is not None and row.data else None


class FirstPar(NamedTuple):
    """The score of side 0 less that of side 1 with all hands open, from the first card on; None without an analysis.
    `coming` says that there is to be one."""

    points: int | None
    coming: bool


def first_pars(matches: Collection[Match], number: int) -> dict[int, FirstPar]:
    """Par of the closed round of that number of each match (key), for readers who may see it; without those with real
    cards and of games that are not analysed. One query."""
    known = [match for match in matches if match.game in ANALYSERS and not match.on_paper]
    rows = Analysis.objects.filter(round__match__in=known, round__number=number)
    made = {
        match: points
        for match, game, version, points in rows.values_list(
            "round__match", "round__match__game", "version", "data__par__0"
        )
        if version == ANALYSERS[game].version
    }
    return {match.pk: FirstPar(made.get(match.pk), coming=match.pk not in made) for match in known}


def best_contracts(match: Match, number: int) -> tuple[tuple[OpenContract, ...], bool]:
    """For each side that may choose trumps in the deal of that round its best contract with all hands open, and whether
    they are still to be worked out. Only for readers who may see the deal."""
    analyser = ANALYSERS.get(match.game)
    if analyser is None or analyser.contracts is None or match.on_paper or match.shared_deals_id is None:
        return (), False
    rows = DealContracts.objects.filter(shared_deals=match.shared_deals_id, number=number)
    row = rows.filter(version=analyser.version).first()
    if row is None:
        return (), True
    found: dict[int, OpenContract] = {}
    for contract in (OpenContract(*each) for each in row.data):
        best, sign = found.get(contract.makers), 1 - 2 * contract.makers
        if best is None or sign * contract.points > sign * best.points:
            found[contract.makers] = contract
    return tuple(found[makers] for makers in sorted(found)), False


def look_backs(match: Match) -> dict[int, RoundAnalysis]:
    """By number the analyses of the closed rounds of a match, as `look_back`; one query."""
    analyser = ANALYSERS.get(match.game)
    if analyser is None:
        return {}
    rows = Analysis.objects.filter(round__match=match, version=analyser.version)
    kept = rows.exclude(round__status=Round.Status.RUNNING).values_list("round__number", "data")
    return {number: read_analysis(data) for number, data in kept if data}


@dataclass(frozen=True, slots=True)
class WithoutLuck:
    """By how many points a round (`mean`, give or take `error`, its standard error) a player's side did better than
    four good players with the same cards, over so many `rounds`."""

    rounds: int
    mean: float
    error: float

    @property
    def least(self) -> float:
        """The lower end of the range that holds the true mean 19 times out of 20."""
        return self.mean - 2 * self.error

    @property
    def most(self) -> float:
        """The upper end of that range."""
        return self.mean + 2 * self.error


def without_luck(player: Player, game: str) -> WithoutLuck | None:
    """The figure of one player, as `without_luck_of`; None below two rounds."""
    return without_luck_of({player.pk}, game).get(player.pk)


def without_luck_of(players: Collection[int], game: str) -> dict[int, WithoutLuck]:
    """By player (keys) the figure over their newest `MAX_ROUNDS_COUNTED` analysed rounds of one game (its key) of which
    they made every move themselves, without void ones and those against bots only. Left out below two rounds. One
    query."""
    seats = SeatRow.objects.filter(match=OuterRef("round__match"))
    people = seats.exclude(player__kind=PlayerKind.BOT).order_by().values("match")
    several = people.annotate(people=Count("pk")).filter(people__gte=2)
    of_game = Analysis.objects.filter(
        round__match__game=game,
        round__match__status=Match.Status.FINISHED,
        round__status__in=Round.COUNTING,
    )
    rows = of_game.filter(Exists(seats.filter(player__in=players)), Exists(several))
    newest = rows.order_by("-round__closed_at", "-round__pk").values_list("gained", flat=True)
    points: dict[int, list[int]] = {player: [] for player in players}
    missing = set(players)
    for gained in newest.iterator(chunk_size=MAX_ROUNDS_COUNTED):
        for key, each in gained:
            if key in missing:
                points[key].append(each)
                if len(points[key]) == MAX_ROUNDS_COUNTED:
                    missing.discard(key)
        if not missing:
            break
    return {
        player: WithoutLuck(len(own), fmean(own), stdev(own) / sqrt(len(own)))
        for player, own in points.items()
        if len(own) >= 2
    }


@dataclass(frozen=True, slots=True)
class RightUnseen:
    """How often a player's costly cards were right all the same, over so many `rounds`.

    `cards` are those that cost something for somebody who saw what the seat saw, `right` those among them that lost
    nothing with all hands open. `by_chance` is how many that would be at the rate of the other side in the same rounds,
    who saw the same cards go by; None where the other side has no such card. No figure says why.
    """

    player: Player
    rounds: int
    cards: int
    right: int
    by_chance: float | None


def right_unseen(player: Player) -> RightUnseen:
    """The figure over the player's newest `MAX_ROUNDS_COUNTED` analysed rounds of which they made every move
    themselves."""
    rows = Analysis.objects.filter(round__match__seats__player=player).exclude(data={})
    newest = rows.order_by("-round__closed_at", "-round__pk")
    own, others, rounds = [0, 0], [0, 0], 0
    for game, gained, data, result in newest.values_list(
        "round__match__game", "gained", "data", "round__result"
    )[:MAX_ROUNDS_COUNTED]:
        seats = [seat for seat, (key, _points) in enumerate(gained) if key == player.pk]
        if not seats or game not in ANALYSERS:
            continue
        rounds += 1
        sides = result["sides"]
        for card in read_analysis(data).cards:
            if card.costly and (card.seat in seats or sides[card.seat] != sides[seats[0]]):
                counted = own if card.seat in seats else others
                counted[0] += 1
                counted[1] += card.open_loss <= 0
    by_chance = own[0] * others[1] / others[0] if others[0] else None
    return RightUnseen(player, rounds, own[0], own[1], by_chance)


ENOUGH_CARDS: Final = 20
"""Costly cards of two partners from which they are compared with others."""
CLEAR_DEVIATIONS: Final = 3.0
"""Standard errors above the rate of all others: by chance alone one pair of 740 is so far above it."""


@dataclass(frozen=True, slots=True)
class PartnersRightUnseen:
    """How many of the costly cards of two partners were right all the same (`RightUnseen`), beside how many that would
    be at the rate of all others."""

    players: tuple[Player, Player]
    cards: int
    right: int
    by_others: float


def partners_right_unseen(rounds: QuerySet[Round]) -> tuple[tuple[PartnersRightUnseen, ...], int]:
    """The partners in these rounds whose costly cards were right clearly more often than those of all others, furthest
    above first, and the number of pairs that had enough costly cards to be compared. Two queries.

    Only cards of people count who made every move of a round themselves, beside a partner who did.
    """
    counted: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    rows = Analysis.objects.filter(round__in=rounds, round__match__game__in=ANALYSERS).exclude(data={})
    found = rows.values_list("gained", "data__cards", "round__result__sides")
    for gained, cards, sides in found.iterator():
        players = [player for player, _points in gained]
        for card in cards:
            if card["costly"]:
                seat = card["seat"]
                for other, partner in enumerate(players):
                    if other != seat and sides[other] == sides[seat] and players[seat] and partner:
                        one = counted[min(players[seat], partner), max(players[seat], partner)]
                        one[0] += 1
                        one[1] += card["open_loss"] <= 0
    people = Player.objects.exclude(kind=PlayerKind.BOT).in_bulk({key for pair in counted for key in pair})
    of_people = {pair: each for pair, each in counted.items() if people.keys() >= set(pair)}
    all_cards, all_right = (sum(each[at] for each in of_people.values()) for at in (0, 1))
    rate_of_all = all_right / all_cards if all_cards else 0.0
    above, compared = [], 0
    for (one, other), (cards, right) in of_people.items():
        if cards < ENOUGH_CARDS or all_cards == cards:
            continue
        compared += 1
        rate = (all_right - right) / (all_cards - cards)
        error = sqrt(rate_of_all * (1 - rate_of_all) * (1 / cards + 1 / (all_cards - cards)))
        more = right / cards - rate
        if more > CLEAR_DEVIATIONS * error:
            pair = PartnersRightUnseen((people[one], people[other]), cards, right, cards * rate)
            above.append((more, pair))
    above.sort(key=lambda each: -each[0])
    return tuple(pair for _more, pair in above), compared
