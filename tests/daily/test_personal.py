"""A player's deals of the day in the export of their data, when the account ends, and when two accounts are merged."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.hashers import make_password

from accounts.merging import merge_members
from accounts.models import Club, Player
from accounts.personal_data import erase_account
from accounts.services import add_member
from games.daily.models import DailyDecision, DailyPlay
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.daily.conftest import in_round

PlayOut = Callable[..., DailyPlay]
TODAY = "/daily/2026-03-14/"


def test_the_export_has_each_day_with_its_match_and_points(players: list[Player], play_out: PlayOut) -> None:
    own, other = play_out(players[0]), play_out(players[1], in_round(1))
    data = client_of(players[0]).get("/me/data.json").json()
    assert data["deals_of_the_day"] == [{"day": "2026-03-14", "match": own.match.code, "points": own.points}]
    assert other.match.code not in str(data)


def test_who_ends_the_account_is_on_no_list_any_more(
    players: list[Player], play_out: PlayOut, clock: Clock
) -> None:
    play_out(players[0])
    play_out(players[1])
    erase_account(player=players[0], now=clock.now)
    lines = client_of(players[1]).get(TODAY).context["lines"]
    assert [line.name for line in lines] == ["Bram"]
    assert set(DailyDecision.objects.values_list("play__player", flat=True)) == {players[1].pk}
    assert Match.objects.count() == 2


def test_an_account_ends_in_the_middle_of_a_round(
    players: list[Player], play_out: PlayOut, clock: Clock
) -> None:
    match = play_out(players[0], in_round(2)).match
    erase_account(player=players[0], now=clock.now)
    match.refresh_from_db()
    assert match.status == Match.Status.STOPPED
    assert not DailyPlay.objects.exists()


def test_of_two_merged_accounts_that_played_one_day_the_kept_one_counts(
    players: list[Player], club: Club, play_out: PlayOut, clock: Clock
) -> None:
    kept, double = players[1], players[2]
    add_member(club=club, player=double, at=clock.now)
    own = play_out(kept)
    play_out(double)
    clock.advance(86400)
    later = play_out(double)
    Player.objects.filter(pk=double.pk).update(password=make_password(None))
    merge_members(club=club, kept=kept, double=double, actor=players[0], now=clock.now, url="/")
    assert set(DailyPlay.objects.filter(player=kept).values_list("pk", flat=True)) == {own.pk, later.pk}
    assert DailyPlay.objects.count() == 2
