"""Matches as short as the engine plays them, in the servers that tests start; people are offered longer ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine.options import Option, options_of


def allow_short_matches() -> None:
    """Let the forms of this process take every number the engine reads. Call it when Django is set up."""
    from games.league.seasons import forms as season_forms
    from games.table.lobby import forms

    forms.options_of = season_forms.options_of = options_from_the_lowest


def options_from_the_lowest(options: type[Any]) -> tuple[Option, ...]:
    """The options of a game, their numbers offered from the lowest that is read."""
    return tuple(replace(one, offered_from=one.lowest) for one in options_of(options))
