"""The export contains all data of the player and of nobody else; deleting the account removes it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.management import call_command

from accounts import services
from accounts.errors import AccountRefusal
from accounts.invitations import ask_to_join
from accounts.members import correct_names, set_role
from accounts.models import Club, ClubNews, Membership, Notice, Player, PlayerKind, Role
from accounts.personal_data import erase_account
from games.engine.cards import CARDS_OF_32
from games.table.log import loading, seeds
from games.table.log.models import Match, Round, Seat
from games.table.models import Mute, TalkLine
from games.table.services.verification import verify_log
from games.table.shared_deals import MatchSeen, note_deals_seen
from tests.clients import client_of
from tests.conftest import PASSWORD, Clock, with_second_step
from tests.table.tables import in_second_round, open_table, play_table

pytestmark = pytest.mark.django_db
SAID = "Zonnebloemen in mei"


@pytest.fixture(autouse=True)
def _empty_caches() -> None:
    loading.forget_all()


def export_of(player: Player) -> dict[str, object]:
    answer = client_of(player).get("/me/data.json")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert answer["Content-Disposition"].startswith("attachment")
    return json.loads(answer.content)


def dump() -> str:
    """Every row of the database as text."""
    written = io.StringIO()
    call_command("dumpdata", stdout=written)
    return json.dumps(json.loads(written.getvalue()), ensure_ascii=False)


def player_with_second_step(make_player: object, nickname: str = "Wilgenroosje") -> Player:
    player = make_player(
        nickname, first_name="Apollonia", last_name="Vuurtorenwachter", email="roosje@example.org"
    )
    EmailAddress.objects.create(user=player, email="roosje.two@example.org")
    return with_second_step(player)


@pytest.fixture
def roosje(make_player: object) -> Player:
    """A player whose names are unique in the database."""
    return player_with_second_step(make_player)


def says(match: Match, player: Player, text: str, clock: Clock) -> None:
    TalkLine.objects.create(match=match, player=player, seat=0, text=text, at=clock.now)


def test_the_export_contains_the_players_own_data(
    roosje: Player, players: list[Player], club: Club, clock: Clock
) -> None:
    services.add_member(club=club, player=roosje, role=Role.MEMBER, at=clock.now)
    match = play_table([roosje, *players[1:]], clock.now)
    says(match, roosje, SAID, clock)
    Mute.objects.create(match=match, player=roosje, muted=players[1])
    data = export_of(roosje)
    assert data["account"]["nickname"] == "Wilgenroosje"
    assert data["account"]["last_name"] == "Vuurtorenwachter"
    assert [each["email"] for each in data["mail_addresses"]] == ["roosje.two@example.org"]
    assert {"theme", "language", "card_letters", "mail_notices", "quiet_from"} <= set(data["settings"])
    assert [each["club"] for each in data["memberships"]] == ["De Roem"]
    (played,) = data["matches"]
    assert (played["code"], played["seat"], len(played["rounds"])) == (match.code, 0, 1)
    assert client_of(roosje).get(played["record"]).status_code == 200
    assert [each["text"] for each in data["talk"]] == [SAID]
    assert data["muted"] == [{"match": match.code, "name": "Bram"}]
    assert {"complaints", "answers", "notices", "ratings", "league_entries", "sign_ups"} <= set(data)


def test_the_export_contains_no_secret(roosje: Player) -> None:
    written = json.dumps(export_of(roosje))
    secret = Authenticator.objects.get(user=roosje).data["secret"]
    assert roosje.password not in written
    assert secret not in written


def test_the_export_contains_no_card_and_nothing_of_the_running_round(
    players: list[Player], clock: Clock
) -> None:
    """No card, seed or commitment, and no text of another player."""
    match = in_second_round(players, clock.now)
    says(match, players[1], "Said by Bram alone", clock)
    before = client_of(players[0]).get("/me/data.json").content.decode()
    running = match.deals.get(round__status=Round.Status.RUNNING)
    assert len(json.loads(before)["matches"][0]["rounds"]) == 1
    assert seeds.open_seed(running.sealed).hex() not in before
    assert running.sealed not in before
    assert running.commitment not in before
    assert "Said by Bram alone" not in before
    words = set(before.replace('"', " ").replace(",", " ").split())
    assert words.isdisjoint({str(card) for card in CARDS_OF_32})


def test_after_erasing_no_row_contains_the_name(
    roosje: Player, players: list[Player], club: Club, clock: Clock, staff: Player
) -> None:
    services.add_member(club=club, player=roosje, role=Role.MEMBER, at=clock.now)
    match = play_table([roosje, *players[1:]], clock.now)
    says(match, roosje, SAID, clock)
    names = {"nickname": "Wilgenroosje", "listed_name": "Apollonia Vuurtorenwachter"}
    correct_names(
        club=club,
        player=roosje,
        **(names | {"listed_name": "Apollonia V."}),
        actor=players[0],
        now=clock.now,
        url="/",
    )
    correct_names(club=club, player=roosje, **names, actor=players[0], now=clock.now, url="/")
    other = services.create_club(name="Slagzin", slug="slagzin", owner=players[1], at=clock.now)
    ask_to_join(club=other, player=roosje, text=SAID, now=clock.now, url="/")
    LogEntry.objects.create(
        user=staff,
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(roosje.pk),
        object_repr=str(roosje),
        action_flag=CHANGE,
        change_message="Wilgenroosje",
    )
    client = client_of(roosje)
    client.get("/me/")
    full = dump()
    private = [
        "Wilgenroosje",
        "Apollonia",
        "Vuurtorenwachter",
        "roosje@",
        "roosje.two@",
        SAID,
        "wilgenroosje",
    ]
    assert [word for word in private if word not in full] == []

    answer = client.post("/me/delete/", {"password": PASSWORD, "sure": "on"})

    assert (answer.status_code, answer["Location"]) == (302, "/")
    full = dump()
    assert [word for word in private if word in full] == []
    roosje.refresh_from_db()
    assert (roosje.nickname, roosje.kind) == (f"N.N. {roosje.pk}", PlayerKind.PERSON)
    assert not roosje.is_active
    assert not roosje.has_usable_password()
    assert not Membership.objects.filter(player=roosje).exists()
    assert not Authenticator.objects.filter(user=roosje).exists()
    assert Seat.objects.get(match=match, number=0).player == roosje
    assert verify_log(match) == ()


def test_every_device_is_signed_out(roosje: Player) -> None:
    here, there = client_of(roosje), client_of(roosje)
    key = there.session.session_key
    here.post("/me/delete/", {"password": PASSWORD, "sure": "on"})
    assert not Session.objects.filter(pk=key).exists()
    assert there.get("/me/").status_code == 302


@pytest.mark.parametrize(
    "form", [{}, {"password": PASSWORD}, {"sure": "on"}, {"password": "not mine", "sure": "on"}]
)
def test_without_password_and_tick_nothing_is_deleted(roosje: Player, form: dict[str, str]) -> None:
    assert client_of(roosje).post("/me/delete/", form).status_code == 422
    roosje.refresh_from_db()
    assert (roosje.nickname, roosje.is_active) == ("Wilgenroosje", True)


def test_a_guest_needs_no_password(guest: Player) -> None:
    answer = client_of(guest).post("/me/delete/", {"sure": "on"})
    assert answer.status_code == 302
    guest.refresh_from_db()
    assert (guest.nickname, guest.kind) == (f"N.N. {guest.pk}", PlayerKind.GUEST)


def test_a_player_at_a_running_table_cannot_delete_the_account(players: list[Player], clock: Clock) -> None:
    match = in_second_round(players, clock.now)
    answer = client_of(players[0]).post("/me/delete/", {"password": PASSWORD, "sure": "on"})
    assert answer.status_code == 422
    assert match.code in answer.content.decode()
    players[0].refresh_from_db()
    assert players[0].nickname == "Anna"


def test_deleting_an_account_frees_the_seat_at_a_table_not_started(
    players: list[Player], clock: Clock
) -> None:
    match = open_table(players, clock.now)
    erase_account(player=players[1], now=clock.now)
    assert not Seat.objects.filter(match=match, player=players[1]).exists()


def test_a_club_keeps_its_last_owner(club: Club, players: list[Player], clock: Clock) -> None:
    with pytest.raises(ValidationError) as refused:
        erase_account(player=players[0], now=clock.now)
    assert refused.value.code == AccountRefusal.LAST_OWNER
    set_role(club=club, player=players[1], role=Role.OWNER, actor=players[0], now=clock.now)
    erase_account(player=players[0], now=clock.now)
    assert list(club.memberships.values_list("player", flat=True)) == [players[1].pk]


def test_the_neutral_name_avoids_a_taken_one(roosje: Player, make_player: object, clock: Clock) -> None:
    make_player(f"former player {roosje.pk}")
    erase_account(player=roosje, now=clock.now)
    roosje.refresh_from_db()
    assert roosje.nickname.startswith("N.N. ")


def test_a_finished_table_shows_the_neutral_name_at_once(
    roosje: Player, players: list[Player], clock: Clock, django_capture_on_commit_callbacks: object
) -> None:
    match = play_table([roosje, *players[1:]], clock.now)
    client = client_of(players[1])
    paths = (f"/t/{match.code}/", f"/t/{match.code}/round/1/", f"/t/{match.code}/record.json")
    for path in paths:
        assert "Wilgenroosje" in client.get(path).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        erase_account(player=roosje, now=clock.now + timedelta(days=1))
    for path in paths:
        page = client.get(path).content.decode()
        assert "Wilgenroosje" not in page
        assert f"N.N. {roosje.pk}" in page


def test_the_words_of_somebody_else_stay_in_notices(
    club: Club, players: list[Player], make_player: object, clock: Clock
) -> None:
    """A request to join may be any sentence, also one that the site says to many."""
    other = services.create_club(name="Slagzin", slug="slagzin", owner=make_player("Else"), at=clock.now)
    for player in players[1:3]:
        ask_to_join(club=other, player=player, text="You are a member now.", now=clock.now, url="/")
    erase_account(player=players[1], now=clock.now)
    asked = Notice.objects.filter(subject__contains="asks to join").order_by("pk")
    assert [notice.text for notice in asked] == ["", "You are a member now."]


def test_matches_somebody_looked_on_at_are_theirs_to_read_and_go_with_the_account(
    players: list[Player], roosje: Player, clock: Clock
) -> None:
    match = in_second_round(players, clock.now)
    note_deals_seen(match=match, player=roosje)
    assert export_of(roosje)["matches_seen"] == [{"match": match.code}]
    erase_account(player=roosje, now=clock.now)
    assert not MatchSeen.objects.exists()


@pytest.mark.parametrize(
    ("first", "last", "left"), [("Roos", "", True), ("", "Roos", True), ("Roos", "Vuurtoren", False)]
)
def test_a_name_that_is_not_whole_is_left_in_what_others_wrote(
    club: Club, make_player: Callable[..., Player], clock: Clock, first: str, last: str, left: bool
) -> None:
    gone = make_player("Fladderaar", first_name=first, last_name=last)
    Membership.objects.create(
        club=club, player=gone, role=Role.MEMBER, listed_name=f"{first} {last}".strip(), since=clock.now
    )
    text = f"{first} {last}".strip() + " brings the coffee"
    news = ClubNews.objects.create(club=club, text=text, at=clock.now)
    erase_account(player=gone, now=clock.now)
    news.refresh_from_db()
    assert (news.text == text) == left
