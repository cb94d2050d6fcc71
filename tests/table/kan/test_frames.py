"""Sealed words and shown cards of Kan over real sockets: the raw frames of all five players and a spectator, and the
messages to other processes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.engine.kan.state import Deal, State
from games.engine.kan.words import WORDS
from games.engine_words import card_name
from games.table.log import seeds
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.screen import rendering
from tests.card_marks import marks_of
from tests.channel_layer import stand_between
from tests.conftest import Clock
from tests.sockets import Socket
from tests.table.play import play_until, start_match, table_of, window_of
from tests.table.sockets.screens import connect_screen, quiet, send_form

pytestmark = pytest.mark.django_db(transaction=True)
VIEWERS = (0, 1, 2, 3, 4, None)
IKU, KOI = "ikuzq", "koizq"


class Room:
    """The screens of five players and a spectator at one table, and what the processes tell each other."""

    def __init__(self, match: Match, screens: Sequence[Socket], messages: list[str]) -> None:
        self.match, self.screens, self.messages = match, screens, messages

    async def says(self, seat: int, **data: str) -> dict[int | None, str]:
        """The frames of every viewer after a seat has sent its form."""
        window = await sync_to_async(window_of)(self.match, seat)
        answered = await send_form(self.screens[seat], window=window, **data)
        frames = {viewer: "".join(await quiet(self.screens[place])) for place, viewer in enumerate(VIEWERS)}
        frames[seat] += answered
        assert all(frames.values())
        return frames

    async def table(self) -> Table:
        return await sync_to_async(table_of)(self.match)

    async def deal(self) -> Deal:
        state: State = (await self.table()).state.game_state
        assert state.deal is not None
        return state.deal

    async def left(self) -> None:
        for screen in self.screens:
            await screen.disconnect()


@pytest.fixture
def room(
    five: list[Player], guest: Player, clock: Clock, marked_words: None, monkeypatch: pytest.MonkeyPatch
):
    """Return a function that opens a match which has come to a phase of its deal, on six screens."""
    chance, messages = Random(7), list[str]()
    monkeypatch.setattr(seeds, "random_seed", lambda _purpose: chance.randbytes(32))
    for word, mark in (("iku", IKU), ("koi", KOI)):
        monkeypatch.setitem(WORDS, f"said_{word}", mark)
    rendering.forget_all()

    def note(group: str, event: dict[str, object]) -> bool:
        messages.append(json.dumps(event))
        return True

    def begun(phase: str, place: int) -> Match:
        options = {"rounds": 1, "round_end": "always_three", "early_stop": "on"}
        match = start_match(players=five, now=clock.now, game="kan", options=options)

        def is_there(table: Table) -> bool:
            deal = table.state.game_state.deal
            return deal is not None and (deal.phase, deal.place) == (phase, place)

        play_until(match, five, clock.now, is_there)
        return match

    async def open_room(phase: str, place: int = 1) -> Room:
        match = await sync_to_async(begun)(phase, place)
        screens = [(await connect_screen(match, player))[0] for player in (*five, guest)]
        await quiet(*screens)
        stand_between(monkeypatch, note)
        return Room(match, screens, messages)

    return open_room


@pytest.mark.parametrize("word", ["iku", "koi"])
async def test_no_frame_says_the_first_word_before_the_second(room, word: str) -> None:
    here = await room("call")
    deal = await here.deal()
    first, second = deal.kan
    for frame in (await here.says(first, do=word)).values():
        assert IKU not in frame
        assert KOI not in frame
    assert not any(word in message for message in here.messages)
    opened = await here.says(second, do="koi" if word == "iku" else "iku")
    assert all(IKU in frame and KOI in frame for frame in opened.values())
    assert not any("iku" in message or "koi" in message for message in here.messages)
    assert len(here.messages) >= 2
    await here.left()


FORMS = {"nothing": "", "one": "{0}", "together": "{0} {1}", "apart": "{0};{1}", "twice": "{0};{0}"}


@pytest.mark.slow
@pytest.mark.parametrize("place", [2, 3])
@pytest.mark.parametrize("form", FORMS)
async def test_shown_cards_are_in_the_frames_of_the_pair_only(room, form: str, place: int) -> None:
    """Looked at with the showing, when trumps are named, and with each of the next cards."""
    here = await room("show", place)
    deal = await here.deal()
    shower, partner = deal.shower, deal.namer
    hand = [card for card in deal.hands[shower] if card != "XX"]
    cards = FORMS[form].format(hand[0], hand[-1])
    frames = await here.says(shower, do="show", cards=cards)
    shown = cards.replace(";", " ").split()
    assert all(card_name(card) in frames[partner] for card in shown)
    await expect_nothing_given_away(here, frames)
    await expect_nothing_given_away(here, await here.says(partner, do="trump", suit="H"))
    for _ in range(3):
        table = await here.table()
        (seat,) = table.game.pending(table.state.game_state)
        choice = table.game.choices(table.state.game_state, seat)[0]
        await expect_nothing_given_away(here, await here.says(seat, **choice.data))
    assert not any('"show"' in message for message in here.messages)
    assert any('"trump"' in message for message in here.messages)
    await here.left()


async def expect_nothing_given_away(here: Room, frames: dict[int | None, str]) -> None:
    """No frame holds a card of another hand, unless it was shown to its viewer; no message holds a card of any hand."""
    deal = await here.deal()
    shown = {card for cards in deal.shows for card in cards}
    for viewer, frame in frames.items():
        others = {card for seat, hand in enumerate(deal.hands) if seat != viewer for card in hand}
        unseen = others - shown if viewer in deal.kan else others
        assert marks_of(unseen).findall(frame) == [], viewer
    held = {card for hand in deal.hands for card in hand}
    assert marks_of(held).findall("\0".join(here.messages)) == []
