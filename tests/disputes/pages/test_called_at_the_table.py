"""The whole way of a call by its pages: a player calls at the table, who leads the evening reads it in the cockpit, the
round is written, an arbiter decides another result, and both sides and the standings have it."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.members import set_role
from accounts.models import Player, Role
from games.disputes.models import Case
from games.league.models import Competition, Entrant, LeagueTable
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.pages.conftest import preview_ruling
from tests.league.conftest import change_rules, open_round, plan_and_draw
from tests.league.playing import play_rounds
from tests.table.posting import form_on, post

pytestmark = pytest.mark.django_db

WHY = "She saw my cards"


def words(page: bytes) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.decode().replace("\xa0", " ")).split())


def test_a_round_for_which_the_director_was_called_gets_another_result(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    """A call of this competition does not stop the clock, so they play on, and nobody answers it before the round is
    written. The first round is under review from then on, and they play the second. Decided is 123 : 45, so everybody
    has that and the second round."""
    change_rules(competition, call_stops_clock=False)
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    (opened,) = open_round(evening, secretary, clock())
    table = LeagueTable.objects.select_related("match").get(pk=opened.pk)
    match, club = table.match, competition.season.club
    players = [seat.player for seat in match.seats.select_related("player").order_by("number")]
    arbiter = members[9]
    set_role(club=club, player=arbiter, role=Role.ARBITER, actor=secretary, now=clock())

    caller, leader = client_of(players[1]), client_of(secretary)
    form = form_on(match, caller, "ask-director")
    kept = {name: value for name, value in form.fields if name not in ("about", "why")}
    sent = {**kept, "about": "misclick", "why": WHY}
    post(caller, form, {name: [value] for name, value in sent.items()})
    cockpit = reverse("league:cockpit", args=[evening.pk])
    assert WHY in words(leader.get(cockpit).content)

    ((ours, theirs, *_same),) = play_rounds(table, 1, clock())
    assert WHY not in words(leader.get(cockpit).content)
    case, desk = Case.objects.get(), client_of(arbiter)
    assert reverse("disputes:desk_case", args=[case.pk]) in desk.get("/desk/").content.decode()
    assert desk.post(reverse("disputes:case_take", args=[case.pk])).status_code == 302
    before = match.rounds.get(number=1).points
    form_page = desk.get(f"/desk/{case.pk}/?kind=assigned").content.decode()
    assert re.findall(r'name="points_\d" value="(-?\d+)"', form_page) == [f"{before[0]}", f"{before[1]}"]
    status, confirmed, _page = preview_ruling(desk, case, "assigned", points_0=123, points_1=45)
    assert status == 200
    assert desk.post(f"/desk/{case.pk}/rule/", confirmed).status_code == 302

    expected = [123 + ours, 45 + theirs]
    for player in players[:2]:
        own = client_of(player)
        ruled = words(own.get(reverse("disputes:case", args=[case.pk])).content)
        assert re.search(r"\b123\b.*\b45\b", ruled)
        sheet = words(own.get(reverse("table:score_sheet", args=[match.code])).content)
        assert re.search(r"\b123\b.*\b45\b", sheet)
        standings = own.get(reverse("league:league", args=[competition.pk])).content.decode()
        totals = re.findall(r'<td class="[^"]*\bpoints\b[^"]*">\s*(?:<b[^>]*>)?(\d+)', standings)
        assert [int(total) for total in totals[:4]] == sorted(expected * 2, reverse=True)
        evening_page = words(own.get(reverse("league:evening", args=[evening.pk])).content)
        listed = evening_page.partition("The evening so far")[2]
        assert [listed.count(f" {total} {total} ") for total in expected] == [2, 2]


@pytest.mark.parametrize("is_written", [False, True], ids=["while it is played", "once it is written"])
def test_a_call_is_left_to_an_arbiter_by_a_button(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
    is_written: bool,
) -> None:
    """A call about nothing in particular, which no arbiter is told of: play goes on with the tap, the table reads why,
    and the call is a case of its caller about its round as soon as that is written."""
    change_rules(competition, call_stops_clock=not is_written)
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    (opened,) = open_round(evening, secretary, clock())
    table = LeagueTable.objects.select_related("match").get(pk=opened.pk)
    match = table.match
    caller = match.seats.select_related("player").get(number=1).player
    own = client_of(caller)
    form = form_on(match, own, "ask-director")
    kept = {name: value for name, value in form.fields if name not in ("about", "why")}
    post(own, form, {name: [value] for name, value in {**kept, "why": WHY}.items()})
    leader, cockpit = client_of(secretary), reverse("league:cockpit", args=[evening.pk])
    if is_written:
        play_rounds(table, 1, clock())
        assert not Case.objects.exists()
    assert "Play on: an arbiter decides" in words(leader.get(cockpit).content)
    left = {"do": "answer", "arbiter": table.pk, "version": evening.version}
    assert leader.post(reverse("league:cockpit_do", args=[evening.pk]), left).status_code == 302
    match.refresh_from_db()
    at_table = words(own.get(f"/t/{match.code}/").content)
    assert is_written or "Play on. An arbiter decides once this round is written." in at_table
    if not is_written:
        assert not Case.objects.exists()
        play_rounds(table, 1, clock())
    case = Case.objects.get()
    assert (case.round.number, case.complaints.get().player, case.complaints.get().text) == (1, caller, WHY)
    page = own.get(reverse("disputes:case", args=[case.pk])).content.decode()
    assert f'href="/t/{match.code}/"' in page, "they play on, and the others wait"
