"""What a screen is advised, read off its HTML."""

from __future__ import annotations

import re

from games.table.services.moves import advising

GIVEN = re.compile(r'<p (?:hx-swap-oob="true" )?id="advice" class="advice is-given([^"]*)">(.*?)</p>')


def plays_next(table: advising.Table) -> bool:
    """Whether seat 0 has a card to play."""
    waiting = table.game.pending(table.state.game_state).get(0)
    return waiting is not None and waiting.kind in ("play", "place")


def given(answer: str) -> tuple[str, str]:
    """What the advice points at and what it says."""
    marked, words = GIVEN.findall(answer)[0]
    return marked.strip(), words
