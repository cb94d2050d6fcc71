"""Players that search know the rules a second time. Under a house rule that form does not know, they play as the
easy bot does, which asks the engine what is legal. In Kan and Kalooki every level, the easy one too, weighs what it
is offered with the same means: none of them has such a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

import pytest

from games.bots import kraken, rosbiratschka
from games.bots.bot import Level
from games.bots.compact_forms import covers
from games.bots.kraken.compact import positions as kraken_compact
from games.bots.registry import ANALYSERS, BOTS, easy_answer, player
from games.bots.rosbiratschka.compact import positions as rosbiratschka_compact
from games.engine.cards import Card, Suit
from games.engine.game import Game
from games.engine.kraken import Kraken
from games.engine.kraken.legal import legal_cards
from games.engine.kraken.options import Options
from games.engine.log import advance, advance_house
from games.engine.options import option, options_of
from games.engine.registry import game
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import SEED_BYTES, Randomness

COVERED = {"kraken": kraken_compact.COVERED_OPTIONS, "rosbiratschka": rosbiratschka_compact.COVERED_OPTIONS}
EASY = {"kraken": kraken.decide, "rosbiratschka": rosbiratschka.decide}
FREE = "free"


@dataclass(frozen=True)
class NewOptions(Options):
    """The options of Kraken and one more, as a later release may have it."""

    ruffing_of_a_later_release: str = option(
        "as_before",
        group="Play",
        label="Ruffing",
        help="Whether a player who cannot follow must ruff.",
        values={"as_before": "as the trump duty says", FREE: "never"},
    )


class NewKraken(Kraken):
    """Kraken with these options."""

    Options = NewOptions


NEW = NewKraken()


def new_legal_cards(
    hand: Sequence[Card], table: Sequence[Card], trump: Suit, options: NewOptions
) -> tuple[Card, ...]:
    """Legal cards with the new house rule."""
    follows = table and any(card[0] == table[0][0] for card in hand)
    if options.ruffing_of_a_later_release == FREE and not follows:
        return tuple(hand)
    return legal_cards(hand, table, trump, options)


def moments_of_choice(game: Game[Any], options: Any, seed: int) -> Iterator[tuple[Any, Seat]]:
    """The moments of a match of easy bots at which a seat has a choice: state, seat."""
    rng, state = Random(seed), game.start(options, 4)
    while not state.over:
        pending = game.pending(state)
        for seat in sorted(seat for seat in pending if seat != HOUSE):
            choices = game.choices(state, seat)
            answer = easy_answer(game, game.view(state, seat), choices, rng)
            if answer is not None:
                yield state, seat
                state = advance(game, state, actor=seat, data=answer, randomness=None).state
                break
        else:
            state = advance_house(game, state, randomness=Randomness(rng.randbytes(SEED_BYTES))).state


@pytest.mark.parametrize("key", COVERED)
def test_a_player_that_searches_has_a_list_of_the_house_rules_it_knows(key: str) -> None:
    """Every name and value of the list is there in the game, so that no slip of the pen takes a rule for known."""
    offered = {option.name: option for option in options_of(game(key).Options)}
    assert offered.keys() >= COVERED[key].keys()
    for name, values in COVERED[key].items():
        if offered[name].values:
            assert set(values) <= set(offered[name].values), name
        else:
            assert (min(values), max(values)) == (offered[name].lowest, offered[name].highest), name


@pytest.mark.parametrize("key", COVERED)
def test_all_presets_are_known(key: str) -> None:
    for preset in game(key).presets:
        assert covers(COVERED[key], game(key).Options(**preset.values)), preset.key


def test_an_option_that_is_not_listed_is_known_by_its_default_only() -> None:
    assert covers(kraken_compact.COVERED_OPTIONS, NewOptions())
    assert not covers(kraken_compact.COVERED_OPTIONS, NewOptions(ruffing_of_a_later_release=FREE))
    assert not covers(
        kraken_compact.COVERED_OPTIONS, NewOptions(play_rules="rotterdam", ruffing_of_a_later_release=FREE)
    )


@pytest.mark.parametrize("key", COVERED)
def test_a_value_that_is_not_listed_is_unknown(key: str) -> None:
    options = game(key).Options()
    for field in fields(options):
        assert not covers(COVERED[key], replace(options, **{field.name: "of a later release"})), field.name


@pytest.mark.parametrize("level", [Level.GOOD, Level.STRONG])
@pytest.mark.parametrize("key", COVERED)
def test_under_an_unknown_house_rule_every_level_plays_as_the_easy_bot(key: str, level: Level) -> None:
    asked = 0
    names = {"kraken": ("play_rules", "rounds"), "rosbiratschka": ("king_stop", "cycles")}[key]
    options = game(key).Options(**{names[0]: "of a later release", names[1]: 1})
    for state, seat in moments_of_choice(game(key), options, seed=3):
        view, choices = game(key).view(state, seat), game(key).choices(state, seat)
        easy = EASY[key](view, choices)
        decision = player(key, level, seed=1)(view, choices)
        assert decision.answers == easy.answers
        assert BOTS[key].explain(view, choices, easy.answers[0]) == easy.why(easy.answers[0])
        asked += 1
    assert asked > 30


def test_no_level_is_wrong_under_a_new_rule_of_legality(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compact form would be wrong here: it takes a plain discard for the proof that no higher trump is held. With
    the engine as the only one that is asked, every level answers with what is offered."""
    monkeypatch.setattr("games.engine.kraken.play.legal_cards", new_legal_cards)
    monkeypatch.setattr("games.bots.kraken.knowledge.legal_cards", new_legal_cards)
    for user in ("last_tricks", "player", "roem", "search", "words"):
        monkeypatch.setattr(f"games.bots.kraken.{user}.belief", None)
    options, freed = NewOptions(ruffing_of_a_later_release=FREE, rounds=4), 0
    for state, seat in moments_of_choice(NEW, options, seed=5):
        view, choices = NEW.view(state, seat), NEW.choices(state, seat)
        decision = player("kraken", Level.STRONG, seed=1)(view, choices)
        assert all(answer in [choice.data for choice in choices] for answer in decision.answers)
        if state.round.trick and seat == state.round.to_play:
            position = state.round.hands[seat], state.round.trick, state.round.trump
            freed += len(new_legal_cards(*position, options)) > len(legal_cards(*position, options))
    assert freed


def test_a_closed_round_under_an_unknown_house_rule_is_not_analysed() -> None:
    assert ANALYSERS["kraken"].covers(NewOptions())
    assert not ANALYSERS["kraken"].covers(NewOptions(ruffing_of_a_later_release=FREE))
