"""Others look on at the tables of a club: everybody at those of a public club, its members at those of one for members
only, whoever was given the link."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.test import Client
from django.urls import reverse

from accounts.friends import answer_friend, ask_friend
from accounts.models import Club, Player, Role
from accounts.services import create_guest
from games.league import services
from games.league.models import Competition, Entrant, LeagueTable
from games.refusals import CODE_HEADER
from games.table import live
from games.table import services as table_services
from games.table.lobby.friends import friends_here, tables_of_friends
from games.table.log.models import Match, Seat
from games.table.screen.spectators import may_look, may_look_at
from games.table.services import open_shared_screen
from games.table.sockets.rights import find_table, may_stay
from tests.channel_layer import stand_between
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up
from tests.league.playing import play

pytestmark = pytest.mark.django_db
INSIDE = ("seated", "left", "member", "guest_of_club", "arbiter", "secretary", "staff")


@pytest.fixture
def table(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> LeagueTable:
    """A running table of M01 to M04, one round of it played."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    (table,) = open_round(draw_evening(evening), secretary, clock())
    play(table, clock(), rounds=1)
    table.refresh_from_db()
    return table


@pytest.fixture
def people(
    league_club: Club,
    table: LeagueTable,
    members: list[Player],
    secretary: Player,
    staff: Player,
    guest: Player,
    make_player: Callable[..., Player],
    clock: Clock,
) -> dict[str, Player | None]:
    """One of each kind. `left` sat at the table and has left both it and the club since."""
    arbiter, ours, gone = make_player("Arbiter Arie"), make_player("Guest Gerda"), make_player("Gone Gijs")
    for player, role in ((arbiter, Role.ARBITER), (ours, Role.GUEST), (gone, Role.MEMBER)):
        league_club.memberships.create(player=player, role=role, since=clock())
    league_club.memberships.filter(player=gone).delete()
    left = members[3]
    Seat.objects.filter(match=table.match_id, player=left).update(player=members[5])
    league_club.memberships.filter(player=left).delete()
    return {
        "seated": members[0], "left": left, "member": members[9], "guest_of_club": ours, "arbiter": arbiter,
        "secretary": secretary, "staff": staff, "anonymous": None, "guest": guest,
        "stranger": make_player("Stranger"), "ex_member": gone,
    }  # fmt: skip


@pytest.mark.parametrize("is_public", [False, True])
def test_the_link_of_a_table_opens_it_to_the_club_and_of_a_public_club_to_everybody(
    is_public: bool, people: dict[str, Player | None], table: LeagueTable, league_club: Club
) -> None:
    Club.objects.filter(pk=league_club.pk).update(is_public=is_public)
    match = Match.objects.get(pk=table.match_id)
    for kind, player in people.items():
        looks = is_public or kind in INSIDE
        client = client_of(player)
        for name in ("table:table", "table:table_rules"):
            answer = client.get(reverse(name, args=[match.code]))
            assert answer.status_code == (200 if looks else 403), (kind, name)
            assert looks or answer[CODE_HEADER] == "for_members"
            assert looks or "M01" not in answer.content.decode(), (kind, name)
        moved = client.post(reverse("table:act", args=[match.code]), {"do": "say", "phrase": "hello"})
        if not looks:
            assert (moved.status_code, moved[CODE_HEADER]) == (403, "for_members"), kind
            assert "M01" not in moved.content.decode()
        assert (find_table(match.code, player, "en") is not None) is looks, kind
        assert may_stay(match.pk, player) is looks, kind
        assert may_look(match, player) is looks, kind
        assert (match.pk in may_look_at([match], player)) is looks, kind


def test_what_is_for_those_who_sit_there_stays_theirs(
    people: dict[str, Player | None], table: LeagueTable
) -> None:
    match = Match.objects.get(pk=table.match_id)
    for name, arguments in (
        ("round_review", [match.code, 1]),
        ("record", [match.code]),
        ("score_sheet", [match.code]),
    ):
        for kind, player in people.items():
            expected = 200 if kind == "seated" else 302 if player is None else 403
            answer = client_of(player).get(reverse(f"table:{name}", args=arguments))
            assert answer.status_code == expected, (name, kind)


def test_a_visitor_is_led_to_the_table_by_signing_in(table: LeagueTable, client: Client) -> None:
    address = reverse("table:table", args=[Match.objects.get(pk=table.match_id).code])
    html = client.get(address).content.decode()
    assert f'href="{reverse("account_login")}?next={address}"' in html


def test_a_screen_in_the_middle_is_opened_by_its_code_alone(
    table: LeagueTable, members: list[Player], client: Client
) -> None:
    code = open_shared_screen(match_id=table.match_id, player=members[0])
    assert client.get(reverse("table:shared_screen", args=[code])).status_code == 200


def test_a_guest_sits_down_by_the_link_and_plays(
    league_club: Club, members: list[Player], client: Client, clock: Clock
) -> None:
    match = table_services.open_table(
        created_by=members[0], game="kraken", options={"rounds": 4}, club=league_club, now=clock()
    )
    table_services.sit(match_id=match.pk, player=members[0], seat=0, now=clock())
    address = reverse("table:table", args=[match.code])
    assert client.get(address).status_code == 200
    sat = client.post(reverse("table:sit", args=[match.code]), {"seat": "1", "nickname": "Passer-by"})
    assert sat.status_code == 302
    for seat in (2, 3):
        table_services.sit(match_id=match.pk, player=members[seat], seat=seat, now=clock())
    full = client_of(create_guest(nickname="Too late")).get(address).content.decode()
    assert "All seats are taken." in full
    assert "You can watch" not in full
    assert "You can watch" in client_of(members[8]).get(address).content.decode()
    table_services.start_match(match_id=match.pk, player=members[0], now=clock())
    assert client.get(address).status_code == 200
    assert Client().get(address).status_code == 403


def test_no_way_in_is_shown_to_friends_outside(
    people: dict[str, Player | None], table: LeagueTable, clock: Clock
) -> None:
    Seat.objects.filter(match=table.match_id).update(away_since=None)
    for kind in ("stranger", "member"):
        reader, friend = people[kind], people["seated"]
        assert reader is not None
        assert friend is not None
        ask_friend(player=reader, other=friend, now=clock())
        answer_friend(player=friend, other=reader, accept=True, now=clock())
        shown = [each.code for each in friends_here(reader, clock())]
        code = Match.objects.get(pk=table.match_id).code
        assert shown == ["" if kind == "stranger" else code]
        assert len(tables_of_friends(reader, clock())) == (kind == "member")
    Match.objects.filter(pk=table.match_id).update(status=Match.Status.FINISHED, finished_at=clock())
    for kind in ("stranger", "member"):
        reader, friend = people[kind], people["seated"]
        html = client_of(reader).get(reverse("people:matches", args=[friend.pk])).content.decode()
        assert (f'href="{reverse("table:table", args=[code])}"' in html) == (kind == "member")


def test_those_who_look_on_are_judged_again_when_the_club_closes_its_doors(
    league_club: Club,
    table: LeagueTable,
    secretary: Player,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    sent: list[tuple[str, str]] = []

    def note(group: str, event: dict[str, object]) -> bool:
        sent.append((group, event["type"]))
        return True

    stand_between(monkeypatch, note)
    Club.objects.filter(pk=league_club.pk).update(is_public=True)
    with django_capture_on_commit_callbacks(execute=True):
        services.change_club(
            club=league_club, name=league_club.name, is_public=False, actor=secretary, now=clock()
        )
    assert (live.table_group(table.match_id), "rights.changed") in sent
