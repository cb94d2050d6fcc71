"""Tables whose seats somebody has drawn before they opened: at the table itself that draw stands.

Who draws (a league) registers when the app starts (`games/apps.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

Draws: TypeAlias = Callable[[int], bool]
"""Gives whether it drew the seats of a match (by key)."""

_drawing: Final[list[Draws]] = []


def drawn_by(draws: Draws) -> None:
    """Register who draws seats; once each."""
    if draws not in _drawing:
        _drawing.append(draws)


def are_drawn(match_id: int) -> bool:
    """Whether the seats of a match (by key) were drawn for it."""
    return any(draws(match_id) for draws in _drawing)
