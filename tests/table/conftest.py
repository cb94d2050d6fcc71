"""Fixtures of the table's tests: logs are verified after each test, and caches are emptied between tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from channels import DEFAULT_CHANNEL_LAYER
from channels.layers import channel_layers

from accounts.models import Player
from games import engine_words
from games.table import services
from games.table.log import loading
from games.table.log.models import Match
from games.table.screen import attendance, rendering, speech
from games.table.services.moves import advice
from kraken_site.channel_layer import OneProcessChannelLayer
from tests.conftest import Clock
from tests.table.play import play_until, start_match
from tests.table.screen.advised import plays_next


@pytest.fixture(autouse=True)
def _logs_hold(request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test, the rows of every match agree with its log."""
    forget_everything()
    with_database = {"db", "transactional_db"} & set(request.fixturenames)
    if with_database:
        request.getfixturevalue("transactional_db" if "transactional_db" in with_database else "db")
    yield
    if with_database:
        assert {match.code: services.verify_log(match) for match in Match.objects.all()} == {
            match.code: () for match in Match.objects.all()
        }
    forget_everything()


def forget_everything() -> None:
    """Be a process that has just begun."""
    loading.forget_all()
    rendering.forget_all()
    attendance.forget_all()
    advice.forget_all()
    channel_layers.set(DEFAULT_CHANNEL_LAYER, OneProcessChannelLayer())


@pytest.fixture
def five(players: list[Player], make_player: Callable[..., Player]) -> list[Player]:
    """Anna, Bram, Cleo, Daan and Eva."""
    return [*players, make_player("Eva")]


@pytest.fixture
def match(players: list[Player], clock: Clock) -> Match:
    """A match of four people that has just been dealt: Anna, Bram, Cleo, Daan at seats 0 to 3."""
    return start_match(players=players, now=clock.now)


@pytest.fixture
def start(clock: Clock) -> Callable[..., Match]:
    """Return a function that starts a match: `start(people, rounds=4)`; empty seats get bots."""

    def begin(people: list[Player], *, game: str = "kraken", **options: object) -> Match:
        return start_match(players=people, now=clock.now, options=options, game=game)

    return begin


@pytest.fixture
def fast_match(players: list[Player], clock: Clock) -> Match:
    """Four people, fast."""
    return start_match(players=players, now=clock.now, pace="fast")


@pytest.fixture
def say(players: list[Player], clock: Clock) -> Callable[..., services.Outcome]:
    """Return a function that says a word around the game: `say(match, seat, "pause")`."""

    def said(match: Match, seat: int, word: str, **data: str) -> services.Outcome:
        return services.submit_action(
            match_id=match.pk, player=players[seat], window="", data={"do": word, **data}, now=clock.now
        )

    return said


@pytest.fixture
def practice(players: list[Player], clock: Clock) -> Match:
    """Anna against three bots, in the first round, with a card to play."""
    match = start_match(players=players[:1], now=clock.now)
    play_until(match, players[:1], clock.now, plays_next)
    return match


@pytest.fixture
def marked_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Suits, ranks and cards are called by words that stand nowhere else."""
    monkeypatch.setattr(engine_words, "SUITS", {suit: f"suit{suit}zq" for suit in engine_words.SUITS})
    monkeypatch.setattr(engine_words, "RANKS", {rank: f"rank{rank}zq" for rank in engine_words.RANKS})
    monkeypatch.setattr(engine_words, "CARD", "{rank}-{suit}")
    monkeypatch.setattr(engine_words, "JOKER", "jokerzq")
    speech.face_of.cache_clear()
    rendering.forget_all()
    yield
    speech.face_of.cache_clear()
    rendering.forget_all()
