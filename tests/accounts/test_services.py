"""Services of players and clubs, with refusals by code."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import services
from accounts.errors import AccountRefusal
from accounts.members import RIGHTS, Right, may, set_role
from accounts.models import Club, Membership, Player, PlayerKind, Role
from tests.conftest import PASSWORD, Clock


def expect_refusal(code: AccountRefusal) -> object:
    """Expect a refusal with exactly this code."""
    return pytest.raises(ValidationError, check=lambda error: error.code == code)


def test_a_guest_has_no_password_and_never_becomes_staff(guest: Player) -> None:
    assert guest.is_guest
    assert not guest.has_usable_password()
    guest.is_staff = True
    with pytest.raises(IntegrityError), transaction.atomic():
        guest.save()


@pytest.mark.parametrize(
    ("nickname", "code"),
    [
        ("", AccountRefusal.NAME_EMPTY),
        (" \u200b.", AccountRefusal.NAME_EMPTY),
        ("x" * 25, AccountRefusal.NAME_TOO_LONG),
        ("Arbiter", AccountRefusal.NAME_RESERVED),
        ("aNNa", AccountRefusal.NAME_LOOKS_ALIKE),
        ("Dаan", AccountRefusal.NAME_UNUSUAL),
    ],
)
def test_unusable_nicknames_are_refused(players: list[Player], nickname: str, code: AccountRefusal) -> None:
    before = Player.objects.count()
    with expect_refusal(code):
        services.create_guest(nickname=nickname)
    assert Player.objects.count() == before


def test_the_database_refuses_look_alikes(players: list[Player]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(username="other", nickname="Ann a")


def test_registering_keeps_the_row_and_the_name(guest: Player) -> None:
    before = guest.pk
    services.register_guest(player=guest, username="kim", email="Kim@Example.ORG", password=PASSWORD)
    kept = Player.objects.get(pk=before)
    assert (kept.kind, kept.username, kept.nickname) == (PlayerKind.PERSON, "kim", "Visitor Kim")
    assert kept.check_password(PASSWORD)
    with expect_refusal(AccountRefusal.NOT_A_GUEST):
        services.register_guest(player=kept, username="kim2", password=PASSWORD)


def test_a_taken_or_reserved_user_name_is_refused(guest: Player, players: list[Player]) -> None:
    with expect_refusal(AccountRefusal.USERNAME_TAKEN):
        services.register_guest(player=guest, username="ANNA", password=PASSWORD)
    for name in ("bot-1", "guest-0001", "admin"):
        with expect_refusal(AccountRefusal.NAME_RESERVED):
            services.register_guest(player=guest, username=name, password=PASSWORD)
    with pytest.raises(ValidationError):
        services.register_guest(player=guest, username="kim", password="12345678")
    assert Player.objects.get(pk=guest.pk).is_guest


def test_a_user_name_of_several_words_is_refused_with_one_to_take(guest: Player) -> None:
    with pytest.raises(ValidationError) as refusal:
        services.register_guest(player=guest, username=" Jan de  Vries ", password=PASSWORD)
    assert refusal.value.code == AccountRefusal.USERNAME_WITH_SPACES
    assert "“JandeVries”" in refusal.value.messages[0]


def test_bots_are_the_same_every_time(db: None) -> None:
    three = services.ensure_bots(count=3)
    assert [bot.kind for bot in three] == [PlayerKind.BOT] * 3
    assert [bot.pk for bot in services.ensure_bots(count=5)][:3] == [bot.pk for bot in three]


def test_a_person_with_a_bots_name_does_not_prevent_the_bots(make_player: Callable[..., Player]) -> None:
    make_player("Ada bot")
    assert len({bot.nickname_key for bot in services.ensure_bots(count=2)}) == 2


def test_a_new_nickname_may_look_like_the_players_own_only(players: list[Player]) -> None:
    assert services.rename(player=players[0], nickname="ANNA").nickname == "ANNA"
    with expect_refusal(AccountRefusal.NAME_LOOKS_ALIKE):
        services.rename(player=players[0], nickname="Brarn")


def test_a_club_is_stored_with_its_owner_or_not_at_all(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_fields: object) -> Membership:
        raise RuntimeError

    monkeypatch.setattr(Membership.objects, "create", fail)
    with pytest.raises(RuntimeError):
        services.create_club(name="Half a club", owner=players[0])
    assert not Club.objects.filter(name="Half a club").exists()


def test_a_club_keeps_an_owner(club: Club, players: list[Player], clock: Clock) -> None:
    anna, bram, *_others = players
    by = {"actor": anna, "now": clock.now}
    with expect_refusal(AccountRefusal.LAST_OWNER):
        set_role(club=club, player=anna, role=Role.MEMBER, **by)
    set_role(club=club, player=bram, role=Role.OWNER, **by)
    assert set_role(club=club, player=anna, role=Role.ARBITER, **by).role == Role.ARBITER
    with expect_refusal(AccountRefusal.NOT_A_MEMBER):
        set_role(club=club, player=players[2], role=Role.MEMBER, **by)


def test_joining_twice_changes_nothing(club: Club, players: list[Player], clock: Clock) -> None:
    set_role(club=club, player=players[1], role=Role.SECRETARY, actor=players[0], now=clock.now)
    clock.advance(60)
    again = services.add_member(club=club, player=players[1], at=clock.now)
    assert again.role == Role.SECRETARY
    assert club.memberships.count() == 2


def test_guests_and_bots_get_no_role(club: Club, guest: Player) -> None:
    for role in set(Role) - {Role.GUEST}:
        with expect_refusal(AccountRefusal.NEEDS_ACCOUNT):
            services.add_member(club=club, player=guest, role=role)
    with expect_refusal(AccountRefusal.NEEDS_ACCOUNT):
        services.add_member(club=club, player=services.ensure_bots(count=1)[0])
    with expect_refusal(AccountRefusal.NEEDS_ACCOUNT):
        services.create_club(name="Mine", slug="mine", owner=guest)


@pytest.mark.parametrize("right", Right)
@pytest.mark.parametrize("role", Role)
def test_a_role_gives_its_rights_in_its_own_club_only(
    club: Club, players: list[Player], clock: Clock, role: Role, right: Right
) -> None:
    daan = players[3]
    services.add_member(club=club, player=daan, role=role, at=clock.now)
    other = services.create_club(name="Other", slug="other", owner=players[0], at=clock.now)
    assert may(player=daan, club=club, right=right) is (right in RIGHTS[role])
    assert not may(player=daan, club=other, right=right)
    daan.is_active = False
    assert not may(player=daan, club=club, right=right)


def test_no_role_both_runs_evenings_and_decides_disputes() -> None:
    assert not [
        role for role, rights in RIGHTS.items() if {Right.DECIDE_DISPUTES, Right.RUN_EVENING} <= rights
    ]
