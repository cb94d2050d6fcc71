"""Promises of being absent: coming, signed off, did not come. The director says which, not the clock, closed or not."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Correction, Entrant, Evening, EveningMark
from games.league.standings.scores import MarkKind
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """M01 to M08 come, nobody else has said anything."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:8], secretary, clock())
    return evening


def break_off_and_close(evening: Evening, secretary: Player, now: datetime) -> Evening:
    """Draw, break every table off and close."""
    draw_evening(evening)
    for _round in (1, 2):
        for table in open_round(evening, secretary, now):
            evening.refresh_from_db()
            services.break_off(
                table_id=table.pk, version=evening.version, reason="Late", actor=secretary, now=now
            )
    return close_evening(evening, secretary, now)


def kinds(evening: Evening, entrant: Entrant) -> list[str]:
    return list(EveningMark.objects.filter(evening=evening, entrant=entrant).values_list("kind", flat=True))


def test_the_director_says_which_at_whatever_hour(
    evening: Evening, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    address = reverse("league:evening_sign", args=[evening.pk])
    desk.post(address, {"entrant": entrants[9].pk, "comes": "absent"})
    clock.now = evening.deadline + timedelta(minutes=5)
    desk.post(address, {"entrant": entrants[8].pk, "comes": "no"})
    cockpit = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert "did not come" in cockpit
    break_off_and_close(evening, secretary, clock())
    assert kinds(evening, entrants[8]) == [MarkKind.ANNOUNCED]
    assert kinds(evening, entrants[9]) == [MarkKind.UNANNOUNCED]


def test_the_secretary_changes_an_absence_of_a_closed_evening(
    evening: Evening, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    break_off_and_close(evening, secretary, clock())
    absent, address = entrants[8], reverse("league:cockpit_do", args=[evening.pk])
    assert kinds(evening, absent) == [MarkKind.UNANNOUNCED]
    for word, kept in (("no", [MarkKind.ANNOUNCED]), ("yes", []), ("absent", [MarkKind.UNANNOUNCED])):
        evening.refresh_from_db()
        page = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
        assert f'id="absent-{absent.pk}"' in page
        assert f'id="absent-{entrants[0].pk}"' not in page
        sent = {"do": f"absence_{word}", "version": evening.version, "entrant": absent.pk}
        assert desk.post(address, sent).status_code == 302
        assert kinds(evening, absent) == kept
    assert list(Correction.objects.filter(entrant=absent).values_list("what", flat=True)) == [
        "absence_absent",
        "absence_yes",
        "absence_no",
    ]


def test_only_absences_of_closed_evenings_are_changed(
    evening: Evening, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    def change(entrant: Entrant) -> object:
        evening.refresh_from_db()
        return services.change_absence(
            evening_id=evening.pk,
            version=evening.version,
            entrant=entrant,
            word="no",
            actor=secretary,
            now=clock(),
        )

    assert refusal(lambda: change(entrants[8])) == LeagueRefusal.CHANGED_MEANWHILE
    break_off_and_close(evening, secretary, clock())
    assert refusal(lambda: change(entrants[0])) == LeagueRefusal.SEATED_ALREADY


def test_all_who_said_nothing_come_by_one_tap_and_those_who_said_no_do_not(
    evening: Evening, entrants: list[Entrant], desk: Client, clock: Clock
) -> None:
    desk.post(reverse("league:evening_sign", args=[evening.pk]), {"entrant": entrants[9].pk, "comes": "no"})
    cockpit = reverse("league:cockpit", args=[evening.pk])
    silent = len(entrants) - 9
    assert f"All {silent} who said nothing come" in desk.get(cockpit).content.decode()
    sent = {"do": "all_come", "version": evening.version}
    assert desk.post(reverse("league:cockpit_do", args=[evening.pk]), sent).status_code == 302
    come = set(evening.sign_ups.filter(comes=True).values_list("entrant", flat=True))
    assert come == {entrant.pk for entrant in entrants} - {entrants[9].pk}
    assert "without a word" not in desk.get(cockpit).content.decode()


def test_who_goes_home_with_a_seat_in_the_next_round_is_named_before_it_opens(
    evening: Evening, entrants: list[Entrant], desk: Client, clock: Clock
) -> None:
    draw_evening(evening)
    cockpit = reverse("league:cockpit", args=[evening.pk])
    assert 'id="signed-off"' not in desk.get(cockpit).content.decode()
    desk.post(reverse("league:evening_sign", args=[evening.pk]), {"entrant": entrants[0].pk, "comes": "no"})
    told = desk.get(cockpit).content.decode()
    assert "still with a seat: M01." in told
    assert "Draw rounds 1 to 2 anew" in told


def test_a_drawn_evening_goes_on_paper_as_a_whole_by_one_tap(evening: Evening, desk: Client) -> None:
    draw_evening(evening)
    evening.refresh_from_db()
    cockpit = reverse("league:cockpit", args=[evening.pk])
    assert 'id="on-phones"' in desk.get(cockpit).content.decode()
    sent = {"do": "all_paper", "version": evening.version}
    assert desk.post(reverse("league:cockpit_do", args=[evening.pk]), sent).status_code == 302
    assert set(evening.tables.values_list("on_paper", flat=True)) == {True}
    assert 'id="on-phones"' not in desk.get(cockpit).content.decode()
