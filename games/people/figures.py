"""Figures of a player from finished matches with other people: form, partners, tallies, strength, game by game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext

from accounts.models import Player, PlayerKind
from games.analysis.queries import ENOUGH_ROUNDS, WithoutLuck, without_luck
from games.club_clock import club_clock
from games.engine import registry
from games.engine.club import sign_of
from games.engine.game import progress_at_start
from games.league.queries import PlayerRating, ratings_of
from games.table.log.models import Match, Round, Seat
from games.table.log.paper_entries import TOGETHER
from games.table.shared_deals import deals_still_played

MAX_MATCHES_COUNTED: Final = 200
"""Newest matches of a player that are counted."""
IN_FORM: Final = 5
PARTNERS: Final = 3
"""Last results, and most frequent partners, that are shown."""

Outcome = Literal["won", "drawn", "lost"]


@dataclass(frozen=True, slots=True)
class Partner:
    """A partner with the matches played together and won."""

    key: int
    name: str
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One game: `form` are the last results, the newest first; `tallies` are labels with their sums, those that nobody
    wrote down left out; `without_luck` is None below `ENOUGH_ROUNDS` rounds."""

    game: str
    name: str
    matches: int
    won: int
    rounds: int
    form: tuple[Outcome, ...]
    partners: tuple[Partner, ...]
    tallies: tuple[tuple[str, int], ...]
    ratings: tuple[PlayerRating, ...]
    without_luck: WithoutLuck | None


@dataclass
class _Sums:
    """The sums of one game while its matches are counted."""

    outcomes: list[Outcome] = field(default_factory=list)
    rounds: int = 0
    tallies: Counter[str] = field(default_factory=Counter)
    together: Counter[int] = field(default_factory=Counter)
    won_together: Counter[int] = field(default_factory=Counter)


def figures_of(player: Player) -> tuple[GameFigures, ...]:
    """The figures of each game the player has played, the most played game first, from the newest `MAX_MATCHES_COUNTED`
    matches.

    Practice against bots only does not count, nor does a round that is void.
    """
    matches = _counted_matches(player)
    rounds = defaultdict(list)
    for row in Round.objects.filter(match__in=matches, status__in=Round.COUNTING):
        rounds[row.match_id].append(row)
    sums: dict[str, _Sums] = defaultdict(_Sums)
    for match in matches:
        if rounds[match.pk]:
            _count(sums[match.game], match, player, rounds[match.pk])
    names = _names(partner for each in sums.values() for partner in each.together)
    most = sorted(sums.items(), key=lambda item: (-len(item[1].outcomes), item[0]))
    return tuple(_game_figures(game, each, player, names) for game, each in most)


def _counted_matches(player: Player) -> list[Match]:
    others = Seat.objects.filter(match=OuterRef("pk")).exclude(player=player)
    people = others.exclude(player__kind=PlayerKind.BOT)
    played = Match.objects.filter(Exists(people), seats__player=player, status=Match.Status.FINISHED)
    played = played.exclude(deals_still_played("shared_deals", club_clock.now()))
    return list(played.prefetch_related("seats").order_by("-finished_at", "-pk")[:MAX_MATCHES_COUNTED])


def _count(sums: _Sums, match: Match, player: Player, rounds: Sequence[Round]) -> None:
    seats = {seat.number: seat.player_id for seat in match.seats.all()}
    own = next(number for number, key in seats.items() if key == player.pk)
    columns = _columns(match, len(seats))
    totals = [sum(row.points[seat] for row in rounds if row.points) for seat in range(len(seats))]
    outcome = _outcome(match, totals, columns, own)
    sums.outcomes.append(outcome)
    sums.rounds += len(rounds)
    for row in rounds:
        for key, amounts in _tallies(row).items():
            sums.tallies[key] += amounts[own]
    for seat in next(column for column in columns if own in column):
        if seat != own:
            sums.together[seats[seat]] += 1
            sums.won_together[seats[seat]] += outcome == "won"


def _columns(match: Match, players: int) -> Sequence[Sequence[int]]:
    """The seats that share points, as the sheet of the match has them."""
    return progress_at_start(match.the_game, match.house_options, players).columns


def _outcome(match: Match, totals: Sequence[int], columns: Sequence[Sequence[int]], own: int) -> Outcome:
    sign = sign_of(match.the_game.better)
    mine = sign * totals[own]
    best = max(sign * totals[column[0]] for column in columns if own not in column)
    return "won" if mine > best else "drawn" if mine == best else "lost"


def _tallies(row: Round) -> Mapping[str, Sequence[int]]:
    """The tallies of a round; of a sheet typed as totals those of which anything was typed."""
    result: dict[str, Any] = row.result or {}
    tallies: Mapping[str, Sequence[int]] = (
        row.tallies if row.tallies is not None else result.get("tallies", {})
    )
    if TOGETHER not in result.get("facts", {}):
        return tallies
    return {key: amounts for key, amounts in tallies.items() if any(amounts)}


def _names(players: Any) -> dict[int, str]:
    people = Player.objects.filter(pk__in=set(players)).exclude(kind=PlayerKind.BOT)
    return dict(people.values_list("pk", "nickname"))


def _game_figures(game: str, sums: _Sums, player: Player, names: Mapping[int, str]) -> GameFigures:
    rules = registry.game(game)
    compared = without_luck(player, game)
    partners = [
        Partner(key, names[key], many, sums.won_together[key])
        for key, many in sums.together.most_common()
        if key in names
    ]
    return GameFigures(
        game=game,
        name=gettext(rules.name),
        matches=len(sums.outcomes),
        won=sums.outcomes.count("won"),
        rounds=sums.rounds,
        form=tuple(sums.outcomes[:IN_FORM]),
        partners=tuple(partners[:PARTNERS]),
        tallies=tuple(
            (gettext(tally.label), sums.tallies[tally.key])
            for tally in rules.tallies
            if tally.key in sums.tallies
        ),
        ratings=ratings_of((player.pk,), game),
        without_luck=compared if compared and compared.rounds >= ENOUGH_ROUNDS else None,
    )
