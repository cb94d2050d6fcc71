"""The table's page and its POST door: what is done, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Player
from games.table.log.models import Action, Match
from games.table.models import TalkLine
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import table_of
from tests.table.tables import open_table, play_table, to_act

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def log_of(match: Match) -> list[tuple[int, object]]:
    return list(Action.objects.filter(match=match).values_list("seq", "data"))


def test_the_page_holds_my_hand_and_nobody_elses(match: Match, players: list[Player]):
    state = table_of(match).state.game_state
    for seat, player in enumerate(players):
        page = client_of(player).get(f"/t/{match.code}/")
        shown = set(re.findall(r"\b[SHDC][789TJQKA]\b", page.content.decode()))
        assert shown == set(state.round.hands[seat])
        assert page.headers["Cache-Control"] == "no-store, private"


def test_a_spectator_sees_no_card_that_does_not_lie_on_the_table(client: Client, match: Match):
    page = client.get(f"/t/{match.code}/").content.decode()

    assert not re.findall(r"\b[SHDC][789TJQKA]\b", page)


def test_a_plain_form_moves_and_leads_back_to_the_table(match: Match, players: list[Player]):
    seat, window = to_act(match)

    response = client_of(players[seat]).post(
        f"/t/{match.code}/act/", {"do": "trump", "suit": "H", "window": window}
    )

    assert (response.status_code, response.headers["Location"]) == (302, f"/t/{match.code}/")
    assert log_of(match)[-1][1] == {"do": "trump", "suit": "H"}


def test_a_plain_form_works_with_the_token_the_page_carries(match: Match, players: list[Player]):
    seat, window = to_act(match)
    client = client_of(players[seat], enforce_csrf_checks=True)
    form = {"do": "trump", "suit": "H", "window": window}
    assert client.post(f"/t/{match.code}/act/", form).status_code == 403
    page = client.get(f"/t/{match.code}/").content.decode()
    found = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)" form="([\w-]+)"', page)
    tokens = {form_id: token for token, form_id in found}
    forms = re.findall(r'<form[^>]*id="([\w-]+)"[^>]*method="post"', page)
    assert set(forms) <= set(tokens)

    response = client.post(f"/t/{match.code}/act/", {**form, "csrfmiddlewaretoken": tokens["answer-suit"]})

    assert response.status_code == 302


def test_a_form_by_htmx_is_answered_with_the_zones(match: Match, players: list[Player]):
    seat, window = to_act(match)

    response = client_of(players[seat]).post(
        f"/t/{match.code}/act/", {"do": "trump", "suit": "C", "window": window}, headers=HTMX
    )

    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store, private"
    assert b'id="prompt"' in response.content
    assert b'hx-swap-oob="true"' in response.content


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_the_same_answer_twice_is_done_once_and_answered_twice(match: Match, players: list[Player], headers):
    seat, window = to_act(match)
    client = client_of(players[seat])
    form = {"do": "trump", "suit": "H", "window": window}
    client.post(f"/t/{match.code}/act/", form, headers=headers)
    before = log_of(match)

    again = client.post(f"/t/{match.code}/act/", form, headers=headers)

    assert again.status_code in (200, 302)
    assert log_of(match) == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_an_answer_to_a_window_that_closed_is_told_409_with_the_fresh_table(
    match: Match, players: list[Player], headers
):
    seat, window = to_act(match)
    client = client_of(players[seat])
    client.post(f"/t/{match.code}/act/", {"do": "trump", "suit": "H", "window": window})
    before = log_of(match)

    late = client.post(
        f"/t/{match.code}/act/", {"do": "trump", "suit": "S", "window": window}, headers=headers
    )

    assert (late.status_code, late.headers["Refusal-Code"]) == (409, "stale_window")
    assert b"Too late" in late.content
    assert b'id="trick"' in late.content
    assert log_of(match) == before


REFUSED = {
    "nothing": ({}, 422),
    "no window": ({"do": "trump", "suit": "H"}, 409),
    "word unknown": ({"do": "fly", "window": "W"}, 422),
    "suit unknown": ({"do": "trump", "suit": "X", "window": "W"}, 422),
    "suit missing": ({"do": "trump", "window": "W"}, 422),
    "field too many": ({"do": "trump", "suit": "H", "seat": "0", "window": "W"}, 422),
    "pass where one must speak": ({"do": "pass", "window": "W"}, 422),
    "card before play": ({"do": "play", "card": "HJ", "window": "W"}, 422),
    "card of no pack": ({"do": "play", "card": "H2", "window": "W"}, 422),
    "two suits": ({"do": "trump", "suit": ["H", "S"], "window": "W"}, 422),
    "the house's word": ({"do": "close", "window": "W"}, 422),
    "a deal of one's own": ({"do": "deal", "dealer": "0", "hands": "", "window": "W"}, 422),
    "oversized": ({"do": "trump", "suit": "H" * 2000, "window": "W"}, 422),
    "many fields": ({f"x{number}": "y" for number in range(30)}, 422),
    "a null byte": ({"do": "trump\0", "suit": "H", "window": "W"}, 422),
    "not for this": ({"do": "ready", "window": "W"}, 409),
    "nothing said": ({"do": "say"}, 422),
    "unknown phrase": ({"do": "say", "phrase": "I hold the boer"}, 422),
    "talk in a round": ({"do": "say", "text": "I hold the boer"}, 422),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_what_cannot_be_done_is_refused_with_a_code_and_changes_nothing(
    match: Match, players: list[Player], case: str, headers
):
    form, status = REFUSED[case]
    seat, window = to_act(match)
    form = {name: window if value == "W" else value for name, value in form.items()}
    before = log_of(match)

    response = client_of(players[seat]).post(f"/t/{match.code}/act/", form, headers=headers)

    assert response.status_code == status
    assert response.headers["Refusal-Code"]
    assert response.headers["Cache-Control"] == "no-store, private"
    assert log_of(match) == before
    assert not TalkLine.objects.exists()


def test_a_body_that_is_not_a_form_is_refused(match: Match, players: list[Player]):
    seat, _window = to_act(match)
    client = client_of(players[seat])

    for body in (b"\xff\xfe\x00", b'{"do": "trump"}', b"a=b&" * 500, b"do=" + b"x" * 300_000):
        for kind in ("application/json", "application/x-www-form-urlencoded", "text/plain"):
            response = client.post(f"/t/{match.code}/act/", body, content_type=kind)
            assert response.status_code in (400, 409, 413, 422)


def test_out_of_turn_is_refused(match: Match, players: list[Player]):
    seat, window = to_act(match)
    before = log_of(match)

    response = client_of(players[(seat + 1) % 4]).post(
        f"/t/{match.code}/act/", {"do": "trump", "suit": "H", "window": window}
    )

    assert (response.status_code, response.headers["Refusal-Code"]) == (409, "stale_window")
    assert log_of(match) == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_who_does_not_sit_there_cannot_move(match: Match, make_player: Callable[..., Player], headers):
    _seat, window = to_act(match)
    before = log_of(match)

    for client in (Client(), client_of(make_player("Stranger"))):
        response = client.post(
            f"/t/{match.code}/act/", {"do": "trump", "suit": "H", "window": window}, headers=headers
        )
        assert (response.status_code, response.headers["Refusal-Code"]) == (403, "not_seated")
    assert log_of(match) == before


def test_nothing_is_played_at_a_table_that_waits(players: list[Player], clock: Clock):
    match = open_table(players, clock.now)

    response = client_of(players[0]).post(
        f"/t/{match.code}/act/", {"do": "trump", "suit": "H", "window": "1.trump0.forced"}
    )

    assert (response.status_code, response.headers["Refusal-Code"]) == (422, "not_running")


def test_a_phrase_is_heard_until_its_speaker_is_muted(match: Match, players: list[Player]):
    client_of(players[1]).post(f"/t/{match.code}/act/", {"do": "say", "phrase": "well_played"})
    listener = client_of(players[0])
    talk = re.compile(r'<ol id="talk".*?</ol>', re.DOTALL)
    assert "Well played!" in talk.search(listener.get(f"/t/{match.code}/").content.decode())[0]

    assert "Mute" in listener.get(f"/t/{match.code}/rules/").content.decode()
    listener.post(f"/t/{match.code}/mute/", {"seat": "1", "on": "yes"})
    assert "Hear again" in listener.get(f"/t/{match.code}/rules/").content.decode()
    assert "Well played!" not in talk.search(listener.get(f"/t/{match.code}/").content.decode())[0]

    listener.post(f"/t/{match.code}/mute/", {"seat": "1", "on": ""})
    assert "Well played!" in talk.search(listener.get(f"/t/{match.code}/").content.decode())[0]


def test_nobody_can_mute_an_empty_chair(match: Match, players: list[Player]):
    response = client_of(players[0]).post(f"/t/{match.code}/mute/", {"seat": "7"})

    assert (response.status_code, response.headers["Refusal-Code"]) == (422, "no_such_seat")


def test_a_finished_match_is_played_again_by_the_same_people(players: list[Player], clock: Clock):
    match = play_table(players, clock.now)

    for player in players:
        response = client_of(player).post(f"/t/{match.code}/rematch/")

    new = match.rematches.get()
    assert response.headers["Location"] == f"/t/{new.code}/"
    assert new.status == Match.Status.RUNNING
    assert [seat.player for seat in new.seats.all()] == players


def test_a_running_match_has_no_rematch(match: Match, players: list[Player]):
    response = client_of(players[0]).post(f"/t/{match.code}/rematch/")

    assert (response.status_code, response.headers["Refusal-Code"]) == (422, "not_finished")
