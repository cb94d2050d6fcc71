"""A substitute for one round of the evening: somebody who waits in that round stands in for it alone."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, TableSeat
from tests.house.addresses import client_of
from tests.league.conftest import drawn, planned, sign_up
from tests.league.going_wrong.conftest import Now, fresh, refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def five(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Now) -> Evening:
    """Drawn for five: one of them waits in each of the two rounds."""
    evening = planned(competition, clock())
    sign_up(evening, entrants[:5], secretary, clock())
    return drawn(evening)


def seated(evening: Evening, round_number: int) -> set[int]:
    """The players (keys) with a seat in that round."""
    seats = TableSeat.objects.filter(table__evening=evening, table__round=round_number)
    return set(seats.values_list("player", flat=True))


@pytest.fixture
def pair(five: Evening) -> tuple[Player, Player]:
    """Somebody with a seat in both rounds, and the player who waits in the first."""
    first, second = seated(five, 1), seated(five, 2)
    (waits,) = second - first
    return Player.objects.get(pk=min(first & second)), Player.objects.get(pk=waits)


def test_somebody_who_waits_stands_in_for_that_round_alone(
    five: Evening, pair: tuple[Player, Player], secretary: Player, clock: Now
) -> None:
    absent, waits = pair
    about = {"evening_id": five.pk, "absent": absent, "instead": waits, "actor": secretary, "now": clock()}

    def substitute(only_round: int | None) -> None:
        services.substitute(version=fresh(five).version, only_round=only_round, **about)

    before = seated(five, 2)
    assert refusal(lambda: substitute(None)) == LeagueRefusal.SEATED_ALREADY
    assert refusal(lambda: substitute(2)) == LeagueRefusal.SEATED_ALREADY
    assert refusal(lambda: substitute(3)) == LeagueRefusal.NOT_SEATED
    substitute(1)
    assert waits.pk in seated(five, 1)
    assert absent.pk not in seated(five, 1)
    assert seated(five, 2) == before


def test_the_cockpit_offers_each_round(five: Evening, pair: tuple[Player, Player], secretary: Player) -> None:
    absent, waits = pair
    desk = client_of(secretary)
    assert 'name="only_round"' in desk.get(f"/e/{five.pk}/cockpit/").content.decode()
    sent = {
        "version": fresh(five).version,
        "do": "substitute",
        "absent": absent.pk,
        "instead": waits.pk,
        "only_round": "1",
    }
    assert desk.post(f"/e/{five.pk}/cockpit/do/", sent).status_code == 302
    assert waits.pk in seated(five, 1)
