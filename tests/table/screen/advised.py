"""The advice on a screen, read from its HTML."""

from __future__ import annotations

import re

from games.table.log.loading import Table

GIVEN = re.compile(
    r'<p (?:hx-swap-oob="true" )?id="advice" class="advice with-advice is-given with-tip">(.*?)</p>'
)
MARKED = re.compile(
    r'name="card" value="(\w+)" class="card [^"]*advised"|<button class="button[^"]* lit"(?: name="\w+" value="(\w*)")?'
)


def plays_next(table: Table) -> bool:
    """Whether seat 0 has a card to play."""
    waiting = table.game.pending(table.state.game_state).get(0)
    return waiting is not None and waiting.kind in ("play", "place")


def pointed_at(answer: str) -> tuple[list[str], str]:
    """The values of what the advice points at, and what it says."""
    return [card or word for card, word in MARKED.findall(answer)], GIVEN.findall(answer)[0]
