"""Every form of a table works in a browser without JavaScript, sent exactly as its page has it."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.engine.cards import SUITS
from games.engine.seats import HOUSE
from games.table import steward
from games.table.lobby import table_views
from games.table.log import seeds
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.models import TalkLine
from games.table.screen import attendance
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.plain_forms import Control, Form, forms_of
from tests.table.play import in_play, log_of, never, play_until, start_match, table_of, words
from tests.table.posting import form_on, page_of, press
from tests.table.screen.advised import pointed_at

pytestmark = pytest.mark.django_db
IN_PLAY = frozenset(
    {"hand", "answer", "answer-groups", "answer-none", "answer-suit", "answer-ready", "answer-go-on"}
)
OF_OTHER_ZONES = frozenset({"answer-arrange", "answer-place", "answer-proposal", "ask-less"})
"""Forms of zones these games have not: tests/table/kan and tests/table/kalooki have a module that sends
them."""
OF_OTHER_TABLES = frozenset({"answer-cut", "ask-accuse"})
"""Forms of tables with a rule these have not: tests/table/log/test_deck_cut.py and tests/table/test_revoke.py send
them."""
OF_A_LEAGUE = frozenset({"ask-director", "answer-call"})
"""Forms of a table of an evening, which has a director: tests/league/going_wrong/test_director.py sends them."""
Offer = tuple[int, Form, Control]


@pytest.fixture(autouse=True)
def _same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "random_seed", lambda purpose: _seed(purpose.split("/")[1]))


def _seed(round_number: str) -> bytes:
    return hashlib.sha256(f"without JavaScript {round_number}".encode()).digest()


def offers(match: Match, clients: list[Client]) -> list[Offer]:
    """Every button of the game on the pages of those who can act; of the hand only the cards that may be played."""
    table = table_of(match)
    waiting = table.game.pending(table.state.game_state)
    found: list[Offer] = []
    for seat, client in enumerate(clients):
        if seat not in waiting and HOUSE not in waiting:
            continue
        choices = table.game.choices(table.state.game_state, seat)
        playable = {choice.data["card"] for choice in choices if "card" in choice.data}
        found += [
            (seat, form, button)
            for form in forms_of(page_of(match, client))
            if form.id in IN_PLAY
            for button in form.buttons
            if button[0] != "card" or button[1] in playable
        ]
    return found


def suits_of_stuk(match: Match) -> set[str]:
    """The suits whose king and queen are in one hand: as trumps they let stuk be claimed."""
    round_ = table_of(match).state.game_state.round
    return {suit for suit in SUITS if any({f"{suit}K", f"{suit}Q"} <= set(hand) for hand in round_.hands)}


def play_by_pages(match: Match, players: list[Player]) -> Counter[tuple[str, str]]:
    """Play a match by its pages alone, the form and word used least first; how often each was used."""
    clients = [client_of(player) for player in players]
    used: Counter[tuple[str, str]] = Counter()
    while table_of(match).running:
        waiting = offers(match, clients)
        if not waiting:
            match.refresh_from_db()
            assert steward.tick(match.wake_at, Random(1)) == 1
            continue
        stuk = suits_of_stuk(match)
        seat, form, button = min(
            waiting, key=lambda offer: (used[offer[1].id, offer[1].word(offer[2])], offer[2][1] not in stuk)
        )
        before = len(log_of(match))
        press(clients[seat], form, button)
        assert len(log_of(match)) > before
        used[form.id, form.word(button)] += 1
    return used


PLAYED = {
    "kraken, suit of one's choice": (
        "kraken",
        {"rounds": 2, "stuk_mode": "on_second_card"},
        {
            ("answer-suit", "trump"),
            ("answer", "pass"),
            ("answer", "kraken"),
            ("answer", "re"),
            ("answer", "superkraken"),
            ("answer-groups", "declare"),
            ("answer-none", "declare"),
            ("hand", "play"),
            ("answer", "bonus"),
            ("answer", "stuk"),
            ("answer-ready", "ready"),
        },
    ),
    "kraken, suit turned": (
        "kraken",
        {"rounds": 1, "trump_mode": "random", "random_fallback": "call_suit"},
        {("answer", "accept"), ("hand", "play")},
    ),
    "rosbiratschka": (
        "rosbiratschka",
        {},
        {("hand", "play"), ("hand", "place"), ("answer", "pass"), ("answer-ready", "ready")},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", PLAYED)
def test_a_whole_match_is_played_by_plain_forms(
    players: list[Player], start: Callable[..., Match], case: str
) -> None:
    game, options, expected = PLAYED[case]

    used = play_by_pages(start(players, game=game, **options), players)

    assert expected <= used.keys()


def test_the_combinations_that_are_ticked_are_declared(players: list[Player], match: Match) -> None:
    """The page's empty field, which says "nothing" when no box is ticked, adds nothing to those that are."""
    clients = [client_of(player) for player in players]
    while True:
        waiting = offers(match, clients)
        declared = [offer for offer in waiting if offer[1].id == "answer-groups"]
        if declared:
            break
        seat, form, button = waiting[0]
        press(clients[seat], form, button)
    seat, form, button = declared[0]
    ticked = [value for name, value in form.fields if name == "combinations" and value]

    press(clients[seat], form, button)

    assert ticked
    assert log_of(match)[-1][3] == {"do": "declare", "combinations": ";".join(ticked)}


def test_everything_beside_the_cards_works_by_plain_forms(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pause, taking back, talk, a player who is away, advice, rematch: with the cards these are all the forms."""
    match = start_match(
        players=players, now=clock.now, options={"rounds": 1, "declarations": "off"}, undo_allowed=True
    )
    clients = [client_of(player) for player in players]
    used: set[str] = set()

    def do(seat: int, form_id: str, nth: int = 0, **typed: str) -> None:
        form = form_on(match, clients[seat], form_id)
        press(clients[seat], form, form.buttons[nth], **typed)
        used.add(form_id)

    do(0, "say")
    assert TalkLine.objects.filter(match=match).count() == 1
    do(0, "ask-pause")
    do(1, "answer-no")
    do(0, "ask-pause")
    for seat in (1, 2, 3):
        do(seat, "answer-agreements")
    assert table_of(match).state.paused_at is not None
    do(0, "answer-agreements")
    assert table_of(match).state.paused_at is None

    SeatRow.objects.filter(match=match).update(away_since=None)
    since = timezone.now() - timedelta(minutes=2)
    SeatRow.objects.filter(match=match, number=3).update(away_since=since)
    monkeypatch.setattr(attendance, "away", lambda match_id: {3: since})
    for seat in (0, 1):
        do(seat, "answer-agreements", nth=1)
    assert [one.seat for one in table_of(match).state.stand_ins] == [3]
    monkeypatch.setattr(attendance, "away", lambda match_id: {})
    do(0, "ask-pause")
    for seat in (1, 2):
        do(seat, "answer-agreements")
    do(3, "answer-back")
    assert table_of(match).state.stand_ins == ()
    do(3, "answer-agreements")
    assert table_of(match).state.paused_at is None

    play_until(match, players, timezone.now(), in_play)
    mover = table_of(match).state.last.seat
    do(mover, "ask-undo")
    for further in (1, 2, 3):
        do((mover + further) % 4, "answer-agreements")
    assert words(match)[-1] == {"do": "undo"}

    play_until(match, players, timezone.now(), never)
    do(2, "chat", text="Well played, all of you")
    assert TalkLine.objects.filter(match=match, text="Well played, all of you").exists()
    do(0, "rematch")
    assert match.rematches.count() == 1
    assert used | IN_PLAY | OF_OTHER_ZONES | OF_OTHER_TABLES | OF_A_LEAGUE | {"ask-advice"} == set(
        table_views.FORMS
    )


def test_advice_is_asked_for_by_a_plain_form(practice: Match, players: list[Player]) -> None:
    """It is kept nowhere, so the answer is the page itself."""
    client = client_of(players[0])
    form = form_on(practice, client, "ask-advice")

    response = client.post(form.action, form.pressed(form.buttons[0]))

    assert response.status_code == 200
    assert pointed_at(response.content.decode())


def test_choices_about_a_player_who_is_away_show_without_a_script() -> None:
    """With JavaScript they appear when the minute is over; without it nothing would ever show them."""
    css = (settings.BASE_DIR / "static/css/table/felt/time.css").read_text()
    shown = re.search(
        r"@media \(scripting: none\) \{\s*\.agreements\[data-from\]\[hidden\] \{\s*display: flex;", css
    )
    assert shown, "the part of the page that asks what to do about them stays hidden"
