"""`manage.py measure_bots`: play duplicate deals of the bots against random players."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.bots import chance, kraken, rosbiratschka
from games.engine.bots.kraken.duel import Duel, duel
from games.engine.bots.player import Decision
from games.engine.bots.rosbiratschka import duel as six_contracts
from games.engine.view import Choice, View


class Command(BaseCommand):
    help = "Play a bot against players by chance, every deal twice with sides swapped."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=("kraken", "rosbiratschka"), default="kraken")
        parser.add_argument("--deals", type=int, default=500)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *, game: str, deals: int, seed: int, **options: Any) -> None:
        measured = of_kraken if game == "kraken" else of_rosbiratschka
        for line in measured(deals, seed):
            self.stdout.write(line)


def of_kraken(deals: int, seed: int) -> Iterator[str]:
    """Print a line for each opponent and trump duty."""
    opponents = (("any legal action", chance.decide), ("any legal card, speaking well", any_card))
    for name, opponent in opponents:
        for play_rules in ("amsterdam", "rotterdam"):
            rng = Random(seed)  # noqa: S311 - deals to measure with, nothing to hide
            came = duel(kraken.decide, opponent, deals=deals, rng=rng, options={"play_rules": play_rules})
            yield f"against {name}, {play_rules}: {described(came)}"


def of_rosbiratschka(deals: int, seed: int) -> Iterator[str]:
    """Print a line for each contract."""
    rng = Random(seed)  # noqa: S311 - deals to measure with, nothing to hide
    for came in six_contracts.duel(rosbiratschka.decide, chance.decide, deals=deals, rng=rng, options={}):
        yield (
            f"{came.contract}: {came.first:.2f} penalty points per seat and deal against {came.second:.2f}, "
            f"{came.fewer:.2f} fewer ± {came.within:.2f}"
        )


def any_card(view: View, choices: Sequence[Choice]) -> Decision:
    """A player that speaks and claims as the bot does and plays its cards by chance."""
    decision = kraken.decide(view, choices)
    (answer, *_equals) = decision.answers
    if answer is None or answer["do"] != "play":
        return decision
    return chance.decide(view, [choice for choice in choices if choice.data["do"] == "play"])


def described(came: Duel) -> str:
    stood, won = sum(came.stood.values()), sum(came.won.values())
    said = ", ".join(f"{word} {came.won[word]} of {came.stood[word]}" for word in came.stood)
    return (
        f"{came.points:+.1f} points per round ± {came.within:.1f} over {came.rounds} rounds; "
        f"last words won {won} of {stood} ({said})"
    )
