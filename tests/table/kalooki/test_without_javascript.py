"""Every form of every phase of Kalooki, posted from its page by a browser without JavaScript, and found in the log."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from django.test import Client

from accounts.models import Player
from games.engine.seats import Seat
from games.table import steward
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.kalooki.deals import RUN_WITH_A_JOKER, RUNS_UNDER_JOKERS, THREES, deck
from tests.table.laid_deals import Lay
from tests.table.play import start_match, table_of
from tests.table.posting import form_on, post

pytestmark = pytest.mark.django_db
Start = Callable[..., Match]


@pytest.fixture
def clients(players: list[Player]) -> list[Client]:
    return [client_of(player) for player in players]


@pytest.fixture
def start(players: list[Player], clock: Clock, lay: Lay) -> Start:
    """Return a function that starts a deal of one contract, with these hands from seat 0 on and this stock."""

    def begin(
        *hands: str, contract_number: int = 1, upcard: str = "S2", stock: str = "", **options: object
    ) -> Match:
        lay(deck(*hands, contract_number=contract_number, upcard=upcard, stock=stock), players=4)
        rules = {"deals": [contract_number], **options}
        return start_match(players=players, now=clock.now, game="kalooki", options=rules, fill=False)

    return begin


def newest_action(match: Match, seat: Seat) -> dict[str, str]:
    """The newest action of that seat in the log."""
    return dict(match.actions.filter(kind="game", seat=seat).latest("seq").data)


def tap(match: Match, client: Client, form_id: str, value: str) -> None:
    """Press the one button of the form that sends this value."""
    form = form_on(match, client, form_id)
    (button,) = [one for one in form.buttons if one[1] == value]
    post(client, form, form.pressed(button))


def draw_card(match: Match, clients: list[Client], seat: Seat = 0) -> None:
    """The seat in turn asks for the stock, and everybody else passes."""
    tap(match, clients[seat], "answer", "stock")
    for other in range(4):
        if other in table_of(match).game.pending(table_of(match).state.game_state) and other != seat:
            tap(match, clients[other], "answer", "pass")


def lay_what_fits(match: Match, client: Client) -> None:
    form = form_on(match, client, "answer-proposal")
    post(client, form, form.pressed(form.buttons[0]))


def test_the_words_of_the_draw_window(start: Start, clients: list[Client]) -> None:
    match = start()
    for seat, word in ((0, "stock"), (3, "pass"), (1, "call"), (0, "allow")):
        tap(match, clients[seat], "answer", word)
        assert newest_action(match, seat) == {"do": word}
    assert table_of(match).state.game_state.deal.calls == (0, 1, 0, 0)


def test_the_discard_is_taken(start: Start, clients: list[Client]) -> None:
    match = start()
    tap(match, clients[0], "answer", "take")
    assert newest_action(match, 0) == {"do": "take"}


def test_a_call_is_refused(start: Start, clients: list[Client]) -> None:
    match = start()
    tap(match, clients[2], "answer", "call")
    tap(match, clients[0], "answer", "refuse")
    assert newest_action(match, 0) == {"do": "refuse"}


LAID = "S5 H5 D5;S8 H8 D8;C3 XX C5 C6"


def test_the_contract_is_laid_as_proposed(start: Start, clients: list[Client]) -> None:
    match = start(RUN_WITH_A_JOKER, contract_number=2, stock="C9")
    draw_card(match, clients)
    lay_what_fits(match, clients[0])
    assert melds_of(newest_action(match, 0)) == melds_of({"do": "lay", "melds": LAID})


def melds_of(data: dict[str, str]) -> list[list[str]]:
    """The melds that are laid, without the order of their cards."""
    assert data["do"] == "lay"
    return [sorted(meld.split()) for meld in data["melds"].split(";")]


def test_the_contract_is_laid_from_the_lists(start: Start, clients: list[Client]) -> None:
    """The cards of a run are chosen as they stand in the hand, and lie in their order."""
    match = start(RUN_WITH_A_JOKER, contract_number=2, stock="C9")
    draw_card(match, clients)
    form = form_on(match, clients[0], "answer-arrange")
    post(clients[0], form, form.chosen("arranged", *values_put(LAID)))
    assert melds_of(newest_action(match, 0)) == melds_of({"do": "lay", "melds": LAID})
    assert table_of(match).state.game_state.deal.melds[2].cards == ("C3", "XX", "C5", "C6")


def values_put(melds: str) -> list[str]:
    """The values of the lists beside the cards: each meld in a slot of its own, its cards from the last one on."""
    return [
        f"{number} {card}"
        for number, meld in enumerate(melds.split(";"), start=1)
        for card in reversed(meld.split())
    ]


@pytest.mark.parametrize(
    ("card", "word", "end"), [("C4", "shift", ""), ("C7", "tack", ""), ("XXb", "tack", "low")]
)
def test_a_card_is_put_to_a_meld(start: Start, clients: list[Client], card: str, word: str, end: str) -> None:
    """In the place of a joker, at the end that is open, or at the one of two that is named."""
    match = start(
        RUN_WITH_A_JOKER, contract_number=2, stock=card, tack_four="either_end" if end else "high_first"
    )
    draw_card(match, clients)
    form = form_on(match, clients[0], "answer-arrange")
    post(clients[0], form, form.chosen("arranged", *values_put(LAID)))
    tap(match, clients[0], "answer-place", " ".join((word, card, "meld", "2", end or "-")))
    assert newest_action(match, 0) == {"do": word, "card": card, "meld": "2", **({"end": end} if end else {})}


def test_a_card_is_discarded_and_the_next_deal_waits_for_everybody(
    start: Start, clients: list[Client]
) -> None:
    match = start(THREES, stock="C9", deals=[1, 2])
    draw_card(match, clients)
    lay_what_fits(match, clients[0])
    tap(match, clients[0], "hand", "C9")
    assert newest_action(match, 0) == {"do": "discard", "card": "C9"}
    assert len(table_of(match).state.game_state.results) == 1
    for client in clients:
        tap(match, client, "answer-ready", "ready")
    match.refresh_from_db()
    assert steward.tick(match.wake_at, Random(1)) == 1
    assert table_of(match).state.game_state.deal.contract_number == 2


def test_a_hand_of_jokers_ends_the_turn(start: Start, clients: list[Client]) -> None:
    match = start(RUNS_UNDER_JOKERS, contract_number=4, stock="XXd")
    draw_card(match, clients)
    lay_what_fits(match, clients[0])
    tap(match, clients[0], "answer", "end")
    assert newest_action(match, 0) == {"do": "end"}


@pytest.mark.parametrize("form_id", ["answer-proposal", "answer-arrange"])
def test_one_more_meld_is_laid_by_who_is_down(start: Start, clients: list[Client], form_id: str) -> None:
    """Seat 1 called a king, drew two more, and lays them after the contract."""
    match = start("", THREES, upcard="CK", stock="DK C9 HK")
    tap(match, clients[1], "answer", "call")
    tap(match, clients[0], "answer", "allow")
    tap(match, clients[0], "hand", "C9")
    draw_card(match, clients, seat=1)
    form = form_on(match, clients[1], "answer-arrange")
    post(clients[1], form, form.chosen("arranged", *values_put("S5 H5 D5;S8 H8 D8;CJ DJ HJ")))
    form = form_on(match, clients[1], form_id)
    kings = {"arranged": ["1 CK", "1 DK", "1 HK"]} if form_id == "answer-arrange" else {}
    post(clients[1], form, {**form.pressed(form.buttons[0]), **kings})
    assert melds_of(newest_action(match, 1)) == [["CK", "DK", "HK"]]
    assert table_of(match).state.game_state.results[0].score[1] == 0
