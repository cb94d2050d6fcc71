"""A substitute is wanted: the first member to accept has the seat, for the rounds asked, and the stand-by list keeps
its order.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.models import Notice, Player
from accounts.notices import answer_notice
from accounts.personal_data import data_of
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Correction, Entrant, Evening, SubstituteRequest, TableSeat
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_and_draw, plan_evening, sign_up
from tests.league.going_wrong.conftest import fresh, players_seated
from tests.league.playing import play_rounds
from tests.league.shown import hidden_value
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def absent(five: Evening) -> Player:
    """A player with a seat in both rounds."""
    return Player.objects.get(pk=min(players_seated(five, 1) & players_seated(five, 2)))


@pytest.fixture
def waits(five: Evening) -> Player:
    """The player who waits in the first round."""
    (one,) = players_seated(five, 2) - players_seated(five, 1)
    return Player.objects.get(pk=one)


def ask(
    evening: Evening, absent: Player, secretary: Player, clock: Clock, only_round: int | None = None
) -> int:
    return services.ask_for_substitute(
        evening_id=evening.pk, absent=absent, actor=secretary, now=clock(), only_round=only_round
    )


def test_the_first_to_answer_has_the_seat_and_the_second_is_told(
    five: Evening, absent: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    assert ask(five, absent, secretary, clock) == len(members) - 5
    first, second = (Notice.objects.get(player=members[place], kind="substitute") for place in (10, 11))
    answer_notice(notice=first, now=clock())
    for number in (1, 2):
        assert members[10].pk in players_seated(five, number)
        assert absent.pk not in players_seated(five, number)
    with pytest.raises(ValidationError) as refused:
        answer_notice(notice=second, now=clock())
    assert refused.value.code == LeagueRefusal.SUBSTITUTE_FOUND
    second.refresh_from_db()
    assert second.answered_at is None
    told = Notice.objects.filter(player=secretary, url=reverse("league:cockpit", args=[five.pk]))
    assert [notice.mentions for notice in told] == [sorted([members[10].pk, absent.pk])]
    asked = SubstituteRequest.objects.get()
    assert (asked.taken_by, asked.closed_at) == (members[10], clock())
    assert Correction.objects.get(what="substitute").actor == members[10]
    (wanted,) = data_of(absent, now=clock())["substitutes_wanted"]
    (played,) = data_of(members[10], now=clock())["evenings_played_for_others"]
    assert (wanted["evening"], wanted["closed_at"]) == (played["evening"], played["at"]) == (1, clock())


def test_a_player_who_waits_takes_one_round_by_a_tap_on_the_evenings_page(
    five: Evening, absent: Player, waits: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    address = reverse("league:evening", args=[five.pk])
    ask(five, absent, secretary, clock, only_round=1)
    (asked,) = services.open_requests(five)
    assert f'id="wanted-{asked.pk}"' in client_of(waits).get(address).content.decode()
    busy = Player.objects.get(pk=max(players_seated(five, 1) & players_seated(five, 2) - {absent.pk}))
    assert f'id="wanted-{asked.pk}"' not in client_of(busy).get(address).content.decode()
    tap = {"do": "play", "request": asked.pk}
    door = reverse("league:evening_substitute", args=[five.pk])
    refused = client_of(busy).post(door, tap)
    assert (refused.status_code, refused["Refusal-Code"]) == (422, LeagueRefusal.SEATED_ALREADY)
    before = players_seated(five, 2)
    assert client_of(waits).post(door, tap).status_code == 302
    assert waits.pk in players_seated(five, 1)
    assert players_seated(five, 2) == before
    again = client_of(members[10]).post(door, tap)
    assert (again.status_code, again["Refusal-Code"]) == (409, LeagueRefusal.SUBSTITUTE_FOUND)


def test_a_double_tap_asks_the_club_once_and_a_page_opened_again_asks_it_again(
    five: Evening, absent: Player, members: list[Player], secretary: Player
) -> None:
    desk, door = client_of(secretary), reverse("league:cockpit_do", args=[five.pk])
    told = Notice.objects.filter(kind="substitute", player=members[10])
    for times in (1, 2):
        page = desk.get(reverse("league:cockpit", args=[five.pk])).content.decode()
        tap = {"do": "wanted", "absent": absent.pk, "version": fresh(five).version}
        tap["csrfmiddlewaretoken"] = hidden_value(page, "csrfmiddlewaretoken")
        for _twice in range(2):
            assert desk.post(door, tap).status_code == 302
        assert told.count() == times


def test_the_club_is_asked_for_a_substitute_so_many_times_a_day(
    five: Evening, absent: Player, members: list[Player], secretary: Player, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"substitute_wanted": "2/d/user"}
    desk, door = client_of(secretary), reverse("league:cockpit_do", args=[five.pk])
    for number, status in enumerate((302, 302, 429)):
        tap = {"do": "wanted", "absent": absent.pk, "version": 0, "csrfmiddlewaretoken": f"{number}"}
        assert desk.post(door, tap).status_code == status
    assert Notice.objects.filter(kind="substitute", player=members[10]).count() == 2


def test_a_request_is_settled_when_the_secretary_seats_somebody_or_takes_it_back(
    five: Evening, absent: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    ask(five, absent, secretary, clock)
    ask(five, absent, secretary, clock)
    (asked,) = services.open_requests(five)
    desk, door = client_of(secretary), reverse("league:cockpit_do", args=[five.pk])
    page = desk.get(reverse("league:cockpit", args=[five.pk])).content.decode()
    assert f'form="not-wanted" name="request" value="{asked.pk}"' in page
    sent = {"do": "not_wanted", "request": asked.pk, "version": fresh(five).version}
    assert desk.post(door, sent).status_code == 302
    assert desk.post(door, sent)["Refusal-Code"] == LeagueRefusal.SUBSTITUTE_FOUND
    assert (
        refusal(lambda: services.accept_request(request_id=asked.pk, player=members[9], now=clock()))
        == LeagueRefusal.SUBSTITUTE_FOUND
    )

    ask(five, absent, secretary, clock, only_round=2)
    services.substitute(
        evening_id=five.pk,
        version=fresh(five).version,
        absent=absent,
        instead=members[12],
        actor=secretary,
        now=clock(),
    )
    assert not services.open_requests(five)
    assert SubstituteRequest.objects.get(only_round=2).taken_by == members[12]


def test_a_substitute_accepts_during_play_and_holds_the_cards_from_there(
    five: Evening, absent: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    (table,) = open_round(five, secretary, clock())
    play_rounds(table, 1, clock())
    ask(five, absent, secretary, clock)
    (asked,) = services.open_requests(five)
    services.accept_request(request_id=asked.pk, player=members[10], now=clock())
    seat = table.seats.get(player=members[10])
    (change,) = seat.changes.all()
    assert (change.player, change.until_round, seat.played_by) == (absent, 1, "substitute")


def test_the_stand_by_list_keeps_its_order_and_the_cockpit_offers_it_first(
    five: Evening, absent: Player, waits: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    door = reverse("league:evening_substitute", args=[five.pk])
    for late, player in enumerate((members[14], members[8], waits)):
        services.stand_by(
            evening_id=five.pk, player=player, ready=True, now=clock() + timedelta(minutes=late)
        )
    assert client_of(members[14]).post(door, {"do": "ready"}).status_code == 302
    listed = [each.player for each in five.stand_bys.all()]
    assert listed == [members[14], members[8], waits]
    assert (
        "number 2 on the list"
        in client_of(members[8]).get(reverse("league:evening", args=[five.pk])).content.decode()
    )
    page = client_of(secretary).get(reverse("league:cockpit", args=[five.pk])).content.decode()
    assert f"Stand by: {members[14].nickname}, {members[8].nickname}, {waits.nickname}" in page
    offered = page.index('<optgroup label="stand by">')
    assert (
        offered
        < page.index(f">{members[14].nickname}</option>", offered)
        < page.index("</optgroup>", offered)
    )
    assert client_of(members[14]).post(door, {"do": "not_ready"}).status_code == 302
    assert [each.player for each in five.stand_bys.all()] == [members[8], waits]
    busy = (players_seated(five, 1) & players_seated(five, 2)).pop()
    sits = Player.objects.get(pk=busy)
    assert (
        refusal(lambda: services.stand_by(evening_id=five.pk, player=sits, ready=True, now=clock()))
        == LeagueRefusal.SEATED_ALREADY
    )


@pytest.mark.parametrize(("comes", "asked"), [(True, False), (False, True)])
def test_a_member_who_comes_is_not_asked_to_stand_by_before_the_draw(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
    comes: bool,
    asked: bool,
) -> None:
    evening = plan_evening(competition, clock())
    if comes:
        sign_up(evening, entrants[:1], secretary, clock())
    page = client_of(members[0]).get(reverse("league:evening", args=[evening.pk])).content.decode()
    assert ("You are coming." in page) == comes
    assert ('value="ready"' in page) == asked


def test_a_player_who_comes_and_waits_a_round_can_stand_by_for_it(five: Evening, waits: Player) -> None:
    page = client_of(waits).get(reverse("league:evening", args=[five.pk])).content.decode()
    assert 'value="ready"' in page


def test_a_stranger_neither_stands_by_nor_takes_a_seat(
    five: Evening, absent: Player, secretary: Player, make_player, clock: Clock
) -> None:
    stranger = make_player("Stranger")
    ask(five, absent, secretary, clock)
    (asked,) = services.open_requests(five)
    assert (
        refusal(lambda: services.stand_by(evening_id=five.pk, player=stranger, ready=True, now=clock()))
        == LeagueRefusal.NOT_A_MEMBER
    )
    assert (
        refusal(lambda: services.accept_request(request_id=asked.pk, player=stranger, now=clock()))
        == LeagueRefusal.NOT_A_MEMBER
    )
    assert absent.pk in players_seated(five, 1)


def test_one_half_of_a_pair_is_replaced_and_the_other_stays(
    competition: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    pairs = services.add_competition(
        season=competition.season, name="Pairs", game="kraken", rounds=2, seating="pairs", size=2
    )
    for first in range(0, 8, 2):
        services.enter(competition=pairs, players=members[first : first + 2])
    evening = plan_and_draw(pairs, list(pairs.entrants.all()), secretary, clock())
    ask(evening, members[0], secretary, clock, only_round=1)
    (asked,) = services.open_requests(evening)
    tap = {"do": "play", "request": asked.pk}
    door = reverse("league:evening_substitute", args=[evening.pk])
    assert client_of(members[12]).post(door, tap).status_code == 302
    assert players_seated(evening, 1) == {player.pk for player in (members[12], *members[1:8])}
    assert players_seated(evening, 2) == {player.pk for player in members[:8]}
    seat = TableSeat.objects.get(table__evening=evening, table__round=1, player=members[12])
    assert seat.entrant.members.filter(player=members[0]).exists()


def offered_members(page: str) -> dict[str, list[str]]:
    """The members that the form of a substitute offers, by the title of their group."""
    form = page[page.index('<select id="instead') :]
    groups = re.findall('<optgroup label="([^"]+)">(.*?)</optgroup>', form[: form.index("</select>")])
    return {title: re.findall(">([^<]+)</option>", players) for title, players in groups}


def test_the_director_is_offered_only_members_with_a_free_round(
    five: Evening, waits: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    (table,) = open_round(five, secretary, clock())
    (later,) = players_seated(five, 1) - players_seated(five, 2)
    others = [member.nickname for member in members[5:]]
    desk = client_of(secretary)
    whole = offered_members(desk.get(reverse("league:cockpit", args=[five.pk])).content.decode())
    assert whole == {
        "wait in this round": [waits.nickname],
        "others": [*others, secretary.nickname],
        "free in another round": [Player.objects.get(pk=later).nickname],
    }
    at_it = desk.get(reverse("league:cockpit_table", args=[five.pk, table.pk])).content.decode()
    assert offered_members(at_it) == {
        "wait in this round": [waits.nickname],
        "others": [*others, secretary.nickname],
    }


def test_somebody_new_sits_down_by_name_and_is_a_member(
    five: Evening, absent: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    desk, door = client_of(secretary), reverse("league:cockpit_do", args=[five.pk])
    sent = {"do": "substitute", "absent": absent.pk, "new_name": "Nynke"}
    stale = desk.post(door, {**sent, "version": 9999})
    assert (stale.status_code, stale["Refusal-Code"]) == (409, LeagueRefusal.CHANGED_MEANWHILE)
    assert not Player.objects.filter(nickname="Nynke").exists()
    assert desk.post(door, {**sent, "version": fresh(five).version}).status_code == 302
    new = Player.objects.get(nickname="Nynke", memberships__club=five.competition.season.club)
    assert not new.has_usable_password()
    for number in (1, 2):
        assert new.pk in players_seated(five, number)
        assert absent.pk not in players_seated(five, number)
    again = {"do": "substitute", "absent": new.pk, "new_name": members[12].nickname}
    assert desk.post(door, {**again, "version": fresh(five).version}).status_code == 302
    assert members[12].pk in players_seated(five, 1)
    nobody = desk.post(door, {**again, "new_name": " ", "version": fresh(five).version})
    assert (nobody.status_code, nobody["Refusal-Code"]) == (422, LeagueRefusal.NOBODY_CHOSEN)


def test_nobody_is_wanted_for_an_evening_that_was_cancelled_and_planned_again(
    five: Evening, absent: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    """Its draw is gone: an old answer would take the seat of somebody who comes."""
    ask(five, absent, secretary, clock)
    about = {"evening_id": five.pk, "actor": secretary, "now": clock()}
    services.cancel_evening(version=fresh(five).version, reason="Snow", **about)
    services.plan_again(version=fresh(five).version, **about)
    draw_evening(five)
    wanted = Notice.objects.get(player=members[10], kind="substitute")
    with pytest.raises(ValidationError) as refused:
        answer_notice(notice=wanted, now=clock())
    assert refused.value.code == LeagueRefusal.SUBSTITUTE_FOUND
    assert absent.pk in players_seated(five, 1)


def test_nobody_is_wanted_any_more_where_a_bot_sits_in(
    five: Evening, absent: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    ask(five, absent, secretary, clock)
    version = fresh(five).version
    about = {"evening_id": five.pk, "version": version, "actor": secretary, "now": clock()}
    services.substitute(absent=absent, instead=None, **about)
    assert not services.open_requests(five).exists()
    wanted = Notice.objects.get(player=members[10], kind="substitute")
    with pytest.raises(ValidationError) as refused:
        answer_notice(notice=wanted, now=clock())
    assert refused.value.code == LeagueRefusal.SUBSTITUTE_FOUND


def test_who_answers_twice_has_the_seat(
    five: Evening, absent: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    """On the page, and from the notice of it."""
    ask(five, absent, secretary, clock)
    client, page = client_of(members[10]), reverse("league:evening_substitute", args=[five.pk])
    asked = {"do": "play", "request": SubstituteRequest.objects.get().pk}
    assert [client.post(page, asked).status_code for _twice in range(2)] == [302, 302]
    answer_notice(notice=Notice.objects.get(player=members[10], kind="substitute"), now=clock())
    assert Notice.objects.filter(player=secretary, url=reverse("league:cockpit", args=[five.pk])).count() == 1
    assert client_of(members[11]).post(page, asked).status_code == 409


def test_who_never_signs_in_is_not_counted_as_told(
    five: Evening, absent: Player, members: list[Player], secretary: Player, clock: Clock
) -> None:
    before = ask(five, absent, secretary, clock)
    members[10].set_unusable_password()
    members[10].save(update_fields=["password"])
    Player.objects.filter(pk=members[11].pk).update(is_active=False)
    assert ask(five, absent, secretary, clock) == before - 2
