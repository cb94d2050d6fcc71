"""Running tables of Kan and Kalooki at the questions that take more than a card: odd addresses, forms and frames."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from accounts.models import Player
from games.engine.actions import Data
from games.engine.kalooki.game import VOCABULARY as KALOOKI_WORDS
from games.engine.kalooki.state import Phase as Kalooki
from games.engine.kan.game import VOCABULARY as KAN_WORDS
from games.engine.kan.state import Phase as Kan
from games.engine.seats import Seat
from games.table import services
from games.table.log.loading import Table
from games.table.log.models import Match
from tests.attack.odd_frames import mutate, odd_frames
from tests.attack.oddities import EVERY_ODDITY, ODDITIES
from tests.attack.pages import Page
from tests.attack.sending import contents, encode, fault_of, request_of
from tests.clients import client_of
from tests.conftest import Clock
from tests.house.addresses import ADDRESSES
from tests.long_counts import repetitions
from tests.table.conftest import _logs_hold  # noqa: F401  fixtures
from tests.table.play import next_to_act, play_until, start_match, table_of
from tests.table.sockets.screens import connect_screen, quiet, send_form

WORDS = (*KAN_WORDS, *KALOOKI_WORDS, "unasked", "order", "ready", "advice")
FIELDS = ("card", "cards", "suit", "melds", "meld", "end", "hands", "deck", "given", "taken", "dealer", "deal",
          "arranged", "arranged_as", "placed", "any_order")  # fmt: skip
FRAMES = repetitions(40, one_in=2)
NEAR = repetitions(40, one_in=2)
"""Frames of either kind for each screen: odd ones, and good answers with one thing changed."""


def in_deal(phase: Kan, place: int) -> Callable[[Table], bool]:
    """Whether a table of Kan is in that phase of the deal at that place of its round."""

    def holds(table: Table) -> bool:
        deal = table.state.game_state.deal
        return deal is not None and (deal.phase, deal.place) == (phase, place)

    return holds


def in_draw_window(table: Table) -> bool:
    """Whether a player of Kalooki is to draw and others may call what somebody has discarded."""
    deal = table.state.game_state.deal
    return deal is not None and deal.phase is Kalooki.DRAW and bool(deal.thrown) and not deal.asked


def down(table: Table) -> bool:
    """Whether a player of Kalooki who is down has drawn."""
    deal = table.state.game_state.deal
    return deal is not None and deal.phase is Kalooki.ACT and deal.is_down


KAN_RULES = {"rounds": 2, "round_end": "always_three"}
MOMENTS: Mapping[str, tuple[str, dict[str, object], Callable[[Table], bool]]] = {
    "iku or koi": ("kan", KAN_RULES, in_deal(Kan.CALL, 1)),
    "cards to show": ("kan", KAN_RULES, in_deal(Kan.SHOW, 2)),
    "trumps": ("kan", KAN_RULES, in_deal(Kan.TRUMP, 2)),
    "a card of kan": ("kan", KAN_RULES, in_deal(Kan.PLAY, 2)),
    "a draw": ("kalooki", {"deals": [2, 3]}, in_draw_window),
    "a turn of one who is down": ("kalooki", {"deals": [2, 3]}, down),
}


@dataclass(frozen=True)
class Attacked:
    """A running table, the seat it waits for, and a viewer of each kind."""

    match: Match
    seat: Seat
    viewers: tuple[Player | None, ...]
    """The player it waits for, the next one, a spectator, a visitor."""


@pytest.fixture
def attack(
    players: list[Player], make_player: Callable[..., Player], guest: Player, clock: Clock
) -> Callable[[str], Attacked]:
    """Return a function that brings a table of people to a moment."""

    def brought(moment: str) -> Attacked:
        game, rules, holds = MOMENTS[moment]
        people = [*players, make_player("Eva")] if game == "kan" else players
        match = start_match(players=people, now=clock.now, game=game, options=rules, fill=False)
        play_until(match, people, clock.now, holds)
        seat = next_to_act(match)
        return Attacked(match, seat, (people[seat], people[(seat + 1) % len(people)], guest, None))

    return brought


def odd_addresses(match: Match, chance: Random) -> Iterator[str]:
    """Yield each address of that table with an odd query, and with an odd value in every other variable."""
    for name, pattern in ADDRESSES.items():
        variables = list(pattern.pattern.converters)
        if name.startswith("admin:") or "code" not in variables or not str(pattern.pattern).startswith("t/"):
            continue
        right: dict[str, object] = {**dict.fromkeys(variables, 1), "code": match.code}
        asked = {each: [chance.choice(EVERY_ODDITY)] for each in ("card", "tips", "q", "page")}
        yield f"{reverse(name, kwargs=right)}?{encode(asked)}"
        for each in set(variables) - {"code"}:
            yield reverse(name, kwargs={**right, each: "9" * 18})


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_odd_address_or_form_of_the_table_breaks(
    attack: Callable[[str], Attacked], moment: str, seed: int
) -> None:
    """No answer is 500, what is refused is not written, and the log holds. Every field of every form in turn is odd."""
    chance, here = Random(f"{moment} {seed}"), attack(moment)
    sent, faults = 0, []
    for viewer in here.viewers:
        client = client_of(viewer)
        client.raise_request_exception = False
        before = contents()
        address = f"/t/{here.match.code}/"
        requests = [("get", odd, {}) for odd in odd_addresses(here.match, chance)]
        for form in Page(address, client.get(address).content.decode()).forms:
            words = [chance.choice(chance.choice([*ODDITIES.values()])) for _ in form.fields]
            requests += [
                request_of(form, {**form.filled(chance), field: [word]})
                for field, word in zip(form.fields, words, strict=True)
            ]
        for method, where, sending in requests:
            sent += 1
            if fault := fault_of(client, method, where, before, **sending):
                faults.append((method, where[:120], str(sending)[:120], fault))
    assert faults == []
    assert sent > 60


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.usefixtures("slow_frames")
async def test_no_frame_breaks_the_table(attack: Callable[[str], Attacked], moment: str, seed: int) -> None:
    """Each screen still answers afterwards, the log verifies, and no entry was written for another seat."""
    chance, here = Random(f"{moment} {seed}"), await sync_to_async(attack)(moment)
    match = here.match
    open_question = await sync_to_async(question_to)(match, here.seat, ("", []))
    for looking in here.viewers:
        opened, _whole = await connect_screen(match, looking)
        before = await sync_to_async(writers)(match)
        for number in range(NEAR + FRAMES):
            open_question = await sync_to_async(question_to)(match, here.seat, open_question)
            await opened.send_to(text_data=odd_frame(*open_question, chance, near=number < NEAR))
            await quiet(opened)
        assert await send_form(opened, do="play", card="nonsense", window="")
        await opened.disconnect()
        new = (await sync_to_async(writers)(match))[len(before) :]
        assert {writer for writer in new if writer is not None} <= {looking.pk if looking else None}
    await match.arefresh_from_db()
    assert await sync_to_async(services.verify_log)(match) == ()


Question = tuple[str, list[Data]]
"""A window and the answers offered in it."""


def question_to(match: Match, seat: Seat, before: Question) -> Question:
    """The question the seat has to answer; that of before where it has none."""
    table = table_of(match)
    waiting = table.game.pending(table.state.game_state).get(seat)
    if waiting is None:
        return before
    return waiting.window, [choice.data for choice in table.game.choices(table.state.game_state, seat)]


def odd_frame(window: str, answers: list[Data], chance: Random, *, near: bool) -> str:
    """A frame for that window: a good answer with one thing changed (`near`), or something that is no answer."""
    if not near:
        return next(odd_frames(window, chance, words=WORDS, fields=FIELDS))
    values = sorted({value for answer in answers for value in answer.values()})
    return json.dumps(
        {"window": window, **mutate(chance.choice(answers), chance, fields=FIELDS, values=values)}
    )


def writers(match: Match) -> list[int | None]:
    """The author of each log entry, in order."""
    return list(match.actions.order_by("seq").values_list("player", flat=True))
