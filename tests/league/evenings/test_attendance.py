"""Sign-ups of pairs: each partner speaks for themselves, and open cockpits see every change at once."""

from __future__ import annotations

from datetime import datetime

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.evenings.attendance import attendees
from games.league.models import Competition, Entrant, Evening, SignUp
from games.league.queries import entrants_by_key
from games.league.services.evenings.seats import entrants_coming
from games.refusals import CODE_HEADER
from games.routing import websocket_urlpatterns
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import plan_evening
from tests.sockets import Socket, wait_until_idle


@pytest.fixture
def pairs(league_club, members: list[Player], clock: Clock) -> list[Entrant]:
    """Four pairs of a competition to which everybody comes unless they say no."""
    season = services.create_season(club=league_club, name="Pairs", now=clock())
    competition = services.add_competition(
        season=season,
        name="Pairs",
        game="kraken",
        options={"rounds": 4},
        rules={"coming": "unless"},
        rounds=1,
        seating="round_robin",
        size=2,
    )
    return [
        services.enter(competition=competition, players=members[first : first + 2]) for first in (0, 2, 4, 6)
    ]


@pytest.fixture
def evening(pairs: list[Entrant], clock: Clock) -> Evening:
    return plan_evening(pairs[0].competition, clock())


def say(evening: Evening, entrant: Entrant, player: Player, comes: bool, now: datetime) -> None:
    services.sign(evening_id=evening.pk, entrant=entrant, comes=comes, player=player, now=now)


@pytest.mark.django_db
@pytest.mark.parametrize("first", [True, False])
def test_a_partners_no_holds_whatever_the_other_says_before_or_after(
    evening: Evening,
    pairs: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
    first: bool,
) -> None:
    say(evening, pairs[0], members[0], first, clock())
    say(evening, pairs[0], members[1], not first, clock())
    assert entrants_coming(evening) == [pair.pk for pair in pairs[1:]]
    (shown, *_others) = attendees(evening, entrants_by_key(evening.competition))
    assert shown.words == (("M01", first), ("M02", not first))
    assert shown.differs
    page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert "They differ" in page
    assert ("M01 comes, M02 cannot" if first else "M01 cannot, M02 comes") in page
    own = client_of(members[0]).get(reverse("league:evening", args=[evening.pk])).content.decode()
    assert "All of you come unless one of you cannot." in own
    assert ("You are coming, your partner cannot." in own) == first
    assert (">I cannot come</button>" in own, ">I am coming</button>" in own) == (first, not first)

    say(evening, pairs[0], members[1 if first else 0], True, clock())
    assert entrants_coming(evening) == [pair.pk for pair in pairs]


@pytest.mark.django_db
def test_the_secretary_speaks_for_both(
    evening: Evening, pairs: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    say(evening, pairs[0], members[0], True, clock())
    say(evening, pairs[0], members[1], False, clock())
    sent = {"entrant": pairs[0].pk, "comes": "yes"}
    assert (
        client_of(secretary).post(reverse("league:evening_sign", args=[evening.pk]), sent).status_code == 302
    )
    assert entrants_coming(evening) == [pair.pk for pair in pairs]
    assert not evening.player_sign_ups.exists()
    assert SignUp.objects.get(entrant=pairs[0]).said_by == secretary


@pytest.mark.django_db
def test_a_player_never_speaks_for_both(
    evening: Evening, pairs: list[Entrant], members: list[Player], clock: Clock
) -> None:
    """Nor signs off in time at any hour, as the secretary does: not by sending what the cockpit sends of the pair."""
    say(evening, pairs[0], members[1], False, clock())
    address = reverse("league:evening_sign", args=[evening.pk])
    for comes in ("yes", "no"):
        sent = {"entrant": pairs[0].pk, "comes": comes}
        assert client_of(members[0]).post(address, sent).get(CODE_HEADER) == "not_allowed"
    assert list(evening.player_sign_ups.values_list("player", "comes")) == [(members[1].pk, False)]


@pytest.mark.django_db(transaction=True)
async def test_an_open_cockpit_sees_a_sign_off_and_a_stand_by_at_once(
    evening: Evening, pairs: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    socket = Socket(URLRouter(websocket_urlpatterns), f"/ws/e/{evening.pk}/")
    socket.scope["user"] = secretary
    assert (await socket.connect())[0]
    await wait_until_idle()
    await sync_to_async(say)(evening, pairs[0], members[0], False, clock())
    push = await socket.receive_from()
    assert f'id="not-{pairs[0].pk}" class="button button--small button--bold"' in push
    assert "3 pairs come" in push
    await sync_to_async(services.stand_by)(evening_id=evening.pk, player=members[9], ready=True, now=clock())
    assert "Stand by: M10" in await socket.receive_from()
    await socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_an_open_cockpit_sees_at_once_who_takes_part_and_who_no_longer_does(
    evening: Evening, pairs: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    """Before the draw too, when nobody has a seat that would change."""
    written = {"actor": secretary, "now": clock()}
    socket = Socket(URLRouter(websocket_urlpatterns), f"/ws/e/{evening.pk}/")
    socket.scope["user"] = secretary
    assert (await socket.connect())[0]
    await wait_until_idle()
    socket.sent()
    for change, given in (
        (services.withdraw, {"entrant": pairs[0], "reason": "Moved", **written}),
        (services.enter_again, {"entrant": pairs[0], **written}),
        (services.change_entrant, {"entrant": pairs[0], "players": members[:2], "name": "Aces", **written}),
    ):
        await sync_to_async(change)(**given)
        assert "Aces" in await socket.receive_from() or change is not services.change_entrant
    competition = await Competition.objects.aget(pk=pairs[0].competition_id)
    (late,) = await sync_to_async(services.enter_players)(
        competition=competition, groups=[members[10:12]], **written
    )
    assert "M11" in await socket.receive_from()
    await sync_to_async(services.remove_entrant)(entrant=late, **written)
    assert "M11" not in await socket.receive_from()
    await socket.disconnect()
