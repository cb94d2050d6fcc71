"""Promises about friends: both say yes, a no is not told, and a block is not either."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts import friends
from accounts.errors import AccountRefusal
from accounts.friends import HERE_LASTS, here_since, note_here
from accounts.merging import merge_members
from accounts.models import Club, Notice, NoticeKind, Player, PlayerKind
from accounts.models.players import Audience, Block, Friendship, Privacy
from accounts.personal_data import data_of, erase_account
from accounts.services import add_member, ensure_bots
from tests.accounts.friends.befriending import befriend
from tests.conftest import Clock
from tests.refused import expect_refused

pytestmark = pytest.mark.django_db


def test_friends_are_two_who_said_yes(players: list[Player], clock: Clock) -> None:
    anna, bram = players[:2]
    friends.ask_friend(player=anna, other=bram, now=clock.now)
    assert not friends.friend_keys(anna) | friends.friend_keys(bram)
    assert friends.relation(anna, bram).asked
    assert friends.relation(bram, anna).asks
    assert list(friends.requesters_of(bram)) == [anna]

    friends.answer_friend(player=bram, other=anna, accept=True, now=clock.now)

    assert friends.friend_keys(anna) == {bram.pk}
    assert friends.friend_keys(bram) == {anna.pk}
    told = Notice.objects.order_by("pk").values_list("player", "kind", "mentions")
    assert list(told) == [(bram.pk, NoticeKind.FRIEND, [anna.pk]), (anna.pk, NoticeKind.FRIEND, [bram.pk])]


def test_two_who_ask_each_other_are_friends(players: list[Player], clock: Clock) -> None:
    anna, bram = players[:2]
    friends.ask_friend(player=anna, other=bram, now=clock.now)
    friends.ask_friend(player=bram, other=anna, now=clock.now)
    assert friends.relation(anna, bram).friends
    assert Friendship.objects.count() == 1


def test_a_no_is_not_told_and_holds_for_a_month(players: list[Player], clock: Clock) -> None:
    anna, bram = players[:2]
    friends.ask_friend(player=anna, other=bram, now=clock.now)
    friends.answer_friend(player=bram, other=anna, accept=False, now=clock.now)
    assert friends.relation(anna, bram).asked
    assert not friends.relation(bram, anna).asks
    assert not Notice.objects.filter(player=anna).exists()

    def again() -> Friendship:
        return friends.ask_friend(player=anna, other=bram, now=clock.now)

    expect_refused(AccountRefusal.ASKED_ALREADY, again)
    friends.end_friendship(player=anna, other=bram)  # taken back: the month is not shortened by it
    expect_refused(AccountRefusal.ASKED_ALREADY, again)
    clock.advance(timedelta(days=30).total_seconds())
    again()
    assert friends.relation(bram, anna).asks


def test_who_said_no_can_ask_at_once(players: list[Player], clock: Clock) -> None:
    anna, bram = players[:2]
    friends.ask_friend(player=anna, other=bram, now=clock.now)
    friends.answer_friend(player=bram, other=anna, accept=False, now=clock.now)
    friends.ask_friend(player=bram, other=anna, now=clock.now)
    assert friends.relation(anna, bram).asks


def test_a_friendship_ends_by_either_and_leaves_the_regular_table(
    players: list[Player], clock: Clock
) -> None:
    anna, bram = players[:2]
    befriend(anna, bram, clock)
    friends.choose_regulars(player=anna, friends=[bram])
    friends.end_friendship(player=bram, other=anna)
    assert not friends.friend_keys(anna)
    assert not friends.regulars_of(anna)
    expect_refused(AccountRefusal.NO_FRIEND, lambda: friends.end_friendship(player=anna, other=bram))


def test_questions_that_make_no_sense_are_refused(players: list[Player], guest: Player, clock: Clock) -> None:
    anna, bram = players[:2]
    befriend(anna, bram, clock)

    def ask(player: Player, other: Player) -> Callable[[], object]:
        return lambda: friends.ask_friend(player=player, other=other, now=clock.now)

    expect_refused(AccountRefusal.FRIENDS_ALREADY, ask(anna, bram))
    expect_refused(AccountRefusal.NOT_YOURSELF, ask(anna, anna))
    expect_refused(AccountRefusal.NEEDS_ACCOUNT, ask(guest, anna))
    expect_refused(AccountRefusal.NAME_UNKNOWN, ask(anna, guest))
    expect_refused(AccountRefusal.NAME_UNKNOWN, ask(anna, ensure_bots(count=1)[0]))
    expect_refused(AccountRefusal.NAME_UNKNOWN, lambda: friends.player_called("Nobody"))
    expect_refused(AccountRefusal.NAME_UNKNOWN, lambda: friends.player_called(" "))
    nothing = lambda: friends.answer_friend(player=bram, other=anna, accept=True, now=clock.now)  # noqa: E731
    expect_refused(AccountRefusal.NOTHING_ASKED, nothing)


def test_a_player_is_found_by_name_however_it_is_written(players: list[Player]) -> None:
    assert friends.player_called("ANNA") == players[0]


def test_so_many_questions_may_wait_and_no_more(
    players: list[Player], make_player: Callable[..., Player], clock: Clock
) -> None:
    for number in range(friends.MAX_OPEN):
        other = make_player(f"Player number {number}")
        friends.ask_friend(player=players[0], other=other, now=clock.now)
    more = lambda: friends.ask_friend(player=players[0], other=players[1], now=clock.now)  # noqa: E731
    expect_refused(AccountRefusal.ASKED_ENOUGH, more)


def test_a_block_ends_the_friendship_and_a_question_after_it_is_not_heard(
    players: list[Player], clock: Clock
) -> None:
    anna, bram = players[:2]
    befriend(anna, bram, clock)
    Notice.objects.all().delete()

    friends.block(player=anna, other=bram, now=clock.now)
    friends.block(player=anna, other=bram, now=clock.now)

    assert Block.objects.count() == 1
    assert not friends.friend_keys(bram)
    friends.ask_friend(player=bram, other=anna, now=clock.now)
    assert friends.relation(bram, anna) == friends.Relation(asked=True)
    assert not friends.requesters_of(anna)
    assert not friends.relation(anna, bram).asks
    assert not Notice.objects.exists()
    own = lambda: friends.ask_friend(player=anna, other=bram, now=clock.now)  # noqa: E731
    expect_refused(AccountRefusal.BLOCKED_BY_YOU, own)
    friends.unblock(player=anna, other=bram)
    assert friends.relation(anna, bram).asks


def test_a_regular_table_has_three_friends_at_most(
    players: list[Player], make_player: Callable[..., Player], clock: Clock
) -> None:
    anna, *others = players
    eva = make_player("Eva")
    for other in (*others, eva):
        befriend(anna, other, clock)
    friends.choose_regulars(player=anna, friends=others)
    assert list(friends.regulars_of(anna)) == others
    four = lambda: friends.choose_regulars(player=anna, friends=[*others, eva])  # noqa: E731
    expect_refused(AccountRefusal.TABLE_OF_FOUR, four)
    friends.choose_regulars(player=anna, friends=[eva])
    assert list(friends.regulars_of(anna)) == [eva]
    stranger = lambda: friends.choose_regulars(player=eva, friends=others)  # noqa: E731
    expect_refused(AccountRefusal.NO_FRIEND, stranger)


def test_being_here_lasts_a_few_minutes_and_can_be_hidden(players: list[Player], clock: Clock) -> None:
    anna, bram, cleo, _daan = players
    befriend(anna, bram, clock)
    befriend(anna, cleo, clock)
    note_here(bram, now=clock.now)
    note_here(cleo, now=clock.now)
    friends.choose_privacy(
        player=cleo, figures=Audience.NOBODY, matches=Audience.NOBODY, shows_presence=False
    )
    shown = friends.friends_who_show_presence(anna)
    assert here_since(shown, now=clock.now) == {bram.pk: clock.now}
    assert here_since(shown, now=clock.now + HERE_LASTS) == {}
    assert friends.friends_who_show_presence(players[3]) == frozenset()


def test_strangers_are_neither_friends_nor_of_one_club(
    players: list[Player], club: Club, clock: Clock
) -> None:
    anna, bram, cleo, daan = players  # Anna and Bram are in one club
    befriend(anna, cleo, clock)
    bot = ensure_bots(count=1)[0]
    everybody = [player.pk for player in (anna, bram, cleo, daan, bot)]
    assert friends.strangers_among(anna, everybody) == {daan.pk}


def test_an_account_that_ends_leaves_no_friends_behind_and_the_export_names_them(
    players: list[Player], clock: Clock
) -> None:
    anna, bram, cleo, daan = players
    befriend(anna, bram, clock)
    friends.ask_friend(player=cleo, other=anna, now=clock.now)
    friends.block(player=anna, other=daan, now=clock.now)
    friends.choose_regulars(player=anna, friends=[bram])
    data = data_of(anna, now=clock.now)
    assert (data["friends"], data["asked_by"], data["blocked"]) == (["Bram"], ["Cleo"], ["Daan"])
    assert data["regular_table"] == ["Bram"]
    assert data["shown_to_others"] == {"figures": "friends", "matches": "friends", "presence": True}

    erase_account(player=anna, now=clock.now)

    assert not Friendship.objects.exists()
    assert not Block.objects.exists()
    assert not Privacy.objects.exists()


def test_two_accounts_that_become_one_keep_each_friend_once(
    players: list[Player], make_player: Callable[..., Player], club: Club, clock: Clock
) -> None:
    anna, bram, cleo, daan = players
    entry = make_player("Bram double")
    befriend(bram, cleo, clock)
    befriend(cleo, entry, clock)
    befriend(entry, daan, clock)
    befriend(bram, entry, clock)
    add_member(club=club, player=entry, at=clock.now)
    merge_members(club=club, kept=bram, double=entry, actor=anna, now=clock.now, url="/", agreed=True)
    assert friends.friend_keys(bram) == {cleo.pk, daan.pk}
    assert Friendship.objects.count() == 2


def test_two_accounts_that_become_one_keep_a_yes_and_no_friend_they_block(
    players: list[Player], make_player: Callable[..., Player], club: Club, clock: Clock
) -> None:
    """Bram asked Cleo, who said no, and blocked Daan; his double is a friend of both."""
    anna, bram, cleo, daan = players
    entry = make_player("Bram double")
    friends.ask_friend(player=bram, other=cleo, now=clock.now)
    friends.answer_friend(player=cleo, other=bram, accept=False, now=clock.now)
    befriend(entry, cleo, clock)
    befriend(entry, daan, clock)
    friends.block(player=bram, other=daan, now=clock.now)
    add_member(club=club, player=entry, at=clock.now)
    merge_members(club=club, kept=bram, double=entry, actor=anna, now=clock.now, url="/", agreed=True)
    assert friends.friend_keys(bram) == {cleo.pk}
    assert Friendship.objects.count() == 1


@pytest.mark.parametrize(
    ("part", "for_friend", "for_member", "for_stranger"),
    [
        (Audience.EVERYBODY, True, True, True),
        (Audience.CLUBS, True, True, False),
        (Audience.FRIENDS, True, False, False),
        (Audience.NOBODY, False, False, False),
    ],
)
def test_what_others_see_is_up_to_the_player(
    players: list[Player], club: Club, part: Audience, for_friend: bool, for_member: bool, for_stranger: bool
) -> None:
    """Anna and Bram are members of one club, Cleo of none."""
    anna, bram, cleo, _daan = players
    assert friends.may_see(part, viewer=anna, other=anna, friends=False)
    assert friends.may_see(part, viewer=cleo, other=anna, friends=True) == for_friend
    assert friends.may_see(part, viewer=bram, other=anna, friends=False) == for_member
    assert friends.may_see(part, viewer=cleo, other=anna, friends=False) == for_stranger


def test_clubs_are_shown_where_they_are_public_or_shared(
    players: list[Player], club: Club, clock: Clock
) -> None:
    anna, bram, cleo, _daan = players
    assert list(friends.visible_clubs(bram, anna)) == [club]
    assert list(friends.visible_clubs(cleo, anna)) == []
    Club.objects.update(is_public=True)
    assert list(friends.visible_clubs(cleo, anna)) == [club]
    assert anna.kind == PlayerKind.PERSON
