"""A player without a plan: any legal choice, each equally likely. The measure of the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.actions import Data
from games.engine.view import Choice, View


def decide(view: View, choices: Sequence[Choice], rng: Random) -> Data | None:
    """One of the choices by chance; nothing where nothing must be done."""
    return rng.choice(choices).data if choices and view.prompt.must else None
