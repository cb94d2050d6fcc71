"""Promises of an exchange that brings people together once more on the same evening: it happens, and is said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client

from games.league.models import Competition, Entrant, Evening
from games.league.services.evenings.seat_plans import repeats_of
from tests.league.conftest import draw_evening, plan_evening, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(
    competition: Competition, entrants: list[Entrant], desk: Client, clock: Callable[[], datetime]
) -> Evening:
    """Two rounds are drawn for M01 to M12."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:12], entrants[0].members.get().player, clock())
    return draw_evening(evening)


def at_seat(evening: Evening, round_number: int, table: int, seat: int) -> Entrant:
    about = {"table__evening": evening, "table__round": round_number, "table__number": table}
    return Entrant.objects.get(seats__number=seat, **{f"seats__{key}": said for key, said in about.items()})


def test_the_same_partners_twice_is_said_and_happens(evening: Evening, desk: Client) -> None:
    """The partner of round 1 is put opposite again in round 2."""
    one, partner = (at_seat(evening, 1, 1, seat) for seat in (0, 2))
    seat = evening.tables.get(round=2, seats__entrant=one).seats.get(entrant=one)
    opposite = seat.table.seats.get(number=(seat.number + 2) % 4).entrant
    assert opposite != partner
    sent = {"do": "swap", "version": evening.version, "round": 2, "one": opposite.pk, "other": partner.pk}
    page = desk.post(f"/e/{evening.pk}/cockpit/do/", sent, follow=True).content.decode()
    assert seat.table.seats.get(entrant=partner).number == (seat.number + 2) % 4
    first, second = sorted((one, partner), key=lambda each: each.pk)
    names = [each.members.get().player.nickname for each in (first, second)]
    assert f"{names[0]} and {names[1]} are partners in round 1 too." in page
    assert page.count("message--warning") >= 1


def test_only_those_who_meet_again_are_named(evening: Evening, entrants: list[Entrant]) -> None:
    """Read from the seats: every repeat that is said is one, and none of the two that were asked about is left out."""
    seats = {
        number: [
            dict(table.seats.values_list("number", "entrant"))
            for table in evening.tables.filter(round=number)
        ]
        for number in (1, 2)
    }

    def met(number: int, *, partners: bool) -> set[frozenset[int]]:
        return {
            frozenset((by_seat[one], by_seat[other]))
            for by_seat in seats[number]
            for one in by_seat
            for other in by_seat
            if one < other and ((other - one) == 2) is partners
        }

    for entrant in entrants[:12]:
        found = repeats_of(evening, 2, [entrant.pk])
        for partners in (True, False):
            again = {
                pair for pair in met(1, partners=partners) & met(2, partners=partners) if entrant.pk in pair
            }
            assert {frozenset(each.entrants) for each in found if each.partners is partners} == again
        assert all(each.rounds == (1,) for each in found)
