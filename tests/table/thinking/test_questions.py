"""A question holds what one seat sees and may choose and travels to a worker as it is; the answer is the same there."""

from __future__ import annotations

import io
import pickle
import pickletools
from collections.abc import Callable
from random import Random
from time import monotonic

import pytest

from accounts.models import Player
from games.bots.bot import Level
from games.bots.registry import easy_decision, player
from games.daily.decisions import digest
from games.engine import registry
from games.engine.cards import face
from games.engine.seats import HOUSE
from games.table import think_worker
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.think_worker import Question, SearchError, ThinkRequest, answer
from games.table.thinking import question_of
from tests.conftest import Clock
from tests.table.hidden.other_worlds import other_worlds, unseen_by
from tests.table.play import imagine_table, in_play, play_until, table_of

STRONG = Level.STRONG
SEEN = ("games.engine.view", "games.engine.zones", "games.engine.words")
"""Modules of the engine with values a seat sees."""
OWN = {
    "games.table.think_worker.Question",
    "games.table.think_worker.ThinkRequest",
    "games.bots.bot.Level",
}
WAITED = [(0.0, Level.STRONG), (0.9, Level.STRONG), (1.1, Level.GOOD)]


class Seen(pickle.Unpickler):
    """Reads a question, and notes the types in it."""

    def __init__(self, question: bytes) -> None:
        super().__init__(io.BytesIO(question))
        self.types: set[str] = set()

    def find_class(self, module: str, name: str) -> object:
        """The type, noted."""
        self.types.add(f"{module}.{name}")
        return super().find_class(module, name)


def first_question(table: Table) -> ThinkRequest | None:
    """The first decision at the table that must be taken."""
    waiting = table.game.pending(table.state.game_state)
    for seat, pending in waiting.items():
        if seat != HOUSE and pending.must:
            return ThinkRequest(table.match_id, seat, pending.window)
    return None


def a_question(level: Level, *, tip: bool = False) -> Question:
    """A question about a card to a trick that has begun."""
    table = imagine_table(("bot",) * 4, in_play)
    asked = first_question(table)
    assert asked is not None
    return question_of(table, asked._replace(tip=tip), level)


@pytest.mark.parametrize("game", ["kraken", "rosbiratschka", "kan", "kalooki"])
def test_a_question_travels_as_it_is_and_holds_no_state(game: str) -> None:
    """Also after a closed round, in every phase of a match, for options that are not the usual ones."""
    travelled = 0

    def compared(table: Table) -> bool:
        nonlocal travelled
        asked = first_question(table)
        if asked is not None:
            question = question_of(table, asked, STRONG)
            read = Seen(pickle.dumps(question))
            assert read.load() == question
            travelled += 1
            for kind in read.types:
                module = kind.rpartition(".")[0]
                own = kind in OWN or kind.startswith(f"games.engine.{game}.options.")
                assert own or module in SEEN or kind == "builtins.getattr", kind
        return travelled >= 90 or table.game.progress(table.state.game_state).over

    options = {"play_rules": "rotterdam", "rounds": 4} if game == "kraken" else {}
    seats = registry.game(game).seats[-1]
    imagine_table(("bot",) * seats, compared, rng=Random(3), key=game, options=options)
    assert travelled >= 40


def test_the_easy_level_answers_a_question_as_the_bot_at_the_table_does() -> None:
    def compared(table: Table) -> bool:
        asked = first_question(table)
        if asked is not None:
            there = answer(question_of(table, asked, Level.EASY), monotonic())
            state = table.state.game_state
            here = easy_decision(
                table.game, table.game.view(state, asked.seat), table.game.choices(state, asked.seat)
            )
            assert there.data == here.answers[0]
        return bool(table.game.results(table.state.game_state))

    imagine_table(("bot",) * 4, compared)


@pytest.mark.django_db
def test_two_worlds_that_look_alike_to_the_seat_give_the_same_question(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players)
    play_until(match, players, clock.now, in_third_trick)
    asked = first_question(table_of(match))
    assert asked is not None
    here, worlds = question_of(table_of(match), asked, STRONG), 0
    for _ in other_worlds(match, asked.seat, most=8):
        there = question_of(table_of(match), asked, STRONG)
        assert (there, digest(there.view, 0)) == (here, digest(here.view, 0))
        worlds += 1
    assert worlds >= 4


@pytest.mark.django_db
def test_no_covered_card_of_another_seat_is_in_a_question(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    """Looked for as values of their own; a hand of another seat is never among the fields either."""
    match, looked = start(players, rounds=1), 0

    def without_covered_cards(table: Table) -> bool:
        nonlocal looked
        asked = first_question(table)
        if asked is not None:
            said = words_of(question_of(table, asked, STRONG))
            assert not {face(card) for card in unseen_by(table, asked.seat)} & said
            looked += 1
        return False

    play_until(match, players, clock.now, without_covered_cards)
    assert looked >= 36


def words_of(question: Question) -> set[str]:
    """Every string in the bytes of a question."""
    return {arg for _op, arg, _at in pickletools.genops(pickle.dumps(question)) if isinstance(arg, str)}


@pytest.mark.parametrize(("waited", "level"), WAITED)
def test_a_question_that_waited_more_than_a_second_is_answered_at_the_good_level(
    waited: float, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels: list[Level] = []

    def noted(game: str, level: Level, seed: int) -> object:
        levels.append(level)
        return player(game, Level.EASY, seed)

    monkeypatch.setattr(think_worker, "monotonic", lambda: 100.0)
    monkeypatch.setattr(think_worker, "player", noted)
    assert answer(a_question(Level.STRONG), 100.0 - waited)
    assert levels == [level]


def test_a_tip_comes_with_its_reason_and_how_sure_it_is() -> None:
    tip = answer(a_question(Level.GOOD, tip=True), monotonic())
    assert tip.why is not None
    assert tip.why.code.startswith("why_")
    assert tip.sure is None or tip.sure.code.startswith("sure_")


def test_the_error_of_a_search_names_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    covered = "HJ"

    def failing(game: str, level: Level, seed: int) -> object:
        raise ValueError(covered)

    monkeypatch.setattr(think_worker, "player", failing)
    with pytest.raises(SearchError, match="ValueError") as failed:
        answer(a_question(STRONG), monotonic())
    assert covered not in str(failed.value)


def in_third_trick(table: Table) -> bool:
    trick = table.game.view(table.state.game_state, None).trick
    return trick is not None and trick.number == 3 and len(trick.cards) == 1
