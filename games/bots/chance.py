"""A player without a plan: any legal choice, each equally likely. The measure of the others, and the player of a game
that has no bot of its own (`registry.bot_of`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from games.bots.player import Decision, clearly
from games.engine.actions import Data
from games.engine.view import Choice, View
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _


class Reason(StrEnum):
    """Why a player without a plan does what it does."""

    BY_CHANCE = "why_by_chance"


SENTENCES: Final[Mapping[str, str]] = {Reason.BY_CHANCE: _("Any of them will do.")}


def decide(view: View, choices: Sequence[Choice]) -> Decision:
    """Any of the choices; nothing where nothing must be done."""
    if choices and view.prompt.must:
        return Decision(tuple(choice.data for choice in choices), _why, drawn=True)
    return clearly(None, text(Reason.BY_CHANCE))


def _why(_answer: Data | None) -> Text:
    return text(Reason.BY_CHANCE)
