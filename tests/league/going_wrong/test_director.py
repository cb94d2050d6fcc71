"""A call for the director from a table of the evening reaches those who run it, and their answer the table."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import reverse

from accounts.models import Notice, Player
from games.league.evenings.cockpit_tables import rounds_of
from games.league.models import Competition, Evening, LeagueTable
from games.table.log import loading
from games.table.log.models import Action, Match
from games.table.screen import rendering
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import open_round
from tests.league.going_wrong.conftest import say, with_rules
from tests.table.plain_forms import Form, forms_of
from tests.table.play import table_of
from tests.unguarded import falsify

pytestmark = pytest.mark.django_db
WHY = "A card fell on the table"


@pytest.fixture
def table(evening: Evening, secretary: Player, clock: Clock) -> LeagueTable:
    """The first table, started."""
    (table,) = open_round(evening, secretary, clock())
    return LeagueTable.objects.select_related("match").get(pk=table.pk)


def seat_screen(match: Match, seat: int) -> str:
    return rendering.whole_table(table_of(match), seat=seat, talk=(), language="en")


def test_those_who_run_the_evening_are_told_and_answer_from_the_cockpit(
    table: LeagueTable, secretary: Player, clock: Clock
) -> None:
    desk = client_of(secretary)
    cockpit = reverse("league:cockpit", args=[table.evening_id])
    assert WHY not in desk.get(cockpit).content.decode()
    say(table.match, 1, clock, do="call_director", why=WHY)
    caller = table.match.seats.get(number=1).player
    notice = Notice.objects.get(player=secretary, url=cockpit)
    assert WHY in notice.text
    assert WHY not in notice.subject
    assert not Notice.objects.filter(player=caller, url=cockpit).exists()
    ((shown,),) = [each.tables for each in rounds_of(table.evening, {}) if each.is_open]
    assert (shown.call.name, shown.call.why) == (caller.nickname, WHY)
    assert WHY in desk.get(reverse("league:cockpit_tables", args=[table.evening_id])).content.decode()
    about = {"version": 0, "do": "answer", "table": table.pk}
    empty = desk.post(reverse("league:cockpit_do", args=[table.evening_id]), about)
    assert (empty.status_code, empty["Refusal-Code"]) == (422, "nothing_said")
    long = desk.post(
        reverse("league:cockpit_do", args=[table.evening_id]), {**about, f"answer-{table.pk}": "x" * 201}
    )
    assert (long.status_code, long["Refusal-Code"]) == (422, "too_long")
    sent = {**about, f"answer-{table.pk}": "Play it as the led card"}
    assert desk.post(reverse("league:cockpit_do", args=[table.evening_id]), sent).status_code == 302
    for seat in range(4):
        assert "Play it as the led card" in seat_screen(table.match, seat)
    assert WHY not in desk.get(cockpit).content.decode()
    again = desk.post(reverse("league:cockpit_do", args=[table.evening_id]), sent)
    assert (again.status_code, again["Refusal-Code"]) == (422, "not_called")


def test_an_answer_with_a_nul_is_read_without_it(table: LeagueTable, secretary: Player, clock: Clock) -> None:
    say(table.match, 1, clock, do="call_director", why=WHY)
    sent = {"version": 0, "do": "answer", "table": table.pk, f"answer-{table.pk}": "Play\0 on"}
    assert (
        client_of(secretary).post(reverse("league:cockpit_do", args=[table.evening_id]), sent).status_code
        == 302
    )
    assert "Play on" in seat_screen(table.match, 0)


def test_a_call_that_cannot_be_read_does_not_close_the_cockpit(
    table: LeagueTable, secretary: Player, clock: Clock
) -> None:
    say(table.match, 1, clock, do="call_director", why=WHY)
    before = transaction.savepoint()
    falsify(Action.objects.filter(match=table.match, seq=1), data={"do": "dance"})
    loading.forget_all()
    page = client_of(secretary).get(reverse("league:cockpit", args=[table.evening_id]))
    assert page.status_code == 200
    transaction.savepoint_rollback(before)
    loading.forget_all()


@pytest.mark.parametrize(("stops", "word"), [(True, "stands still"), (False, "Play on until")])
def test_the_competition_says_whether_the_clock_stops(
    competition: Competition, evening: Evening, secretary: Player, clock: Clock, stops: bool, word: str
) -> None:
    with_rules(competition, call_stops_clock=stops)
    (table,) = open_round(Evening.objects.get(pk=evening.pk), secretary, clock())
    match = Match.objects.get(pk=table.match_id)
    assert 'id="ask-director"' in seat_screen(match, 0)
    say(match, 0, clock, do="call_director", why=WHY)
    assert word in seat_screen(match, 2)
    assert (table_of(match).state.paused_at is not None) == stops


def test_a_player_calls_and_settles_it_by_plain_forms(table: LeagueTable) -> None:
    """The forms are sent exactly as the page has them."""
    match, caller = table.match, table.match.seats.select_related("player").get(number=1).player
    client = client_of(caller)

    def form_of(form_id: str) -> Form:
        page = client.get(f"/t/{match.code}/").content.decode()
        (found,) = [form for form in forms_of(page) if form.id == form_id]
        return found

    form = form_of("ask-director")
    assert client.post(form.action, form.pressed(form.buttons[0], why=WHY)).status_code == 302
    call = table_of(match).state.director_call
    assert (call.seat, call.why, call.is_open) == (1, WHY, True)
    form = form_of("answer-call")
    assert client.post(form.action, form.pressed(form.buttons[0])).status_code == 302
    call = table_of(match).state.director_call
    assert call is None or not call.is_open


def test_a_member_who_does_not_run_the_evening_answers_no_call(
    table: LeagueTable, members: list[Player], clock: Clock
) -> None:
    say(table.match, 1, clock, do="call_director", why=WHY)
    sent = {"version": 0, "do": "answer", "table": table.pk, f"answer-{table.pk}": "Mine"}
    answer = client_of(members[6]).post(reverse("league:cockpit_do", args=[table.evening_id]), sent)
    assert answer.status_code == 403
    assert table_of(table.match).state.director_call.is_open
