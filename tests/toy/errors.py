"""Refusals of the toy game."""

from __future__ import annotations

from games.engine.errors import RefusalCode


class ToyRefusal(RefusalCode):
    """Refusals that only the toy game has."""

    NOT_A_MELD = "not_a_toy_meld", "These cards do not rise."
    DOES_NOT_FIT = "does_not_fit_toy_meld", "That card does not rise from this meld."
