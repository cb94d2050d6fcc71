"""P4 for Kan: two matches that differ only in what a viewer may not see send the same first frame of a socket.

Every address, for every game, is asked in test_every_address.py.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.engine.kan.state import Phase as Kan
from games.table.log.models import Match
from tests.conftest import Clock
from tests.house.addresses import empty_caches
from tests.house.reader import page_request
from tests.table.hidden.covered_words import (  # noqa: F401  fixtures
    ACE_SEAT,
    COVERED,
    JOKER_SEAT,
    MUKAN_SEAT,
    addresses_that_tell,
    kan,
    said_otherwise,
    says,
)
from tests.table.hidden.everything_sent import reader_of
from tests.table.hidden.other_worlds import CHANGING
from tests.table.sockets.screens import connect_screen
from tests.unguarded import falsify


@pytest.mark.django_db
def test_the_partner_is_sent_the_cards_that_are_shown(
    kan: Callable[..., Match],  # noqa: F811
    five: list[Player],
    clock: Clock,
) -> None:
    """The comparison itself finds a difference where there is one."""
    match = kan(Kan.SHOW, 2)
    entry = says(match, five, ACE_SEAT, clock.now, do="show", cards="SK")
    reader, address = reader_of(five[JOKER_SEAT]), f"/t/{match.code}/"
    here = reader.answers({address: page_request(address)})
    with said_otherwise(entry, do="show", cards="S9"):
        assert addresses_that_tell(here, reader.answers({address: page_request(address)})) == [address]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", COVERED)
async def test_the_first_frame_of_a_socket_is_the_same_in_both_worlds(
    kan: Callable[..., Match],  # noqa: F811
    five: list[Player],
    guest: Player,
    clock: Clock,
    what: str,
) -> None:
    """Screens that connect after the covered word, in a match in which it was another."""
    phase, place, deck, seat, one, other = COVERED[what]
    match = await sync_to_async(kan)(phase, place, deck)
    entry = await sync_to_async(says)(match, five, seat, clock.now, **one)
    viewers = [five[MUKAN_SEAT], guest, None]
    said = (await entry.aget()).data
    worlds = [await frames_of(match, viewers)]
    await sync_to_async(falsify)(entry, data=other)
    await sync_to_async(empty_caches)()
    worlds.append(await frames_of(match, viewers))
    assert worlds[0] == worlds[1]
    await sync_to_async(falsify)(entry, data=said)  # as its digest says


async def frames_of(match: Match, viewers: list[Player | None]) -> list[str]:
    """The first frame each of them is sent."""
    found = []
    for viewer in viewers:
        screen, whole = await connect_screen(match, viewer)
        await screen.disconnect()
        found.append(CHANGING.sub("", whole))
    return found
