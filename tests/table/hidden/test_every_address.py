"""P4 at every address: no answer gives away a card, or tells of a covered word, that its viewer may not see.

The two methods of test_hidden.py, for every game. It is one test, so that each viewer asks once at the addresses that
are about no match.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from datetime import datetime
from random import Random

import pytest

from accounts.models import Player
from games.engine import registry
from games.table.log import seeds
from games.table.log.models import Match
from tests.card_marks import marks_of
from tests.conftest import Clock
from tests.house.reader import Reader
from tests.table.hidden.covered_words import (  # noqa: F401  fixtures
    ACE_SEAT,
    COVERED,
    MUKAN_SEAT,
    NOT_TO_THE_PARTNER,
    addresses_that_tell,
    in_kalooki,
    in_kan,
    kan,
    said_otherwise,
    says,
    taken_back,
)
from tests.table.hidden.everything_sent import everything_sent, reader_of
from tests.table.hidden.other_worlds import other_worlds, unseen_by
from tests.table.kan.deals import STRONG
from tests.table.laid_deals import Lay
from tests.table.play import start_match, step, table_of
from tests.table.tables import in_second_round

GAMES = [game.key for game in registry.GAMES]
Readers = dict[Player | None, Reader]
"""By viewer, None a visitor."""
HERO = re.compile(r'<(p|span) class="(?:hero|fan)".*?</\1>', re.DOTALL)
"""The cards drawn on the first page, four in its picture and three for each other game, the same for everybody."""


@pytest.mark.slow
@pytest.mark.django_db
def test_no_address_gives_a_card_or_a_covered_word_away(
    five: list[Player],
    kan: Callable[..., Match],  # noqa: F811
    guest: Player,
    staff: Player,
    clock: Clock,
    lay: Lay,
    marked_words: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """To two seats, which are partners or opponents in the game, a spectator, staff and a visitor."""
    partner, opponent = five[ACE_SEAT], five[MUKAN_SEAT]
    readers = {viewer: reader_of(viewer) for viewer in (partner, opponent, guest, staff, None)}
    expect_no_unseen_card(readers, five[:4], clock.now, caplog)
    worlds_of_kraken_are_alike(readers, five[:4], clock.now)
    del readers[guest]
    worlds_of_other_games_are_alike(readers, five, clock.now, lay)
    expect_no_covered_words(readers, five, kan, clock.now)


def expect_no_unseen_card(
    readers: Readers, players: list[Player], now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    """In the first round of every game: nothing has been closed, so nothing at all is open to anybody."""
    caplog.set_level(logging.INFO)
    for game in GAMES:
        with taken_back(start_match, players=players, now=now, game=game) as match:
            advance(match, players, now, moves=6)
            table, seed = table_of(match), seeds.open_seed(match.deals.get().sealed).hex()
            caplog.clear()
            for viewer, reader in readers.items():
                unseen = unseen_by(table, seat_of(match, viewer))
                assert len(unseen) > 10
                marks = marks_of(unseen)
                for address, sent in everything_sent(reader, match).items():
                    assert marks.findall(HERO.sub("", sent)) == [], (game, viewer, address)
                    assert seed not in sent, (game, viewer, address)
                assert f"/t/{match.code}/" in reader.asked
            assert caplog.records
            assert marks_of(unseen_by(table, None)).findall(caplog.text) == [], game
            assert seed not in caplog.text, game


def advance(match: Match, people: list[Player], now: datetime, moves: int) -> None:
    """Make so many more moves."""
    rng = Random(3)
    for _ in range(moves):
        now = step(match, dict(enumerate(people)), now, rng)


def seat_of(match: Match, viewer: Player | None) -> int | None:
    return table_of(match).seat_of(viewer.pk if viewer else None)


def worlds_of_kraken_are_alike(readers: Readers, players: list[Player], now: datetime) -> None:
    """A round is closed and may be read; in the deal of the running one two unseen cards change places."""
    with taken_back(in_second_round, players, now) as match:
        compared = sum(worlds_are_alike(reader, viewer, match, most=2) for viewer, reader in readers.items())
        assert compared == 2 * len(readers)


def worlds_are_alike(reader: Reader, viewer: Player | None, match: Match, *, most: int) -> int:
    """Compare what the viewer is sent with so many other worlds; return how many there were."""
    compared = 0
    here = everything_sent(reader, match)
    for _ in other_worlds(match, seat_of(match, viewer), most=most):
        assert addresses_that_tell(here, everything_sent(reader, match)) == [], (match.game, viewer)
        assert f"/t/{match.code}/" in reader.asked
        compared += 1
    return compared


def worlds_of_other_games_are_alike(readers: Readers, five: list[Player], now: datetime, lay: Lay) -> None:
    """After draws in Kalooki, after cards were shown in Kan, two unseen cards change places."""
    for game, people, options in (("kalooki", five[:4], {"deals": [4]}), ("kan", five, {"rounds": 1})):
        if game == "kan":
            lay(STRONG, players=5)
        with taken_back(
            start_match, players=people, now=now, game=game, options=options, fill=False
        ) as match:
            (in_kan if game == "kan" else in_kalooki)(match, people, now)
            compared = sum(
                worlds_are_alike(reader, viewer, match, most=1) for viewer, reader in readers.items()
            )
            assert compared == len(readers), game


def expect_no_covered_words(
    readers: Readers,
    five: list[Player],
    kan: Callable[..., Match],  # noqa: F811
    now: datetime,
) -> None:
    """A seat of Kan said something else, covered."""
    for what in ("a sealed word", "two cards shown", "a card given"):
        phase, place, deck, seat, one, other = COVERED[what]
        with taken_back(kan, phase, place, deck) as match:
            entry = says(match, five, seat, now, **one)
            for viewer, reader in readers.items():
                if viewer == five[ACE_SEAT] and what != NOT_TO_THE_PARTNER:
                    continue
                here = everything_sent(reader, match)
                with said_otherwise(entry, **other):
                    assert addresses_that_tell(here, everything_sent(reader, match)) == [], (what, viewer)
                assert f"/t/{match.code}/" in reader.asked
                assert len(here) > 100
