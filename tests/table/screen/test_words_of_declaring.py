"""Sentences about declarations at the table, in Dutch as card players say it."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from accounts.models import Player
from games.engine import registry
from games.engine.kraken.errors import KrakenRefusal
from games.engine.words import Text, text
from games.engine_words import sentence
from games.table import services
from games.table.log.errors import TableRefused
from games.table.log.models import Match
from games.table.screen import rendering
from tests.conftest import Clock
from tests.table.play import play_until, table_of

NAMES = ("Anna", "Bram", "Cleo", "Daan")
WORDS = registry.game("kraken").words


@pytest.mark.parametrize(
    ("length", "word"),
    [
        (3, "driekaart"),
        (4, "vierkaart"),
        (5, "vijfkaart"),
        (6, "zeskaart"),
        (7, "zevenkaart"),
        (8, "achtkaart"),
    ],
)
def test_a_run_is_one_word_in_dutch(length: int, word: str) -> None:
    run = {"length": length, "card": "ST"}
    told = [
        text("group_run", **run, points=20),
        text("declared_run", **run, seat=0),
        text("found_run_undeclared", **run, seat=0),
    ]
    with override("nl"):
        assert [sentence(each, words=WORDS, names=NAMES) for each in told] == [
            f"{word} t/m schoppentien: 20",
            f"{word.capitalize()} t/m schoppentien, Anna",
            f"Anna had een {word} t/m schoppentien en meldde die niet.",
        ]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (text("said_best_run", points=20, rank="9"), "20 roem t/m negen"),
        (text("said_best_run_suit", points=50, card="ST"), "50 roem t/m schoppentien"),
        (text("said_lost_run", points=20, rank="9"), "20 t/m negen telt niet"),
        (text("said_lost_four", points=100, rank="T"), "100: vier tienen telt niet"),
        (text("prompt_declare"), "Roem in je hand"),
        (text("prompt_declare_nothing"), "Geen roem in je hand"),
        (text("choose_nothing"), "Niets te melden"),
    ],
)
def test_what_a_hand_is_worth_is_roem_in_dutch(told: Text, said: str) -> None:
    with override("nl"):
        assert sentence(told, words=WORDS, names=NAMES) == said


def test_a_run_is_said_in_english_as_before() -> None:
    run = text("declared_run", length=3, card="ST", seat=1)
    assert sentence(run, words=WORDS, names=NAMES) == "Run of three up to the ten of spades, Bram"


@pytest.fixture
def declaring_match(match: Match, players: list[Player], clock: Clock) -> Match:
    """A match in which all four are asked what they declare."""
    play_until(
        match,
        players,
        clock.now,
        lambda table: table.game.view(table.state.game_state, None).phase == "declare",
    )
    return match


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Declare first, or pass."), ("nl", "Meld eerst of pas.")]
)
def test_a_card_before_the_declaration_is_told_what_is_asked(
    declaring_match: Match, players: list[Player], clock: Clock, language: str, said: str
) -> None:
    """On the screen, which a script reads out at the tap, and in the answer to a form without a script."""
    table = table_of(declaring_match)
    seat = min(seat for seat in table.game.pending(table.state.game_state) if isinstance(seat, int))
    drawn = rendering.whole_table(table, seat=seat, talk=(), language=language)
    assert f'data-first="{said}"' in drawn
    card = table.game.view(table.state.game_state, seat).hand[0].card
    with override(language), pytest.raises(TableRefused) as refused:
        services.submit_action(
            match_id=declaring_match.pk,
            player=players[seat],
            window="",
            data={"do": "play", "card": card},
            now=clock.now,
        )
    assert refused.value.code == KrakenRefusal.DECLARE_FIRST
    with override(language):
        assert refused.value.sentence == said


def test_who_is_not_asked_to_declare_reads_nothing_of_it(declaring_match: Match) -> None:
    drawn = rendering.whole_table(table_of(declaring_match), seat=None, talk=(), language="en")
    assert "data-first" not in drawn
