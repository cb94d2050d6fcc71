"""Matches of Kan and Kalooki in which words are covered, and worlds in which they were others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from games.engine.kalooki.state import Phase as Kalooki
from games.engine.kan.state import Phase as Kan
from games.engine.seats import Seat
from games.table import services
from games.table.log.models import Action, Match
from tests.conftest import Clock
from tests.house.addresses import empty_caches
from tests.table.kan.deals import DOUBLE, STRONG, bring_to
from tests.table.laid_deals import Lay
from tests.table.play import play_until, start_match, step, window_of
from tests.unguarded import falsify

JOKER_SEAT, ACE_SEAT, MUKAN_SEAT = 2, 0, 1
"""The seats of `STRONG` and `DOUBLE`; 0 and 2 are the kan, whose ace shows first."""


@pytest.fixture
def kan(five: list[Player], clock: Clock, lay: Lay) -> Callable[..., Match]:
    """Return a function that brings a match of Kan to a phase of its deal."""

    def begun(phase: Kan, place: int = 1, deck: tuple[str, ...] = STRONG) -> Match:
        lay(deck, players=5)
        match = start_match(players=five, now=clock.now, game="kan", options={"rounds": 1})
        bring_to(match, five, clock.now, phase, place)
        return match

    return begun


def says(match: Match, people: list[Player], seat: Seat, now: datetime, **data: str) -> QuerySet[Action]:
    """The seat says that; gives its entry in the log."""
    services.submit_action(
        match_id=match.pk, player=people[seat], window=window_of(match, seat), data=data, now=now
    )
    entry = match.actions.filter(seat=seat).latest("seq")
    return Action.objects.filter(pk=entry.pk)


@contextmanager
def said_otherwise(entry: QuerySet[Action], **data: str) -> Iterator[None]:
    """Let the log hold that seat's other words, as long as the caller looks."""
    saved = transaction.savepoint()
    falsify(entry, data=data)
    empty_caches()
    try:
        yield
    finally:
        transaction.savepoint_rollback(saved)
        empty_caches()


COVERED = {
    "a sealed word": (Kan.CALL, 1, STRONG, JOKER_SEAT, {"do": "iku"}, {"do": "koi"}),
    "a card shown": (
        Kan.SHOW,
        2,
        STRONG,
        ACE_SEAT,
        {"do": "show", "cards": "SK"},
        {"do": "show", "cards": "S9"},
    ),
    "two cards shown": (
        Kan.SHOW,
        2,
        STRONG,
        ACE_SEAT,
        {"do": "show", "cards": "SK;S9"},
        {"do": "show", "cards": "SQ;SQ"},
    ),
    "a card given": (Kan.GIVE, 1, DOUBLE, 2, {"do": "give", "card": "H5"}, {"do": "give", "card": "HK"}),
}
"""By what is covered: where it is said, the seat that says it, and two ways to say it."""


NOT_TO_THE_PARTNER = "a sealed word"
"""The kind of word that the partner of the seat must not be told either."""


def in_kan(match: Match, people: list[Player], now: datetime) -> None:
    """Bring a match of Kan to the second trick of a later deal, after cards were shown."""
    bring_to(match, people, now, Kan.PLAY, 2)
    rng = Random(2)
    for _ in range(7):
        now = step(match, dict(enumerate(people)), now, rng)


def in_kalooki(match: Match, people: list[Player], now: datetime) -> None:
    """Bring a match of Kalooki to a turn after some draws, a draw window open to callers."""
    play_until(
        match,
        people,
        now,
        lambda table: (
            table.state.game_state.deal.phase is Kalooki.DRAW and len(table.state.game_state.deal.thrown) > 5
        ),
    )


@contextmanager
def taken_back(begun: Callable[..., Match], *args: Any, **kwargs: Any) -> Iterator[Match]:
    """A match that is there as long as the caller looks."""
    saved = transaction.savepoint()
    match = begun(*args, **kwargs)
    yield match
    match.refresh_from_db()
    assert services.verify_log(match) == ()
    transaction.savepoint_rollback(saved)
    empty_caches()


def addresses_that_tell(here: dict[str, str], there: dict[str, str]) -> list[str]:
    """The addresses that answer otherwise in the other world."""
    return [address for address in here if here[address] != there.get(address)]
