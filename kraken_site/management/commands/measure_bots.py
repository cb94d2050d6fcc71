"""`manage.py measure_bots`: play duplicate deals of the bots against simpler players, or of the levels against each
other."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any, Final

from django.core.management.base import BaseCommand

from games.bots import chance, kalooki, kan, kraken, rosbiratschka
from games.bots.bot import Level
from games.bots.kalooki import duel as nine_deals
from games.bots.kan import duel as changing_partners
from games.bots.kraken.duel import Duel, duel, yardstick
from games.bots.player import Decision, Player
from games.bots.registry import player as player_of
from games.bots.rosbiratschka import duel as six_contracts
from games.engine.kalooki.contracts import CONTRACTS
from games.engine.view import Choice, View


class Command(BaseCommand):
    help = "Play a bot against simpler players, every deal again with seats changed."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=tuple(MEASURES), default="kraken")
        parser.add_argument("--deals", type=int, default=500)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--levels",
            action="store_true",
            help="The levels against each other, in Kraken also against a plain rule player; a deal takes a second.",
        )

    def handle(self, *, game: str, deals: int, seed: int, levels: bool, **options: Any) -> None:
        measure = (MEASURES_OF_LEVELS if levels else MEASURES)[game]
        for line in measure(deals, seed):
            self.stdout.write(line)


def of_kraken(deals: int, seed: int) -> Iterator[str]:
    """A line for each opponent and trump duty."""
    opponents = (("any legal action", chance.decide), ("any legal card, speaking well", any_card))
    for name, opponent in opponents:
        for play_rules in ("amsterdam", "rotterdam"):
            rng = Random(seed)  # noqa: S311 - deals to measure with, nothing to hide
            result = duel(
                kraken.BOT.decide, opponent, deals=deals, rng=rng, options={"play_rules": play_rules}
            )
            yield f"against {name}, {play_rules}: {describe(result)}"


def of_levels_of_kraken(deals: int, seed: int) -> Iterator[str]:
    """A line for each pair of players, and how long the first one thinks."""
    easy = player_of("kraken", Level.EASY, seed)
    for name, level, opponent in (
        ("strong against easy", Level.STRONG, easy),
        ("good against easy", Level.GOOD, easy),
        ("strong against good", Level.STRONG, player_of("kraken", Level.GOOD, seed)),
        ("strong against the plain rule player", Level.STRONG, yardstick(easy)),
    ):
        rng = Random(seed)  # noqa: S311 - deals to measure with, nothing to hide
        player = Timed(player_of("kraken", level, seed))
        result = duel(player, opponent, deals=deals, rng=rng, options={})
        yield f"{name}: {describe(result)}; {player.describe()}"


class Timed:
    """A player, and the processor time of each decision in which it had a choice."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._seconds: list[float] = []

    def __call__(self, view: View, choices: Sequence[Choice]) -> Decision:
        began = time.process_time()
        decision = self._player(view, choices)
        if len(choices) > 1:
            self._seconds.append(time.process_time() - began)
        return decision

    def describe(self) -> str:
        """The decision times in one line."""
        ordered = sorted(self._seconds)
        middle, late = (ordered[int(share * (len(ordered) - 1))] * 1000 for share in (0.5, 0.99))
        return f"a decision takes p50 {middle:.0f} ms, p99 {late:.0f} ms"


def of_rosbiratschka(deals: int, seed: int) -> Iterator[str]:
    """A line for each contract."""
    yield from _by_contract(rosbiratschka.BOT.decide, chance.decide, deals, seed)


def of_levels_of_rosbiratschka(deals: int, seed: int) -> Iterator[str]:
    """A line for each pair of levels and contract, and how long the first one thinks."""
    for level in (Level.STRONG, Level.GOOD):
        player = Timed(player_of("rosbiratschka", level, seed))
        easy = player_of("rosbiratschka", Level.EASY, seed)
        for line in _by_contract(player, easy, deals, seed):
            yield f"{level} against easy, {line}"
        yield f"{level}: {player.describe()}"


def _by_contract(first: Player, second: Player, deals: int, seed: int) -> Iterator[str]:
    rng = Random(seed)  # noqa: S311 - deals to measure with, nothing to hide
    for result in six_contracts.duel(first, second, deals=deals, rng=rng, options={}):
        yield (
            f"{result.contract}: {result.first:.2f} penalty points per seat and deal against "
            f"{result.second:.2f}, {result.fewer:.2f} fewer ± {result.within:.2f}"
        )


def of_kan(deals: int, seed: int) -> Iterator[str]:
    """A line for each opponent and preset, and how long the bot thinks."""
    opponents = (("any legal action", chance.decide), ("winning every trick it can", changing_partners.grab))
    for name, opponent in opponents:
        for preset in ("classic", "tournament"):
            values = next(one.values for one in changing_partners.GAME.presets if one.key == preset)
            rng = Random(seed)  # noqa: S311 - deals to measure with, nothing to hide
            player = Timed(kan.BOT.decide)
            result = changing_partners.duel(player, opponent, deals=deals, rng=rng, options=values)
            yield (
                f"against {name}, {preset}: {result.first:+.2f} points per seat and round against "
                f"{result.second:+.2f}, {result.more:+.2f} more ± {result.within:.2f}; {player.describe()}"
            )


def of_levels_of_kan(deals: int, seed: int) -> Iterator[str]:
    """A line for each pair of levels and role, and how long the first one thinks."""
    for level in (Level.STRONG, Level.GOOD):
        player, easy = Timed(player_of("kan", level, seed)), player_of("kan", Level.EASY, seed)
        rng = Random(seed)  # noqa: S311 - deals to measure with, nothing to hide
        result = changing_partners.duel_by_role(player, easy, deals=deals, rng=rng, options={})
        for role, gain in zip(("the kan", "their three opponents", "both together"), result, strict=True):
            yield f"{level} against easy, as {role}: {gain.more:+.2f} points a round ± {gain.within:.2f}"
        yield f"{level}: {player.describe()}"


def of_kalooki(deals: int, seed: int) -> Iterator[str]:
    """A line for each opponent and contract, four at the table."""
    for name, opponent in (("any legal action", chance.decide), ("a greedy player", nine_deals.greedy)):
        for number in range(1, len(CONTRACTS) + 1):
            rng = Random(seed)  # noqa: S311 - deals to measure with, nothing to hide
            result = nine_deals.duel(
                kalooki.BOT.decide,
                opponent,
                contract_number=number,
                deals=deals,
                players=4,
                rng=rng,
                options={},
            )
            yield (
                f"against {name}, deal {number}: {result.first:.1f} penalty points per seat against "
                f"{result.second:.1f}, {result.fewer:.1f} fewer ± {result.within:.1f}, {result.won:.0%} of the deals "
                "won"
            )


def of_levels_of_kalooki(deals: int, seed: int) -> Iterator[str]:
    """A line for each pair of levels and contract, four at the table, the mean of the nine, and how long the first one
    thinks."""
    for level, other in (
        (Level.STRONG, Level.EASY),
        (Level.GOOD, Level.EASY),
        (Level.STRONG, Level.GOOD),
    ):
        player, opponent, results = (
            Timed(player_of("kalooki", level, seed)),
            player_of("kalooki", other, seed),
            [],
        )
        for number in range(1, len(CONTRACTS) + 1):
            rng = Random(seed)  # noqa: S311 - deals to measure with, nothing to hide
            results.append(
                nine_deals.duel(
                    player, opponent, contract_number=number, deals=deals, players=4, rng=rng, options={}
                )
            )
            one = results[-1]
            yield (
                f"{level} against {other}, deal {number}: {one.first:.1f} penalty points per seat against "
                f"{one.second:.1f}, {one.fewer:.1f} fewer ± {one.within:.1f}"
            )
        within = sqrt(sum(one.within**2 for one in results)) / len(results)
        yield f"{level} against {other}, mean: {fmean(one.fewer for one in results):.1f} fewer ± {within:.1f}"
        yield f"{level}: {player.describe()}"


def any_card(view: View, choices: Sequence[Choice]) -> Decision:
    """A player that speaks and claims as the bot does and plays its cards by chance."""
    decision = kraken.BOT.decide(view, choices)
    (answer, *_equals) = decision.answers
    if answer is None or answer["do"] != "play":
        return decision
    return chance.decide(view, [choice for choice in choices if choice.data["do"] == "play"])


def describe(result: Duel) -> str:
    stood, won = sum(result.stood.values()), sum(result.won.values())
    words = ", ".join(f"{word} {result.won[word]} of {result.stood[word]}" for word in result.stood)
    return (
        f"{result.points:+.1f} points per round ± {result.within:.1f} over {result.rounds} rounds; "
        f"last words won {won} of {stood} ({words})"
    )


MEASURES: Final[Mapping[str, Callable[[int, int], Iterator[str]]]] = {
    "kraken": of_kraken,
    "rosbiratschka": of_rosbiratschka,
    "kan": of_kan,
    "kalooki": of_kalooki,
}
"""By game key: the lines of figures for so many deals from a seed."""
MEASURES_OF_LEVELS: Final[Mapping[str, Callable[[int, int], Iterator[str]]]] = {
    "kraken": of_levels_of_kraken,
    "rosbiratschka": of_levels_of_rosbiratschka,
    "kan": of_levels_of_kan,
    "kalooki": of_levels_of_kalooki,
}
