"""P4 for Kan and Kalooki: two matches that differ only in what a viewer may not see send the viewer the same bytes, at
every address, as the first frame of a socket, and in the downloads of the viewer's data.

Kraken's two worlds and the search for marked cards, for every game, stand in test_hidden.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from games.engine.kalooki.state import Phase as Kalooki
from games.engine.kan.state import Phase as Kan
from games.engine.seats import Seat
from games.table import services
from games.table.log.models import Action, Match
from tests.conftest import Clock
from tests.house.addresses import forgotten
from tests.house.reader import opened
from tests.table.everything_sent import everything_sent, reader_of
from tests.table.kan_deals import DOUBLE, STRONG, brought_to
from tests.table.laid_deals import Lay, _laid_are_dealt, lay  # noqa: F401  fixtures
from tests.table.other_worlds import CHANGING, other_worlds
from tests.table.play import play_until, started_match, step, table_of, window_of
from tests.table.screens import connected
from tests.unguarded import falsify

JOKER_SEAT, ACE_SEAT, MUKAN_SEAT = 2, 0, 1
"""The seats of `STRONG` and `DOUBLE`; 0 and 2 are the kan, whose ace shows first."""


@pytest.fixture
def five(players: list[Player], make_player: Callable[..., Player]) -> list[Player]:
    return [*players, make_player("Eva")]


@pytest.fixture
def kan(five: list[Player], clock: Clock, lay: Lay) -> Callable[..., Match]:  # noqa: F811
    """Return a function that brings a match of Kan to a phase of its deal."""

    def begun(phase: Kan, place: int = 1, deck: tuple[str, ...] = STRONG) -> Match:
        lay(deck, players=5)
        match = started_match(players=five, now=clock.now, game="kan", options={"rounds": 1})
        brought_to(match, five, clock.now, phase, place)
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
    forgotten()
    try:
        yield
    finally:
        transaction.savepoint_rollback(saved)
        forgotten()


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
    brought_to(match, people, now, Kan.PLAY, 2)
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
    forgotten()


@pytest.mark.slow
@pytest.mark.django_db
def test_no_answer_tells_of_hands_that_its_viewer_does_not_see_or_of_covered_words(
    kan: Callable[..., Match],
    five: list[Player],
    staff: Player,
    clock: Clock,
    lay: Lay,  # noqa: F811
) -> None:
    """To the partner, an opponent, staff and a visitor. It is one test, so that each of them asks once at the
    addresses that are about no match."""
    partner, opponent = five[ACE_SEAT], five[MUKAN_SEAT]
    readers = {viewer: reader_of(viewer) for viewer in (partner, opponent, staff, None)}
    for game, people, options in (("kalooki", five[:4], {"deals": [4]}), ("kan", five, {"rounds": 1})):
        if game == "kan":
            lay(STRONG, players=5)
        with taken_back(
            started_match, players=people, now=clock.now, game=game, options=options, fill=False
        ) as match:
            (in_kan if game == "kan" else in_kalooki)(match, people, clock.now)
            compared = 0
            for viewer, reader in readers.items():
                here = everything_sent(reader, match)
                seat = table_of(match).seat_of(viewer.pk if viewer else None)
                for _ in other_worlds(match, seat, most=1):
                    assert telling(here, everything_sent(reader, match)) == [], (game, viewer)
                    assert f"/t/{match.code}/" in reader.asked
                    compared += 1
            assert compared == len(readers), game
    for what in ("a sealed word", "two cards shown", "a card given"):
        phase, place, deck, seat, one, other = COVERED[what]
        with taken_back(kan, phase, place, deck) as match:
            entry = says(match, five, seat, clock.now, **one)
            for viewer, reader in readers.items():
                if viewer == partner and what != NOT_TO_THE_PARTNER:
                    continue
                here = everything_sent(reader, match)
                with said_otherwise(entry, **other):
                    assert telling(here, everything_sent(reader, match)) == [], (what, viewer)
                assert f"/t/{match.code}/" in reader.asked
                assert len(here) > 100


def telling(here: dict[str, str], there: dict[str, str]) -> list[str]:
    """The addresses that answer otherwise in the other world."""
    return [address for address in here if here[address] != there.get(address)]


@pytest.mark.django_db
def test_the_partner_is_sent_the_cards_that_are_shown(
    kan: Callable[..., Match], five: list[Player], clock: Clock
) -> None:
    """The comparison itself finds a difference where there is one."""
    match = kan(Kan.SHOW, 2)
    entry = says(match, five, ACE_SEAT, clock.now, do="show", cards="SK")
    reader, address = reader_of(five[JOKER_SEAT]), f"/t/{match.code}/"
    here = reader.answers({address: opened(address)})
    with said_otherwise(entry, do="show", cards="S9"):
        assert telling(here, reader.answers({address: opened(address)})) == [address]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", COVERED)
async def test_the_first_frame_of_a_socket_is_the_same_in_both_worlds(
    kan: Callable[..., Match], five: list[Player], guest: Player, clock: Clock, what: str
) -> None:
    """Screens that connect after the covered word, in a match in which it was another."""
    phase, place, deck, seat, one, other = COVERED[what]
    match = await sync_to_async(kan)(phase, place, deck)
    entry = await sync_to_async(says)(match, five, seat, clock.now, **one)
    viewers = [five[MUKAN_SEAT], guest, None]
    worlds = [await frames_of(match, viewers)]
    await sync_to_async(falsify)(entry, data=other)
    await sync_to_async(forgotten)()
    worlds.append(await frames_of(match, viewers))
    assert worlds[0] == worlds[1]


async def frames_of(match: Match, viewers: list[Player | None]) -> list[str]:
    """The first frame each of them is sent."""
    found = []
    for viewer in viewers:
        screen, whole = await connected(match, viewer)
        await screen.disconnect()
        found.append(CHANGING.sub("", whole))
    return found
