"""What a player of one game is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from games.engine.actions import Data
from games.engine.view import Choice, View

Player: TypeAlias = Callable[[View, Sequence[Choice], Random], Data | None]
"""From what one seat sees and what it is offered to the data of one choice, or None for "nothing to do"."""
