"""Promises of the pages of friends, through the pages."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.friends import ask_friend, block, choose_privacy, note_here, privacy_of, relation
from accounts.models import Notice, Player
from accounts.models.players import Audience, Friendship
from accounts.personal_data import data_of, erase_account
from games.club_clock import club_clock
from games.table import services
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.models import TableInvitation
from tests.accounts.friends.befriending import befriend
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import open_table, refusal, start_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def friends(players: list[Player], clock: Clock) -> list[Player]:
    """Anna, Bram and Cleo, each a friend of Anna."""
    for other in players[1:3]:
        befriend(players[0], other, clock)
    Notice.objects.all().delete()
    return players[:3]


def test_a_name_is_typed_and_the_other_says_yes(players: list[Player]) -> None:
    anna, bram = client_of(players[0]), client_of(players[1])
    assert anna.post("/friends/", {"nickname": "bram"}).status_code == 302
    assert "Anna" in bram.get("/friends/").content.decode()
    assert Notice.objects.get().url == "/friends/"
    done = bram.post(f"/people/{players[0].pk}/do/", {"do": "accept", "back": "friends"})
    assert done["Location"] == "/friends/"
    assert relation(players[0], players[1]).friends


def test_a_name_nobody_has_is_refused_on_the_form(players: list[Player]) -> None:
    answer = client_of(players[0]).post("/friends/", {"nickname": "Zwanetta"})
    assert answer.status_code == 422
    assert "Nobody with an account here has that name" in answer.content.decode()


@pytest.mark.usefixtures("club")
def test_a_word_that_is_none_is_refused_and_changes_nothing(players: list[Player]) -> None:
    answer = client_of(players[0]).post(f"/people/{players[1].pk}/do/", {"do": "marry"})
    assert (answer.status_code, refusal(answer)) == (422, "nothing_asked")
    assert not Friendship.objects.exists()


def test_a_friend_who_is_here_is_on_the_home_page_and_one_who_hides_is_not(friends: list[Player]) -> None:
    anna, bram, cleo = friends
    for other in (bram, cleo):
        note_here(other, now=club_clock.now())
    choose_privacy(player=cleo, figures=Audience.FRIENDS, matches=Audience.FRIENDS, shows_presence=False)
    page = client_of(anna).get("/").content.decode()
    assert "Bram" in page
    assert "Cleo" not in page


def test_friends_at_play_are_looked_on_at_where_others_may(
    friends: list[Player], players: list[Player], clock: Clock
) -> None:
    match = start_table(players[1:], clock.now)
    client = client_of(friends[0])
    page = client.get("/friends/").content.decode()
    assert f"/t/{match.code}/" in page
    assert "Bram, Cleo" in page
    assert client.get(f"/t/{match.code}/").status_code == 200
    Match.objects.update(spectators=False)
    assert f"/t/{match.code}/" not in client.get("/friends/").content.decode()
    stranger = client_of(players[3])
    Match.objects.update(spectators=True)
    assert "Friends at play" not in stranger.get("/friends/").content.decode()


def test_a_friend_is_invited_with_one_tap_and_told_once(friends: list[Player], clock: Clock) -> None:
    anna, bram, _cleo = friends
    match = open_table([anna], clock.now, seated=1)
    host = client_of(anna)
    assert (
        'class="button button--go button--small" name="friend"'
        in host.get(f"/t/{match.code}/").content.decode()
    )
    for _tap in range(2):
        done = host.post(f"/t/{match.code}/invite/", {"friend": bram.pk})
        assert done["Location"] == f"/t/{match.code}/"
    notice = Notice.objects.get()
    assert (notice.player, notice.kind, notice.url) == (bram, "friend", f"/t/{match.code}/")
    page = client_of(bram).get("/").content.decode()
    assert page.index("You are invited") < page.index('action="/play/"')
    assert match.code in page
    services.sit(match_id=match.pk, player=bram)
    assert "You are invited" not in client_of(bram).get("/").content.decode()


def test_an_invitation_is_exported_to_the_invited_and_goes_with_either_account(
    friends: list[Player], clock: Clock
) -> None:
    anna, bram, cleo = friends
    match = open_table([anna], clock.now, seated=1)
    for friend in (bram, cleo):
        services.invite(match_id=match.pk, player=anna, friend=friend, now=clock.now)
    told = data_of(bram, now=clock.now)["invited_to_tables"]
    assert [(each["match"], each["by"]) for each in told] == [(match.code, "Anna")]
    erase_account(player=bram, now=clock.now)
    assert list(TableInvitation.objects.values_list("player", flat=True)) == [cleo.pk]
    erase_account(player=anna, now=clock.now)
    assert not TableInvitation.objects.exists()


@pytest.mark.parametrize(
    ("who", "invited", "code"),
    [
        (0, 3, TableRefusal.NO_FRIEND),
        (1, 0, TableRefusal.NOT_SEATED),
        (0, 0, TableRefusal.NO_FRIEND),
    ],
)
def test_only_friends_are_invited_and_only_from_the_table(
    friends: list[Player], players: list[Player], clock: Clock, who: int, invited: int, code: TableRefusal
) -> None:
    match = open_table([players[0]], clock.now, seated=1)
    with pytest.raises(TableRefused) as caught:
        services.invite(match_id=match.pk, player=players[who], friend=players[invited], now=clock.now)
    assert caught.value.code == code
    assert not TableInvitation.objects.exists()


def test_the_regular_table_opens_with_invitations_in_one_tap(friends: list[Player]) -> None:
    anna, bram, cleo = friends
    client = client_of(anna)
    assert client.post("/friends/regular/", {"friends": [bram.pk, cleo.pk]}).status_code == 302
    done = client.post("/friends/table/")
    match = Match.objects.get()
    assert done["Location"] == f"/t/{match.code}/"
    assert list(match.seats.values_list("player", flat=True)) == [anna.pk]
    assert set(Notice.objects.values_list("player", flat=True)) == {bram.pk, cleo.pk}


def test_without_a_regular_table_none_is_opened(players: list[Player]) -> None:
    answer = client_of(players[0]).post("/friends/table/")
    assert refusal(answer) == TableRefusal.NO_FRIEND
    assert not Match.objects.exists()


def test_a_block_keeps_two_from_one_table_and_the_blocked_one_is_not_told_why(
    players: list[Player], clock: Clock
) -> None:
    anna, bram = players[:2]
    block(player=anna, other=bram, now=clock.now)
    hers = open_table([anna], clock.now, seated=1, visibility="lobby")
    answer = client_of(bram).post(f"/t/{hers.code}/sit/", {"seat": "1"})
    assert refusal(answer) == TableRefusal.ANOTHER_TABLE
    assert "block" not in answer.content.decode().lower()
    his = open_table([bram], clock.now, seated=1, visibility="lobby")
    assert refusal(client_of(anna).post(f"/t/{his.code}/sit/")) == TableRefusal.BLOCKED_BY_YOU
    assert hers.code not in client_of(bram).get("/").content.decode()
    assert his.code not in client_of(anna).get("/").content.decode()
    assert hers.seats.count() == his.seats.count() == 1
    third = client_of(players[2])
    assert third.post(f"/t/{hers.code}/sit/").status_code == 302


def test_seats_that_a_club_drew_know_no_block(players: list[Player], clock: Clock) -> None:
    block(player=players[0], other=players[1], now=clock.now)
    match = open_table([players[0]], clock.now, seated=1)
    services.seat_drawn(match_id=match.pk, players={2: players[1]})
    assert match.seats.get(number=2).player == players[1]


def test_what_others_see_is_chosen_on_a_page(players: list[Player]) -> None:
    client = client_of(players[0])
    chosen = {"shown-figures": "everybody", "shown-matches": "nobody", "shown-shows_presence": ""}
    assert client.post("/me/shown/", chosen).status_code == 302
    row = privacy_of(players[0])
    assert (row.figures, row.matches, row.shows_presence) == ("everybody", "nobody", False)
    assert client.post("/me/shown/", {**chosen, "shown-figures": "the queen"}).status_code == 422


def test_the_page_of_friends_costs_as_much_with_many(friends: list[Player], clock: Clock) -> None:
    anna = friends[0]

    def queries() -> int:
        client = client_of(anna)
        client.get("/friends/")
        with CaptureQueriesContext(connection) as asked:
            client.get("/friends/")
        return len(asked)

    few = queries()
    for number in range(5):
        other = Player.objects.create_user(username=f"more{number}", nickname=f"More {number}")
        befriend(other, anna, clock)
        ask_friend(
            player=Player.objects.create_user(username=f"asks{number}", nickname=f"Asks {number}"),
            other=anna,
            now=clock.now,
        )
    assert queries() == few


def test_a_double_tap_opens_the_regular_table_once(friends: list[Player]) -> None:
    anna = client_of(friends[0])
    anna.post("/friends/regular/", {"friends": [friends[1].pk]})
    taps = [anna.post("/friends/table/")["Location"] for _twice in range(2)]
    match = Match.objects.get()
    assert taps == [f"/t/{match.code}/"] * 2
    assert TableInvitation.objects.get().match == match


def test_a_double_tap_on_what_is_done_once_is_no_fault(players: list[Player], clock: Clock) -> None:
    anna, bram, cleo = (client_of(player) for player in players[:3])
    forms = [
        (anna, "/friends/", {"nickname": "bram"}),
        (bram, f"/people/{players[0].pk}/do/", {"do": "accept"}),
        (bram, f"/people/{players[0].pk}/do/", {"do": "end"}),
        (anna, "/friends/", {"nickname": "cleo"}),
        (cleo, f"/people/{players[0].pk}/do/", {"do": "decline"}),
    ]
    for client, address, form in forms:
        first, second = (client.post(address, form) for _tap in range(2))
        assert (first.status_code, second.status_code) == (302, 302), form
        assert first["Location"] == second["Location"]
