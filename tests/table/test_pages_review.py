"""What remains of a match: review, proof, record, rules. Of a running round nothing is given out."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Player
from games.engine.record import check_record
from games.engine.registry import game
from games.table.models import Action, Match, Round
from games.table.review import round_review
from tests.conftest import Clock
from tests.table.tables import finished, in_second_round, opened

pytestmark = pytest.mark.django_db
CARD = re.compile(r'class="card ([SHDC][789TJQKA])')


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def played(players: list[Player], clock: Clock) -> Match:
    """A match of one round, over."""
    return finished(players, clock.now)


@pytest.fixture
def running(players: list[Player], clock: Clock) -> Match:
    """A match in its second round."""
    return in_second_round(players, clock.now)


def test_every_moment_of_the_round_shows_every_card_once(played: Match, players: list[Player]):
    client = signed_in(players[0])
    for card in range(33):
        page = client.get(f"/t/{played.code}/round/1/?card={card}")
        assert page.status_code == 200
        felt = page.content.decode().partition('class="review-felt"')[2].partition("<nav")[0]
        shown = CARD.findall(felt)
        gone = 4 * ((card - 1) // 4) if card else 0
        assert len(shown) == len(set(shown)) == 32 - gone


def test_the_reader_sits_at_the_bottom(played: Match, players: list[Player]):
    for seat, player in enumerate(players):
        shown = round_review(played, number=1, card=0, you=seat)
        assert next(one.name for one in shown.seats if one.at == 0) == player.nickname


def test_the_lines_add_up_to_what_is_written(played: Match):
    shown = round_review(played, number=1, card=0, you=0)

    assert [sum(column) for column in zip(*(line.points for line in shown.lines), strict=True)] == list(
        shown.score
    )
    assert list(shown.score) == Round.objects.get(match=played).points


def test_everything_said_is_told_in_order(played: Match):
    shown = round_review(played, number=1, card=0, you=0)
    entries = Action.objects.filter(match=played, kind="game", seat__isnull=False).order_by("seq")
    spoken = [entry for entry in entries if entry.data["do"] != "play"]

    assert [one.name for one in shown.said] == [
        played.seats.get(number=entry.seat).player.nickname for entry in spoken
    ]
    assert all(one.words for one in shown.said)


@pytest.mark.parametrize("card", ["33", "-1", "x", "1.5", "9999999999", "٣", ""])
def test_a_moment_the_round_does_not_have_is_refused(played: Match, players: list[Player], card: str):
    response = signed_in(players[0]).get(f"/t/{played.code}/round/1/", {"card": card})

    assert (response.status_code, response.headers["Refusal-Code"]) == (404, "no_such_card")


@pytest.mark.parametrize("number", ["0", "2", "3", "99999999999999999999999"])
def test_a_round_that_is_not_closed_cannot_be_looked_at(running: Match, players: list[Player], number: str):
    response = signed_in(players[0]).get(f"/t/{running.code}/round/{number}/")

    assert (response.status_code, response.headers["Refusal-Code"]) == (404, "no_such_round")


@pytest.mark.parametrize("page", ["round/1/", "record.json"])
def test_only_who_played_a_match_may_look_back(played: Match, make_player: Callable[..., Player], page: str):
    visitor = Client().get(f"/t/{played.code}/{page}")
    assert visitor.status_code == 302
    assert "login" in visitor.headers["Location"]

    stranger = signed_in(make_player("Stranger")).get(f"/t/{played.code}/{page}")
    assert (stranger.status_code, stranger.headers["Refusal-Code"]) == (403, "not_seated")


def test_the_page_holds_what_a_check_of_the_deal_needs(played: Match, players: list[Player]):
    page = signed_in(players[0]).get(f"/t/{played.code}/round/1/").content.decode()
    proof = dict(re.findall(r'data-(context|commitment|seed|shuffle|pack|deck)="([^"]*)"', page))

    sealed = f"{proof['shuffle']}\n{proof['context']}\n".encode() + bytes.fromhex(proof["seed"])
    assert hashlib.sha256(sealed).hexdigest() == proof["commitment"]
    assert sorted(proof["pack"].split()) == sorted(proof["deck"].split())
    deal = Action.objects.get(match=played, data__do="deal")
    assert proof["deck"] == deal.data["deck"]


def test_a_record_passes_the_check_and_says_what_the_sheet_says(played: Match, players: list[Player]):
    response = signed_in(players[0]).get(f"/t/{played.code}/record.json")
    record = json.loads(response.content)

    report = check_record(record, game)

    assert report["ok"] is True
    assert report["totals"] == Round.objects.get(match=played).points
    assert record["players"] == ["Anna", "Bram", "Cleo", "Daan"]
    assert [proof["round"] for proof in record["proof"]] == [1]
    assert all("at" in entry for entry in record["log"])
    assert response.headers["Cache-Control"] == "no-store, private"


def test_a_changed_record_does_not_pass(played: Match, players: list[Player]):
    record = json.loads(signed_in(players[0]).get(f"/t/{played.code}/record.json").content)
    record["proof"][0]["seed"] = "00" * 32

    assert check_record(record, game)["code"] == "wrong_proof"


def test_a_record_of_a_running_match_ends_with_its_last_closed_round(running: Match, players: list[Player]):
    response = signed_in(players[0]).get(f"/t/{running.code}/record.json")
    record = json.loads(response.content)

    assert [entry["do"] for entry in record["log"]].count("deal") == 1
    report = check_record(record, game)
    assert len(report["rounds"]) == 1
    secret = running.rounds.get(number=2)
    assert secret.seed not in response.content.decode()
    assert secret.commitment not in response.content.decode()


def test_before_the_first_closed_round_a_record_is_empty(players: list[Player], clock: Clock):
    match = opened(players, clock.now)

    record = json.loads(signed_in(players[0]).get(f"/t/{match.code}/record.json").content)

    assert (record["log"], record["proof"]) == ([], [])
    assert check_record(record, game)["ok"] is True


def test_no_page_gives_out_the_seed_of_the_running_round(
    running: Match, players: list[Player], client: Client
):
    secret = running.rounds.get(number=2).seed
    mine = signed_in(players[0])
    for page in ("", "rules/", "round/1/", "record.json", "seats/"):
        assert secret not in mine.get(f"/t/{running.code}/{page}").content.decode()
    assert secret not in mine.get("/").content.decode()
    assert running.rounds.get(number=2).commitment in client.get(f"/t/{running.code}/rules/").content.decode()


def test_the_rule_card_tells_house_rules_apart(players: list[Player], clock: Clock, client: Client):
    match = opened(players, clock.now, options={"play_rules": "rotterdam"})

    card = client.get(f"/t/{match.code}/rules/").content.decode()

    assert card.count("house rule<") == 1
    assert "Rotterdam" in card


def test_the_rules_are_there_and_other_games_are_not(client: Client):
    assert client.get("/rules/kraken/").status_code == 200
    assert client.get("/rules/bridge/").status_code == 404
    assert client.get("/rules/card/").status_code == 404
