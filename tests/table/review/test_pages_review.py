"""Pages of a match: review, proof, record. They reveal nothing of a running round."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Player
from games.engine.kraken.game import Kraken
from games.engine.record import check_record
from games.engine.registry import GAMES, game
from games.engine.view import View
from games.table.log import seeds
from games.table.log.models import Action, Match, Round
from games.table.review.closed_round import round_review
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import table_of
from tests.table.tables import in_second_round, open_table, play_table, to_act

pytestmark = pytest.mark.django_db
CARD = re.compile(r'class="card ([SHDC][789TJQKA])')


def felts_of(page: str) -> dict[int, str]:
    """The felt of each position on the page, by its card."""
    articles = (one for one in page.split("<article ")[1:])
    return {
        int(one.partition('id="card-')[2].partition('"')[0]): one.partition('class="review-felt ')[2]
        for one in (article.partition("</article>")[0] for article in articles)
    }


def card_of(page: str) -> int:
    """The card of the one position that is not hidden."""
    [card] = re.findall(r'<article id="card-(\d+)" class="position stack" aria-labelledby', page)
    return int(card)


@pytest.fixture
def finished_match(players: list[Player], clock: Clock) -> Match:
    """A match of one round, over."""
    return play_table(players, clock.now)


@pytest.fixture
def whole(request: pytest.FixtureRequest, players: list[Player], clock: Clock) -> Match:
    """A match of the game a test is given, over."""
    return play_table(players, clock.now, game=request.param)


every_game = pytest.mark.parametrize("whole", [one.key for one in GAMES], indirect=True)


@pytest.fixture
def running_match(players: list[Player], clock: Clock) -> Match:
    """A match in its second round."""
    return in_second_round(players, clock.now)


def test_every_position_of_the_round_shows_every_card_once(finished_match: Match, players: list[Player]):
    client = client_of(players[0])
    for card in (0, 1, 17, 32):
        page = client.get(f"/t/{finished_match.code}/round/1/?card={card}")
        assert page.status_code == 200
        assert card_of(page.content.decode()) == card
    felts = felts_of(page.content.decode())
    assert list(felts) == list(range(33))
    for card, felt in felts.items():
        shown = CARD.findall(felt)
        gone = 4 * ((card - 1) // 4) if card else 0
        assert len(shown) == len(set(shown)) == 32 - gone, card


def test_a_review_asks_its_game_for_each_view_once(finished_match: Match, monkeypatch: pytest.MonkeyPatch):
    """A view is looked at for the seats, the middle, what was drawn and what could have been played."""
    asked: list[tuple[object, int | None]] = []
    view = Kraken.view

    def noted(self: Kraken, state: object, viewer: int | None, public: View | None = None) -> View:
        asked.append((state, viewer))
        return view(self, state, viewer, public)

    monkeypatch.setattr(Kraken, "view", noted)
    round_review(finished_match, number=1, card=0, you=0)
    assert len(asked) > 33 * 5
    assert len({(id(state), viewer) for state, viewer in asked}) == len(asked)


def test_the_reader_sits_at_the_bottom(finished_match: Match, players: list[Player]):
    for seat, player in enumerate(players):
        shown = round_review(finished_match, number=1, card=0, you=seat)
        assert next(one.name for one in shown.now.seats if one.at == 0) == player.nickname


def test_the_lines_add_up_to_what_is_written(finished_match: Match):
    shown = round_review(finished_match, number=1, card=0, you=0)

    assert [sum(column) for column in zip(*(line.points for line in shown.score.lines), strict=True)] == list(
        shown.score.written
    )
    assert list(shown.score.written) * 2 == Round.objects.get(match=finished_match).points


def test_everything_said_is_told_in_order(finished_match: Match):
    shown = round_review(finished_match, number=1, card=0, you=0)
    entries = Action.objects.filter(match=finished_match, kind="game", seat__isnull=False).order_by("seq")
    spoken = [entry for entry in entries if entry.data["do"] != "play"]

    assert [one.name for one in shown.statements] == [
        finished_match.seats.get(number=entry.seat).player.nickname for entry in spoken
    ]
    assert all(one.words for one in shown.statements)


def test_a_position_the_round_does_not_have_is_refused(finished_match: Match, players: list[Player]):
    client = client_of(players[0])
    for card in ("33", "-1", "x", "1.5", "9999999999", "٣", ""):
        response = client.get(f"/t/{finished_match.code}/round/1/", {"card": card})
        assert (response.status_code, response.headers.get("Refusal-Code")) == (404, "no_such_card"), card


def test_a_round_that_is_not_closed_cannot_be_looked_at(running_match: Match, players: list[Player]):
    client = client_of(players[0])
    for number in ("0", "2", "3", "999999999999999999"):
        response = client.get(f"/t/{running_match.code}/round/{number}/")
        assert (response.status_code, response.headers.get("Refusal-Code")) == (404, "no_such_round"), number


@pytest.mark.parametrize("page", ["round/1/", "record.json"])
def test_only_who_played_a_match_may_look_back(
    finished_match: Match, make_player: Callable[..., Player], page: str
):
    visitor = Client().get(f"/t/{finished_match.code}/{page}")
    assert visitor.status_code == 302
    assert "login" in visitor.headers["Location"]

    stranger = client_of(make_player("Stranger")).get(f"/t/{finished_match.code}/{page}")
    assert (stranger.status_code, stranger.headers["Refusal-Code"]) == (403, "not_seated")


def test_the_page_holds_what_a_check_of_the_deal_needs(finished_match: Match, players: list[Player]):
    page = client_of(players[0]).get(f"/t/{finished_match.code}/round/1/").content.decode()
    proof = dict(re.findall(r'data-(context|commitment|seed|shuffle|pack|deck)="([^"]*)"', page))

    sealed = f"{proof['shuffle']}\n{proof['context']}\n".encode() + bytes.fromhex(proof["seed"])
    assert hashlib.sha256(sealed).hexdigest() == proof["commitment"]
    assert sorted(proof["pack"].split()) == sorted(proof["deck"].split())
    deal = Action.objects.get(match=finished_match, data__do="deal")
    assert proof["deck"] == deal.data["deck"]


def test_a_record_passes_the_check_and_says_what_the_sheet_says(finished_match: Match, players: list[Player]):
    response = client_of(players[0]).get(f"/t/{finished_match.code}/record.json")
    record = json.loads(response.content)

    report = check_record(record, game)

    assert report["ok"] is True
    assert report["totals"] * 2 == Round.objects.get(match=finished_match).points
    assert record["players"] == ["Anna", "Bram", "Cleo", "Daan"]
    assert [proof["round"] for proof in record["proof"]] == [1]
    assert all("at" in entry for entry in record["log"])
    assert response.headers["Cache-Control"] == "no-store, private"


def test_who_looks_back_while_play_goes_on_sees_when_it_is_their_turn(
    running_match: Match, players: list[Player]
):
    """The page stays; the way to the table stands on top of it and asks again by itself."""
    to_play, _window = to_act(running_match)
    for seat, player in enumerate(players):
        client, yours = client_of(player), seat == to_play
        review = client.get(f"/t/{running_match.code}/round/1/").content.decode()
        way = client.get(f"/t/{running_match.code}/turn/").content.decode()
        assert way.strip() in review
        assert f'href="/t/{running_match.code}/"' in way
        assert ("your turn" in way) == yours
        known = "yours" if yours else "others"
        assert f'hx-get="/t/{running_match.code}/turn/?known={known}"' in way
        assert client.get(f"/t/{running_match.code}/turn/?known={known}").status_code == 204


def test_a_look_back_at_a_match_that_is_over_asks_for_no_turn(finished_match: Match, players: list[Player]):
    client = client_of(players[0])
    assert "/turn/" not in client.get(f"/t/{finished_match.code}/round/1/").content.decode()
    way = client.get(f"/t/{finished_match.code}/turn/?known=others").content.decode()
    assert "hx-get" not in way
    assert f'href="/t/{finished_match.code}/"' in way


@pytest.mark.slow
@every_game
def test_a_record_of_any_game_passes_and_its_rounds_are_those_of_the_table(
    whole: Match, players: list[Player]
):
    record = json.loads(client_of(players[0]).get(f"/t/{whole.code}/record.json").content)

    report = check_record(record, game)

    assert report["ok"] is True
    columns = table_of(whole).game.progress(table_of(whole).state.game_state).columns
    written = [
        [row.points[column[0]] for column in columns]
        for row in Round.objects.filter(match=whole).order_by("number")
    ]
    assert [one["score"] for one in report["rounds"]] == written
    assert report["totals"] == [sum(column) for column in zip(*written, strict=True)]
    assert len(record["proof"]) == sum(entry["do"] == "deal" for entry in record["log"])


@pytest.mark.slow
@every_game
def test_every_round_of_any_game_can_be_looked_at_from_its_first_card_to_its_last(
    whole: Match, players: list[Player]
):
    client, table = client_of(players[0]), table_of(whole)
    pack = len(table.game.pack(table.options, len(table.sitters)))
    entries = Action.objects.filter(match=whole)
    for row in Round.objects.filter(match=whole):
        review = round_review(whole, number=row.number, card=0, you=0)
        deals = table.game.results(table.state.game_state)[row.number - 1].deals
        held = [sum(len(seat.hand) for seat in position.seats) for position in review.positions]
        many = len(deals) > 1 or entries.filter(data__do="give").exists() or held[0] < pack
        assert 0 < review.last <= len([entry for entry in entries if entry.data.get("card")])
        assert all(count == pack - card or (many and count <= pack) for card, count in enumerate(held)), (
            row.number
        )
        assert [
            sum(column)
            for column in zip(
                *(line.points for line in review.score.lines if not line.cancelled), strict=True
            )
        ] == row.points[: len(review.score.written)]
        address = f"/t/{whole.code}/round/{row.number}/"
        for card in (0, review.last):
            page = client.get(f"{address}?card={card}")
            assert page.status_code == 200
            assert card_of(page.content.decode()) == card
        assert list(felts_of(page.content.decode())) == list(range(review.last + 1))
        assert client.get(f"{address}?card={review.last + 1}").status_code == 404


@pytest.mark.parametrize("whole", ["rosbiratschka"], indirect=True)
def test_rows_and_totals_are_looked_at_as_they_lay_and_have_no_tricks(whole: Match, players: list[Player]):
    client = client_of(players[0])

    def felt(number: int, card: int) -> str:
        return felts_of(client.get(f"/t/{whole.code}/round/{number}/").content.decode())[card]

    tricks, hundred, rows = (round_review(whole, number=number, card=5, you=0) for number in (1, 5, 6))
    assert (tricks.now.trick, hundred.now.trick, rows.now.trick) == (2, 0, 0)
    assert [position.trick for position in tricks.positions[1:]] == [1 + card // 4 for card in range(32)]
    assert not any(position.opens_trick for position in (*hundred.positions[1:], *rows.positions[1:]))
    assert '<ol class="trick">' in felt(1, 5)
    assert '<div class="running">' in felt(5, 5)
    laid = re.findall(r'<li class="card (?:latest at-\d )?(\w\w)"', felt(6, 5))
    assert len(laid) == len(set(laid)) == 5
    assert {card[0] for card in laid if card[1] == "J"} == {card[0] for card in laid}


def test_a_changed_record_does_not_pass(finished_match: Match, players: list[Player]):
    record = json.loads(client_of(players[0]).get(f"/t/{finished_match.code}/record.json").content)
    record["proof"][0]["seed"] = "00" * 32

    assert check_record(record, game)["code"] == "wrong_proof"


def test_a_record_of_a_running_match_ends_with_its_last_closed_round(
    running_match: Match, players: list[Player]
):
    response = client_of(players[0]).get(f"/t/{running_match.code}/record.json")
    record = json.loads(response.content)

    assert [entry["do"] for entry in record["log"]].count("deal") == 1
    report = check_record(record, game)
    assert len(report["rounds"]) == 1
    secret = running_match.deals.get(number=2)
    assert seeds.open_seed(secret.sealed).hex() not in response.content.decode()
    assert secret.commitment not in response.content.decode()


def test_before_the_first_closed_round_a_record_is_empty(players: list[Player], clock: Clock):
    match = open_table(players, clock.now)

    record = json.loads(client_of(players[0]).get(f"/t/{match.code}/record.json").content)

    assert (record["log"], record["proof"]) == ([], [])
    assert check_record(record, game)["ok"] is True


def test_no_page_gives_out_the_seed_of_the_running_round(
    running_match: Match, players: list[Player], client: Client
):
    secret = seeds.open_seed(running_match.deals.get(number=2).sealed).hex()
    mine = client_of(players[0])
    for page in ("", "rules/", "round/1/", "record.json", "seats/"):
        assert secret not in mine.get(f"/t/{running_match.code}/{page}").content.decode()
    assert secret not in mine.get("/").content.decode()
    assert (
        running_match.deals.get(number=2).commitment
        in client.get(f"/t/{running_match.code}/rules/").content.decode()
    )
