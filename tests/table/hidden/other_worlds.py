"""Worlds that differ in cards a viewer does not see: every answer to that viewer must stay the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from random import Random

from django.db import transaction

from games.engine.cards import face
from games.table.log.errors import TableRefused
from games.table.log.loading import Table
from games.table.log.models import Action, Match
from tests.house.addresses import empty_caches
from tests.table.play import table_of
from tests.unguarded import falsify

CHANGING = re.compile(
    r'(name="csrfmiddlewaretoken" value="|X-CSRFToken&quot;: &quot;|"X-CSRFToken": "|data-now="|\?page=)\w+'
    r'|"(written_at|last_seen_at)": "[^"]+"'
)
"""Parts that differ between any two responses: CSRF token, times of now and of a data export, page number."""


def unseen_by(table: Table, seat: int | None) -> set[str]:
    """The cards in hands of others of which the viewer's view says nothing, nor of a twin, which looks the same."""
    told = everything_seen(table, seat)
    others = (hand for other, hand in enumerate(hands(table)) if other != seat)
    return {card for card in set().union(*others) if not re.search(rf"\b{face(card)}[b-h]?\b", told)}


def other_worlds(match: Match, seat: int | None, *, most: int) -> Iterator[None]:
    """Let the log hold another deal of the running round, as long as the caller looks; the viewer's view is the same.

    A swap after which the round would have gone another way, or which the view tells of, is no such world.
    """
    deal = match.actions.filter(data__do="deal").latest("seq")
    table = table_of(match)
    view, unseen = everything_seen(table, seat), sorted(unseen_by(table, seat))
    pairs = list(combinations(unseen, 2))
    Random(5).shuffle(pairs)
    for one, other in pairs:
        swapped = {one: other, other: one}
        deck = " ".join(swapped.get(card, card) for card in deal.data["deck"].split())
        before = transaction.savepoint()
        falsify(Action.objects.filter(pk=deal.pk), data={**deal.data, "deck": deck})
        empty_caches()
        try:
            elsewhere = table_of(match)
            if hands(elsewhere) != hands(table) and everything_seen(elsewhere, seat) == view:
                yield
                most -= 1
        except TableRefused:
            continue
        finally:
            transaction.savepoint_rollback(before)
            empty_caches()
        if most == 0:
            return


def everything_seen(table: Table, seat: int | None) -> str:
    """All the engine tells a viewer."""
    game, state = table.game, table.state.game_state
    return repr(game.view(state, seat)) + repr(game.choices(state, seat) if seat is not None else "")


def hands(table: Table) -> list[set[str]]:
    """The hands by seat."""
    game, state = table.game, table.state.game_state
    return [{held.card for held in game.view(state, seat).hand} for seat in range(len(table.sitters))]
