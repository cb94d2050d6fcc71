"""Every form of every phase of Kan, posted from its page by a browser without JavaScript, and found in the log."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from django.test import Client

from accounts.models import Player
from games.engine.kan.state import Phase, State
from games.engine.seats import Seat
from games.table import steward
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.kan.deals import DOUBLE, STRONG, WEAK, bring_to
from tests.table.laid_deals import Lay
from tests.table.plain_forms import Form, forms_of
from tests.table.play import play_until, start_match, table_of
from tests.table.posting import form_on, page_of, post

pytestmark = pytest.mark.django_db
JOKER_SEAT, ACE_SEAT = 2, 0
Start = Callable[..., Match]
Cards = tuple[tuple[str, ...], ...]


@pytest.fixture
def clients(five: list[Player]) -> list[Client]:
    return [client_of(player) for player in five]


@pytest.fixture
def start(five: list[Player], clock: Clock, lay: Lay) -> Start:
    """Return a function that starts a match with these decks and plays it to a phase."""

    def begin(*decks: tuple[str, ...], phase: Phase, place: int = 1, **options: object) -> Match:
        lay(*decks, players=5)
        rules = {"rounds": 1, "early_stop": "on", **options}
        match = start_match(players=five, now=clock.now, game="kan", options=rules)
        bring_to(match, five, clock.now, phase, place)
        return match

    return begin


def newest_action(match: Match, seat: Seat) -> dict[str, str]:
    """The newest action of that seat in the log."""
    return dict(match.actions.filter(kind="game", seat=seat).latest("seq").data)


def words_of(form: Form) -> set[str]:
    """The words its buttons send."""
    return {form.word(button) for button in form.buttons}


def tap(match: Match, client: Client, form_id: str, value: str) -> None:
    """Press the one button of the form that sends this value."""
    form = form_on(match, client, form_id)
    (button,) = [one for one in form.buttons if one[1] == value]
    post(client, form, form.pressed(button))


def ids_of(match: Match, client: Client) -> set[str]:
    """The ids of the forms on the page that answer a question of the game."""
    return {form.id for form in forms_of(page_of(match, client)) if form.id.startswith("answer")}


@pytest.mark.parametrize("words", [("iku", "koi"), ("koi", "iku")])
def test_both_sealed_words(start: Start, clients: list[Client], words: tuple[str, str]) -> None:
    match = start(STRONG, phase=Phase.CALL)
    for seat, word in zip((JOKER_SEAT, ACE_SEAT), words, strict=True):
        assert words_of(form_on(match, clients[seat], "answer")) == {"iku", "koi"}
        tap(match, clients[seat], "answer", word)
        assert newest_action(match, seat) == {"do": word}
    assert table_of(match).state.game_state.deal.phase is Phase.PLAY


@pytest.mark.parametrize("word", ["iku", "koi"])
def test_the_first_word_that_decides(start: Start, clients: list[Client], word: str) -> None:
    match = start(STRONG, phase=Phase.CALL, lead_call="first_call")
    tap(match, clients[ACE_SEAT], "answer", word)
    assert newest_action(match, ACE_SEAT) == {"do": word}
    assert table_of(match).state.game_state.deal.to_play == (ACE_SEAT if word == "iku" else JOKER_SEAT)


def test_the_card_given_for_the_ace(start: Start, clients: list[Client]) -> None:
    match = start(DOUBLE, phase=Phase.GIVE)
    form = form_on(match, clients[2], "answer-arrange")
    card = table_of(match).state.game_state.deal.hands[2][3]
    post(clients[2], form, form.chosen("arranged", f"1 {card}"))
    assert newest_action(match, 2) == {"do": "give", "card": card}


@pytest.mark.parametrize(
    ("rule", "chosen", "shown"),
    [
        ("free", ["1 SK"], "SK"),
        ("free", ["1 SK", "1 S9"], "SK S9"),
        ("free", ["1 SK", "2 S9"], "SK;S9"),
        ("free", ["1 SK;2 SK"], "SK;SK"),
        ("free", [], ""),
        ("two_required", ["1 SK", "2 H3"], "SK;H3"),
        ("two_required", ["1 SK;2 SK"], "SK;SK"),
    ],
)
def test_cards_are_shown_in_every_form(
    start: Start, clients: list[Client], rule: str, chosen: list[str], shown: str
) -> None:
    """One, two together, two after one another, one twice, nothing; chosen from the lists beside the cards."""
    match = start(STRONG, phase=Phase.SHOW, place=2, show_rule=rule)
    form = form_on(match, clients[ACE_SEAT], "answer-arrange")
    post(clients[ACE_SEAT], form, form.chosen("arranged", *chosen))
    assert newest_action(match, ACE_SEAT) == {"do": "show", "cards": shown}


@pytest.mark.parametrize(
    ("rule", "nth", "shown"), [("free", 0, "SK SA"), ("free", 1, ""), ("two_required", 0, "SA;SK")]
)
def test_the_usual_showing_and_none_by_their_buttons(
    start: Start, clients: list[Client], rule: str, nth: int, shown: str
) -> None:
    match = start(STRONG, phase=Phase.SHOW, place=2, show_rule=rule)
    form = form_on(match, clients[ACE_SEAT], "answer-none")
    post(clients[ACE_SEAT], form, form.pressed(form.buttons[nth]))
    assert newest_action(match, ACE_SEAT) == {"do": "show", "cards": shown}


@pytest.mark.parametrize("suit", "SHDC")
def test_each_suit_is_named_as_trumps(start: Start, clients: list[Client], suit: str) -> None:
    match = start(STRONG, phase=Phase.TRUMP, place=2)
    tap(match, clients[JOKER_SEAT], "answer-suit", suit)
    assert newest_action(match, JOKER_SEAT) == {"do": "trump", "suit": suit}
    assert table_of(match).state.game_state.deal.trump == suit


def test_cards_and_a_joker_that_is_led(start: Start, clients: list[Client]) -> None:
    """The seat of the joker leads a card to the first trick, and the joker to the second, once for each suit."""
    match = start(STRONG, phase=Phase.PLAY, place=2)
    for seat, card in ((2, "HA"), (3, "HT"), (4, "H9"), (0, "H5"), (1, "HJ")):
        tap(match, clients[seat], "hand", card)
        assert newest_action(match, seat) == {"do": "play", "card": card}
    form = form_on(match, clients[JOKER_SEAT], "answer-suit")
    assert {value for _name, value in form.buttons} == set("SHDC")
    tap(match, clients[JOKER_SEAT], "answer-suit", "D")
    assert newest_action(match, JOKER_SEAT) == {"do": "play", "card": "XX", "suit": "D"}
    tap(match, clients[3], "hand", "DT")
    assert table_of(match).state.game_state.deal.suit_to_follow == "D"


@pytest.mark.parametrize("word", ["stop", "juuroku"])
@pytest.mark.parametrize(("decks", "seat"), [((STRONG,), None), ((STRONG, WEAK), 1)])
def test_stop_and_juuroku_of_either_side(
    start: Start, clients: list[Client], decks: Cards, seat: Seat | None, word: str
) -> None:
    """After a shut-out by the kan, whichever of them won the trick, and after one by seat 1, who is mukan."""
    match = start(*decks, phase=Phase.ANNOUNCE, place=2)
    state: State = table_of(match).state.game_state
    assert state.deal is not None
    mover = state.deal.to_play
    assert mover == seat or (seat is None and mover in (JOKER_SEAT, ACE_SEAT))
    assert words_of(form_on(match, clients[mover], "answer")) == {"stop", "juuroku"}
    tap(match, clients[mover], "answer", word)
    assert newest_action(match, mover) == {"do": word}


def test_a_deal_is_cancelled_or_looked_past(start: Start, clients: list[Client]) -> None:
    """The kan held all aces and the joker: any opponent may cancel or go on, and nobody waits for the kan."""
    match = start(STRONG, phase=Phase.CANCEL, shippo_jo="on")
    for seat in (JOKER_SEAT, ACE_SEAT):
        assert ids_of(match, clients[seat]) == set()
    assert ids_of(match, clients[4]) == {"answer", "answer-ready"}
    tap(match, clients[4], "answer-ready", "ready")
    tap(match, clients[3], "answer", "cancel")
    assert newest_action(match, 3) == {"do": "cancel"}
    assert table_of(match).state.game_state.void_deals == (1,)


def test_ready_for_the_next_deal_and_for_the_next_round(
    start: Start, five: list[Player], clients: list[Client], clock: Clock
) -> None:
    """Between two deals of a round, and behind a round that is written down."""
    match = start(STRONG, WEAK, phase=Phase.OVER, rounds=2)
    all_ready(match, clients)
    assert (table_of(match).state.game_state.round, table_of(match).state.game_state.deal.number) == (1, 2)
    play_until(match, five, clock.now, lambda table: table.state.game_state.closed)
    all_ready(match, clients)
    assert (table_of(match).state.game_state.round, table_of(match).state.game_state.deal.place) == (2, 1)


def test_between_two_deals_the_sheet_tells_the_deal_just_played_and_the_button_the_next(
    start: Start, five: list[Player], clients: list[Client], clock: Clock
) -> None:
    """In the first round nothing is written down yet; in the second the sheet of the first would be a stale one."""
    match = start(STRONG, WEAK, STRONG, phase=Phase.OVER, rounds=2)
    for number in (1, 2):
        state: State = table_of(match).state.game_state
        assert (state.round, state.closed) == (number, False)
        sheet, prompt = parts_of(match, clients[JOKER_SEAT])
        assert f"Round {number} " in sheet
        assert "won deal 1" in sheet
        assert "Deal 1: won by the kan" in sheet
        assert "So far" in sheet
        assert "Look back" not in sheet
        assert "Next deal" in prompt
        if number == 1:
            play_until(match, five, clock.now, lambda table: table.state.game_state.closed)
            sheet, prompt = parts_of(match, clients[JOKER_SEAT])
            assert "Written down" in sheet
            assert "Next round" in prompt
            all_ready(match, clients)
            play_until(match, five, clock.now, lambda table: table.state.game_state.deal.phase is Phase.OVER)


def parts_of(match: Match, client: Client) -> tuple[str, str]:
    """The opened sheet and the question of a page."""
    page = page_of(match, client)
    sheet = page[page.index('<section id="sheet"') :]
    assert "is-open" in sheet[: sheet.index(">")]
    prompt = page[page.index('id="prompt"') :]
    return sheet, prompt[: prompt.index("</section>")]


def all_ready(match: Match, clients: list[Client]) -> None:
    """Everybody presses on, and the house deals."""
    for client in clients:
        tap(match, client, "answer-ready", "ready")
    match.refresh_from_db()
    assert steward.tick(match.wake_at, Random(1)) == 1
