"""Promises kept at every step of every deal: no card is lost, and jokers stand for what their places say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.registry import easy_answer
from games.engine.game import replace_fields
from games.engine.kalooki.contracts import contract_of
from games.engine.kalooki.melds import Meld, is_joker, rank_of_three, stands_for, start_of_four
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import Deal, Phase, State
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness
from tests.engine.kalooki.table import KALOOKI
from tests.engine.playing import next_entry, options_for, seeds
from tests.long_counts import repetitions

tables = st.tuples(options_for(KALOOKI), st.integers(3, 6), seeds)


def states(options: Options, players: int, seed: int) -> Iterator[State]:
    """Every state of a match by chance."""
    rng = Random(seed)
    state = KALOOKI.start(options, players)
    yield state
    while (entry := next_entry(KALOOKI, state, rng)) is not None:
        state = KALOOKI.apply(state, entry.by, KALOOKI.parse(entry.data))
        yield state


def cards_of(deal: Deal) -> list[str]:
    lying = [discard.card for discard in deal.pile] + [card for meld in deal.melds for card in meld.cards]
    return [*deal.stock, *lying, *(card for hand in deal.hands for card in hand)]


@given(table=tables)
@settings(max_examples=repetitions(25, one_in=3))
def test_no_card_is_lost_or_doubled(table: tuple[Options, int, int]) -> None:
    options, players, seed = table
    pack = sorted(KALOOKI.pack(options, players))
    for state in states(options, players, seed):
        if state.deal is not None:
            assert sorted(cards_of(state.deal)) == pack


@pytest.mark.slow
@pytest.mark.parametrize("game", [3, 4, 9])
@given(players=st.integers(3, 6), seed=seeds)
@settings(max_examples=repetitions(4, one_in=2))
def test_no_card_is_lost_or_doubled_where_bots_lay_and_add(game: int, players: int, seed: int) -> None:
    """By chance hardly anybody ever completes the contracts with fours; bots lay them, add cards and move jokers."""
    rules = Options(deals=(game,))
    pack, laid = sorted(KALOOKI.pack(rules, players)), 0
    for state in states_of_bots(rules, players, seed):
        if state.deal is not None:
            assert sorted(cards_of(state.deal)) == pack
            laid = max(laid, len(state.deal.melds))
    (result,) = state.results
    assert laid >= sum(contract_of(game)) or result.facts["void"]


def states_of_bots(options: Options, players: int, seed: int) -> Iterator[State]:
    """Every state of a match that bots play; callers speak before the house closes their window."""
    rng = Random(seed)
    state = KALOOKI.start(options, players)
    while not state.over:
        yield state
        waiting = KALOOKI.pending(state)
        seats = sorted((seat for seat in waiting if seat != HOUSE), key=lambda seat: not waiting[seat].must)
        answers = (
            (seat, easy_answer(KALOOKI, KALOOKI.view(state, seat), KALOOKI.choices(state, seat), rng))
            for seat in seats
        )
        actor, answer = next((found for found in answers if found[1] is not None), (HOUSE, None))
        action = (
            KALOOKI.house_action(state, Randomness(rng.randbytes(32)))
            if answer is None
            else KALOOKI.parse(answer)
        )
        state = KALOOKI.apply(state, actor, action)
    yield state


@given(table=tables)
@settings(max_examples=repetitions(25, one_in=3))
def test_a_joker_stands_for_exactly_what_its_place_says(table: tuple[Options, int, int]) -> None:
    """With the cards they stand for in their places a four is a run without a joker, from its lowest position."""
    for state in states(*table):
        for meld in state.deal.melds if state.deal else ():
            assert_sound(meld)
        for zone in KALOOKI.view(state, None).melds:
            for lying in zone.cards:
                assert lying.stands_for is None or is_joker(lying.card)


def assert_sound(meld: Meld) -> None:
    if not meld.is_four:
        assert rank_of_three(meld.cards) == meld.sign
        return
    told = [stands_for(meld, place) or card for place, card in enumerate(meld.cards)]
    assert not any(map(is_joker, told))
    assert start_of_four(told) == (meld.sign, meld.low)
    assert start_of_four(meld.cards) == (meld.sign, meld.low)


@given(table=tables)
@settings(max_examples=repetitions(25, one_in=3))
def test_threes_differ_in_rank_and_fours_in_suit_and_who_has_melds_is_down(
    table: tuple[Options, int, int],
) -> None:
    for state in states(*table):
        if state.deal is not None:
            signs = [(meld.owner, meld.is_four, meld.sign) for meld in state.deal.melds]
            assert len(set(signs)) == len(signs)
            assert {meld.owner for meld in state.deal.melds} == state.deal.down
            assert all(calls <= state.options.call_limit for calls in state.deal.calls)


@given(table=tables, looks=seeds)
@settings(max_examples=repetitions(25, one_in=3))
def test_in_another_world_of_hidden_cards_everything_a_viewer_meets_is_the_same(
    table: tuple[Options, int, int], looks: int
) -> None:
    """All cards that a viewer does not see change places at every moment: other hands, the stock, the cards drawn and
    those that came with a call. The view, the choices and the windows of all seats stay the same: who may call, and
    when a window closes, depends on no hand."""
    rng = Random(looks)
    for state in states(*table):
        deal, viewer = state.deal, rng.choice([None, *range(state.players)])
        if deal is None or deal.phase is Phase.OVER:
            continue
        twin = replace_fields(state, deal=redealt(deal, viewer, rng))
        assert KALOOKI.view(twin, viewer) == KALOOKI.view(state, viewer)
        assert KALOOKI.pending(twin) == KALOOKI.pending(state)
        if viewer is not None:
            assert KALOOKI.choices(twin, viewer) == KALOOKI.choices(state, viewer)


def redealt(deal: Deal, viewer: int | None, rng: Random) -> Deal:
    """The deal with all cards the viewer does not see given out anew."""
    others = [seat for seat in range(len(deal.hands)) if seat != viewer]
    hidden = [*deal.stock, *(card for seat in others for card in deal.hands[seat])]
    rng.shuffle(hidden)
    hands = list(deal.hands)
    for seat in others:
        hands[seat] = tuple(hidden.pop() for _ in deal.hands[seat])
    return replace_fields(deal, hands=tuple(hands), stock=tuple(hidden))


@given(table=tables)
@settings(max_examples=10)
def test_what_lies_open_in_the_log_names_no_card_that_was_drawn(table: tuple[Options, int, int]) -> None:
    """Entries of seats are open: they name the cards laid and discarded. Decks are entries of the house and are not."""
    options, players, seed = table
    rng, state = Random(seed), KALOOKI.start(options, players)
    while (entry := next_entry(KALOOKI, state, rng)) is not None:
        action = KALOOKI.parse(entry.data)
        assert KALOOKI.is_open(action) is (entry.by != HOUSE)
        state = KALOOKI.apply(state, entry.by, action)
        if entry.by != HOUSE and entry.data["do"] not in ("lay", "tack", "shift", "discard"):
            assert set(entry.data) == {"do"}
