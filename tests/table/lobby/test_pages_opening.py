"""The lobby and everything before the start, through the pages."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Iterator
from random import Random

import pytest
import segno
from django.test import Client

from accounts import site_address
from accounts.models import Player, PlayerKind
from games.engine import registry
from games.engine.options import options_of
from games.table import services
from games.table.lobby import access, guests
from games.table.log import loading
from games.table.log.loading import Table
from games.table.log.models import Match
from kraken_site.management.commands.demo import play
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import open_table, refusal

pytestmark = pytest.mark.django_db


def test_a_visitor_plays_against_three_bots_after_one_tap(client: Client):
    response = client.post("/play/", follow=True)

    assert response.status_code == 200
    match = Match.objects.get()
    assert match.status == Match.Status.RUNNING
    kinds = sorted(match.seats.values_list("player__kind", flat=True))
    assert kinds == ["bot", "bot", "bot", "guest"]
    page = response.content.decode()
    assert len(set(re.findall(r'name="card" value="(\w\w)"', page))) == 8


@pytest.mark.parametrize("key", [game.key for game in registry.GAMES])
def test_every_game_is_played_against_bots_after_one_tap(client: Client, key: str):
    assert (
        key == registry.GAMES[0].key or f'name="first_game" value="{key}"' in client.get("/").content.decode()
    )

    response = client.post("/play/", {"game": key}, follow=True)

    match = Match.objects.get()
    assert (match.game, match.status) == (key, Match.Status.RUNNING)
    table = loading.newest_table(match.pk)
    seat = match.seats.get(player__kind=PlayerKind.GUEST).number
    hand = {held.card for held in table.game.view(table.state.game_state, seat).hand}
    assert len(hand) >= 8
    assert set(re.findall(r'name="card" value="(\w+)"', response.content.decode())) == hand


@pytest.mark.parametrize("key", [game.key for game in registry.GAMES])
def test_every_game_is_opened_with_its_own_presets_and_options(players: list[Player], key: str):
    client, game = client_of(players[0]), registry.game(key)
    page = client.get("/t/new/", {"game": key}).content.decode()
    assert all(f'value="{preset.key}"' in page for preset in game.presets)
    shown = set(re.findall(r'name="option-(\w+)"', page))
    assert shown == {option.name for option in options_of(game.Options)} - {"signals"}
    last = game.presets[-1]

    client.post("/t/new/", {"game": key, "preset": last.key, "visibility": "link"})

    match = Match.objects.get()
    assert (match.game, match.options) == (key, dict(last.values))
    assert match.pace == Match.Pace.RELAXED


@pytest.mark.parametrize("key", [game.key for game in registry.GAMES])
def test_a_number_says_beside_its_field_from_where_to_where_it_goes(players: list[Player], key: str):
    page = html.unescape(client_of(players[0]).get("/t/new/", {"game": key}).content.decode())
    for option in options_of(registry.game(key).Options):
        if option.highest is not None:
            beside = page.partition(f'id="id_option-{option.name}_helptext">')[2].partition("</span>")[0]
            between = f"A number from {option.offered_from} to {option.highest:,}."
            assert beside.replace("\u2212", "-").endswith(between), option.name


def test_where_nobody_has_a_partner_there_are_no_signals_to_agree(players: list[Player], clock: Clock):
    alone = client_of(players[0])
    assert "partners" in alone.get("/t/new/", {"game": "kraken"}).content.decode()
    assert "partners" not in alone.get("/t/new/", {"game": "rosbiratschka"}).content.decode()
    match = services.open_table(created_by=players[0], game="rosbiratschka", options={}, now=clock.now)
    assert "Partners" not in alone.get(f"/t/{match.code}/").content.decode()


def test_a_game_there_is_not_cannot_be_opened(client: Client):
    assert client.get("/t/new/", {"game": "bridge"}).status_code == 404
    assert client.post("/t/new/", {"game": "bridge"}).status_code == 404
    assert client.post("/play/", {"game": "bridge"}).status_code == 404
    assert not Match.objects.exists()


def test_a_table_keeps_the_preset_and_only_what_differs_from_the_defaults(players: list[Player]):
    form = {"preset": "klaverjas_nl", "visibility": "lobby", "option-rounds": "8", "option-quads": "classic"}

    response = client_of(players[0]).post("/t/new/", form)

    match = Match.objects.get()
    assert response.headers["Location"] == f"/t/{match.code}/"
    assert match.options == {
        "multiplier_scope": "cards_only",
        "declarations_compare": "team_total",
        "declarations_tie": "both",
        "double_spades": "off",
        "rounds": 8,
    }
    assert (match.visibility, match.phrases_on, match.chat_on) == ("lobby", False, False)
    assert [seat.player for seat in match.seats.all()] == [players[0]]


@pytest.mark.parametrize("allowed", [True, False])
def test_a_table_says_whether_the_trick_before_can_be_looked_at(
    players: list[Player], clock: Clock, *, allowed: bool
) -> None:
    client = client_of(players[0])
    new = client.get("/t/new/").content.decode()
    assert re.search(r'<input[^>]*name="look_back"[^>]*checked', new), "it can be, unless somebody says no"
    said = {"look_back": "on"} if allowed else {}
    client.post("/t/new/", {"preset": "kraken_text", "visibility": "link", "pace": "none", **said})
    match = Match.objects.get()
    for seat, player in enumerate(players[1:4], start=1):
        services.sit(match_id=match.pk, player=player, seat=seat)
    services.start_match(match_id=match.pk, player=players[0], now=clock.now)
    play(match, until=_trick_before, now=clock.now, rng=Random(5))
    table = client.get(f"/t/{match.code}/").content.decode()
    assert ("Previous trick" in table) is allowed


def _trick_before(table: Table) -> bool:
    view = table.game.view(table.state.game_state, None)
    return bool(view.last_trick and view.trick and not view.trick.complete)


def test_agreed_signals_stand_on_the_rule_card_and_allow_signals(players: list[Player]):
    client = client_of(players[0])

    client.post("/t/new/", {"preset": "kraken_text", "visibility": "link", "agreed": "High calls <b>ace</b>"})

    match = Match.objects.get()
    assert match.options["signals"] == "agreed"
    card = client.get(f"/t/{match.code}/rules/").content.decode()
    assert "High calls &lt;b&gt;ace&lt;/b&gt;" in card


@pytest.mark.parametrize(
    ("language", "warning", "promise"),
    [
        (
            "en",
            "No clock: everybody waits for whoever thinks, however long that takes",
            "Nobody ever loses a card at random",
        ),
        (
            "nl",
            "Geen klok: iedereen wacht op wie nadenkt, hoe lang dat ook duurt",
            "Niemand verliest ooit zomaar een kaart",
        ),
    ],
)
def test_who_opens_a_table_reads_what_no_clock_and_running_out_of_time_mean(
    client: Client, language: str, warning: str, promise: str
) -> None:
    page = client.get("/t/new/", headers={"Accept-Language": language}).content.decode()
    assert warning in page
    assert promise in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"preset": "none_such"},
        {"visibility": "everybody"},
        {"option-rounds": "0"},
        {"option-rounds": "3"},
        {"option-rounds": "65"},
        {"option-rounds": "many"},
        {"option-play_rules": "utrecht"},
        {"agreed": "x" * 501},
        {"agreed": "\0"},
    ],
    ids=str,
)
def test_a_table_with_a_wrong_option_is_not_opened_and_the_page_says_what(players: list[Player], wrong):
    form = {"preset": "kraken_text", "visibility": "link", **wrong}

    response = client_of(players[0]).post("/t/new/", form)

    assert response.status_code == 422
    assert b"errorlist" in response.content
    assert not Match.objects.exists()


def test_a_visitor_opens_a_table_as_a_guest(client: Client):
    client.post("/t/new/", {"preset": "kraken_text", "visibility": "link"})

    assert Match.objects.get().seats.get().player.kind == PlayerKind.GUEST


def test_the_qr_code_of_a_table_is_that_of_its_link(players: list[Player], clock: Clock) -> None:
    match = open_table(players, clock.now, seated=1)
    page = client_of(players[0]).get(f"/t/{match.code}/").content.decode()
    link = html.unescape(re.findall(r'<p class="invite-link small"><a href="([^"]+)">', page)[0])
    assert match.code in link
    (drawn,) = re.findall(r'<div class="qr"[^>]*>(.+?)</div>', page)
    squares = re.findall(r' d="([^"]+)"', segno.make(link, micro=False).svg_inline(border=4))
    assert re.findall(r' d="([^"]+)"', drawn)[-1] == squares[-1]


def test_a_newcomer_with_the_link_types_a_name_and_sits(client: Client, players: list[Player], clock: Clock):
    match = open_table(players, clock.now, seated=1)
    address = f"/t/{match.code}/"
    page = client.get(address).content.decode()
    assert 'name="nickname"' in page
    assert "<svg" in page

    response = client.post(f"{address}sit/", {"nickname": "Zus"}, follow=True)

    assert response.status_code == 200
    assert match.seats.get(number=1).player.nickname == "Zus"


@pytest.mark.parametrize("name", ["", " ", "anna", "ANNA", "x" * 25, "Kraken"])
def test_a_name_that_cannot_be_had_is_refused_in_words(
    client: Client, players: list[Player], clock: Clock, name: str
):
    match = open_table(players, clock.now, seated=1)

    response = client.post(f"/t/{match.code}/sit/", {"nickname": name})

    assert response.status_code == 422
    assert b"errorlist" in response.content
    assert match.seats.count() == 1
    assert not Player.objects.filter(kind=PlayerKind.GUEST).exists()


@pytest.fixture
def printed_origin() -> Iterator[str]:
    """The origin that a server has printed for phones."""
    yield "http://192.168.1.7:8000/"
    site_address.remember_origin("")


def test_whoever_plays_on_the_server_itself_hands_out_a_link_for_phones(
    players: list[Player], clock: Clock, printed_origin: str
):
    match = open_table(players, clock.now)
    page = client_of(players[0]).get(f"/t/{match.code}/", headers={"Host": "localhost:8000"})
    assert f"http://localhost:8000/t/{match.code}/" in page.content.decode()

    site_address.remember_origin(printed_origin)
    page = client_of(players[0]).get(f"/t/{match.code}/", headers={"Host": "localhost:8000"})
    assert f"http://192.168.1.7:8000/t/{match.code}/" in page.content.decode()
    page = client_of(players[0]).get(f"/t/{match.code}/", headers={"Host": "10.0.0.3:8000"})
    assert f"http://10.0.0.3:8000/t/{match.code}/" in page.content.decode()


def test_one_address_cannot_bring_guests_without_end(settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}

    answers = [Client().post("/play/") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert refusal(answers[-1]) == "too_fast"
    assert Player.objects.filter(kind=PlayerKind.GUEST).count() == 2


def test_names_that_were_taken_do_not_count_as_guests(settings, monkeypatch: pytest.MonkeyPatch):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
    names = iter(["Brave Otter", "Brave Otter", "Brave Otter", "Brave Otter 4711"])
    monkeypatch.setattr(guests, "friendly_nickname", lambda rng, numbered: next(names))

    answers = [Client().post("/play/") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert set(Player.objects.filter(kind=PlayerKind.GUEST).values_list("nickname", flat=True)) == {
        "Brave Otter",
        "Brave Otter 4711",
    }


@pytest.mark.parametrize("address", ["/play/", "/t/new/"])
def test_one_player_opens_twenty_tables_at_once_and_then_ten_a_minute(
    players: list[Player], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    now = 100.0
    monkeypatch.setattr(access, "monotonic", lambda: now)
    anna, bram = client_of(players[0]), client_of(players[1])
    number = itertools.count()

    def form() -> dict[str, object]:
        """Another form each time: the same one sent twice opens one table."""
        return {"game": "kraken", "preset": "klaverjas_nl", "visibility": "link", "number": next(number)}

    assert {anna.post(address, form()).status_code for _ in range(20)} == {302}

    refused = anna.post(address, form())

    assert (refused.status_code, refused.headers["Refusal-Code"]) == (429, "too_fast")
    assert Match.objects.count() == 20
    assert bram.post(address, form()).status_code == 302
    now += 6
    assert [anna.post(address, form()).status_code for _ in range(2)] == [302, 429]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            (
                "The player left of the dealer leads the first trick",
                "The highest trump wins the trick; without a trump, the highest card of the suit that was led",
                "The winner leads to the next trick",
                "The deal passes to the left after every round",
                "a trump lower than one on the table is forbidden",
                "162 + 100 = 262; 524 after a kraken",
                "100 against 62 becomes 324 and 0",
            ),
        ),
        (
            "nl",
            (
                "De voorhand (links van de gever) komt uit in de eerste slag",
                "De hoogste troef wint de slag",
                "Wie de slag wint, komt uit in de volgende",
                "Na elke ronde geeft de volgende speler naar links",
                "ondertroeven is verboden",
                "162 + 100 = 262; na een kraken 524",
                "100 tegen 62 wordt 324 en 0",
            ),
        ),
    ],
)
def test_the_rules_page_says_who_leads_who_wins_a_trick_and_who_deals(
    client: Client, language: str, sentences: tuple[str, ...]
):
    page = client.get("/rules/kraken/", headers={"accept-language": language}).content.decode()
    assert [sentence for sentence in sentences if sentence not in page] == []
