"""P4: hidden cards appear in no response, header or frame, and in no line of the server's log.

Two methods. Markers: every card and its name are sent as unique words, and no viewer gets one of a card they
may not see. Two worlds: two unseen cards change places in the log, and every response stays byte for byte the
same. A viewer may see the content of the engine's view; `tests/engine/test_leaks.py` proves the view.

Every address is asked in test_every_address.py.
"""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from games import engine_words
from games.engine import registry
from games.table import services
from games.table.log import due_times as clock_rules
from games.table.log.models import Match
from games.table.screen import attendance
from games.table.services.moves.agreements import MAX_AWAY, undoable_seat
from tests.card_marks import marks_of
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.hidden.everything_sent import whole
from tests.table.hidden.other_worlds import other_worlds, unseen_by
from tests.table.pages import Page, play_on
from tests.table.play import play_until, start_match, table_of

pytestmark = pytest.mark.django_db
GAMES = [game.key for game in registry.GAMES]
SAYS = {
    "absent": "Cleo is away.",
    "bot": "bot plays",
    "pause": "would like a pause",
    "undo": "would like to take the last card back",
}
"""A sentence every screen shows in each situation."""


@pytest.fixture
def viewers(players: list[Player], guest: Player, staff: Player) -> list[Player | None]:
    """Two opponents, a spectator, staff, a visitor."""
    return [*players[:2], guest, staff, None]


def seat_of(match: Match, viewer: Player | None) -> int | None:
    return table_of(match).seat_of(viewer.pk if viewer else None)


def test_a_card_that_is_open_is_found(players: list[Player], clock: Clock, marked_words: None) -> None:
    """The search itself: each seat's own cards do stand in its page, by code and by name."""
    match = start_match(players=players, now=clock.now)
    table = table_of(match)
    for seat, player in enumerate(players):
        page = whole(client_of(player).get(f"/t/{match.code}/"))
        own = [held.card for held in table.game.view(table.state.game_state, seat).hand]
        assert [card for card in own if engine_words.card_name(card) in page] == own
        assert [
            card for card in own if marks_of(card).search(page.replace(engine_words.card_name(card), ""))
        ] == own


@pytest.mark.slow
@pytest.mark.parametrize("about", ["absent", "bot", "pause", "undo"])
def test_two_worlds_show_the_same_clocks_and_the_same_around_the_game(
    viewers: list[Player | None],
    players: list[Player],
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    about: str,
) -> None:
    """While time runs, somebody is gone, a bot sits in, a pause or a card back is wished: none of it tells of a card.

    Neither do the times at which the steward would act.
    """
    match = start_match(players=players, now=clock.now, pace=Match.Pace.FAST, undo_allowed=True)
    now = play_until(match, players, clock.now, lambda table: undoable_seat(table) is not None)
    owner, gone = undoable_seat(table_of(match)), {2: now - MAX_AWAY}
    match.seats.update(away_since=None)

    def says(seat: int, **data: str) -> None:
        services.submit_action(match_id=match.pk, player=players[seat], window="", data=data, now=now)

    if about in ("absent", "bot"):
        match.seats.filter(number=2).update(away_since=gone[2])
        monkeypatch.setattr(attendance, "away", lambda _match: gone)
        for seat in (0,) if about == "absent" else (0, 1):
            says(seat, do="absent", choose="2:bot")
    else:
        says(owner, do=about)

    compared = 0
    for viewer in viewers:
        client, seat = client_of(viewer), seat_of(match, viewer)
        here, dues = whole(client.get(f"/t/{match.code}/")), clock_rules.dues(table_of(match))
        assert SAYS[about] in here
        assert "data-due" in here or about == "bot"
        for _ in other_worlds(match, seat, most=3):
            assert whole(client.get(f"/t/{match.code}/")) == here
            assert clock_rules.dues(table_of(match)) == dues
            compared += 1
    assert compared == 3 * len(viewers)


class Witness(Page):
    """A page that keeps every frame it gets."""

    def __init__(self, match: Match, player: Player | None) -> None:
        super().__init__(match, player or AnonymousUser())
        self.frames: list[str] = []

    def _show(self, frame: str) -> None:
        self.frames.append(frame)
        super()._show(frame)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.django_db(transaction=True)
async def test_no_frame_of_a_whole_round_gives_a_card_away(
    players: list[Player], guest: Player, clock: Clock, marked_words: None, game: str
) -> None:
    match = await sync_to_async(start_match)(players=players, now=clock.now, game=game)
    screens = [Witness(match, viewer) for viewer in (*players, guest, None)]
    for screen in screens:
        await screen.open()
    frames = 0

    async def nothing_is_given_away() -> None:
        nonlocal frames
        table = await sync_to_async(table_of)(match)
        for seat, screen in zip((0, 1, 2, 3, None, None), screens, strict=True):
            await screen.read()
            assert marks_of(unseen_by(table, seat)).findall("\0".join(screen.frames)) == []
            frames += len(screen.frames)
            screen.frames.clear()

    await nothing_is_given_away()
    await play_on(match, players, clock, nothing_is_given_away, steps=40)
    assert frames > 200
    for screen in screens:
        await screen.cut()
