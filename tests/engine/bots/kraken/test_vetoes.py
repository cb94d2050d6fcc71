"""Four things a strong player never does, counted by rules of this test's own: none in all rounds.

In 740 rounds of the vetoes alone in `make test`, in 10,000 in `make attack`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from games.bots.kraken.belief import belief
from games.bots.kraken.card_worth import chances_to_win
from games.bots.kraken.duel import seats_to_act
from games.bots.kraken.knowledge import Knowledge, knowledge
from games.bots.kraken.player import make_player
from games.bots.kraken.search import Effort
from games.bots.kraken.vetoes import without_vetoed_cards
from games.bots.player import Player, clearly
from games.engine.cards import Card
from games.engine.kraken.declarations import bonus_points
from games.engine.kraken.legal import STRENGTH
from games.engine.kraken.options import Options
from games.engine.kraken.state import Phase
from games.engine.log import advance, advance_house
from games.engine.shuffle import SEED_BYTES, Randomness
from games.engine.trick_taking import winning_place
from games.engine.view import View
from games.engine.words import text
from tests.engine.bots.rounds import KRAKEN, in_play
from tests.long_counts import repetitions

QUICK = Effort(worlds=4, endings=3, solved=3, word_worlds=4, nodes=1_000)


class Played(NamedTuple):
    """A card with what its player knew and could have played instead."""

    view: View
    known: Knowledge
    card: Card
    playable: tuple[Card, ...]
    maker: int


def choices_of_cards(player: Player, rounds: int, seed: int) -> Iterator[Played]:
    """Every choice of a card in so many rounds of four such players."""
    rng = Random(seed)
    for number in range(rounds):
        play_rules = ("amsterdam", "rotterdam")[number % 2]
        state: Any = KRAKEN.start(Options(rounds=1, play_rules=play_rules), 4)
        while not state.over:
            randomness = Randomness(rng.randbytes(SEED_BYTES))
            for seat in seats_to_act(state):
                view, choices = KRAKEN.view(state, seat), KRAKEN.choices(state, seat)
                answer = player(view, choices).pick(rng)
                if answer is None:
                    continue
                playable = tuple(held.card for held in view.hand if held.playable)
                if answer["do"] == "play" and len(playable) > 1:
                    yield Played(view, knowledge(view), answer["card"], playable, state.round.maker)
                state = advance(KRAKEN, state, actor=seat, data=answer, randomness=randomness).state
                break
            else:
                state = advance_house(KRAKEN, state, randomness=randomness).state


def trick_with(played: Played, card: Card) -> list[Card]:
    return [*(other for _, other in played.known.table), card]


def takes(played: Played, card: Card) -> bool:
    trick, trump = trick_with(played, card), played.known.trump
    return winning_place(trick, STRENGTH[trump], trump) == len(trick) - 1


def overtakes_a_sure_trick_of_the_partner(played: Played) -> bool:
    others = [card for card in played.playable if not takes(played, card)]
    if not others or not takes(played, played.card) or len(played.known.table) < 2:
        return False
    chances = chances_to_win(played.known, trick_with(played, others[0]))
    return chances[played.known.partner] == 1.0


def throws_roem_to_the_other_side(played: Played) -> bool:
    """As the last to play, or where no partner can still win: more roem than another card would have put there.

    A card that takes the trick for now is not judged: that a later opponent is certain to beat it can follow from
    the counts of all hands together, which the veto does not work out.
    """
    known = played.known

    def lost(card: Card) -> int | None:
        if takes(played, card):
            return None
        chances = chances_to_win(known, trick_with(played, card))
        ours = chances[known.seat] + chances[known.partner]
        return bonus_points(trick_with(played, card), known.trump, known.quads) if not ours else None

    if not known.table or lost(played.card) is None:
        return False
    return any(other is not None and other < (lost(played.card) or 0) for other in map(lost, played.playable))


def undertrumps_needlessly(played: Played) -> bool:
    known, trump = played.known, played.known.trump
    lying = [card for _, card in known.table if card[0] == trump]
    if played.card[0] != trump or not lying or known.table[0][1][0] == trump:
        return False
    under = STRENGTH[trump][played.card] < max(STRENGTH[trump][card] for card in lying)
    return under and any(card[0] != trump for card in played.playable)


def leaves_trumps_undrawn(played: Played) -> bool:
    """The maker leads a plain card and holds the two highest trumps, while two are out that no partner must hold."""
    known = played.known
    if known.table or known.seat != played.maker or played.card[0] == known.trump:
        return False
    strength = STRENGTH[known.trump]
    out = [card for card in known.unseen_of(known.trump) if known.odds_of_opponents(card) > 0]
    top = max((strength[card] for card in known.unseen_of(known.trump)), default=-1)
    above = [card for card in known.hand if card[0] == known.trump and strength[card] > top]
    return len(above) >= 2 and len(out) >= 2


HABITS = (
    overtakes_a_sure_trick_of_the_partner,
    throws_roem_to_the_other_side,
    undertrumps_needlessly,
    leaves_trumps_undrawn,
)


def any_card_left(view, choices):
    """Any card the vetoes leave, else the first word: the vetoes alone must be enough."""
    cards = [choice.data["card"] for choice in choices if choice.data["do"] == "play"]
    if not cards:
        return clearly(choices[0].data if view.prompt.must else None, text("why_by_chance"))
    known, rng = belief(view), Random(repr(view.played))
    allowed = without_vetoed_cards(known, known.form.mask(cards), view.contract.maker)
    card = rng.choice(known.form.cards(allowed))
    return clearly({"do": "play", "card": card}, text("why_by_chance"))


@pytest.mark.parametrize("rounds", [250, pytest.param(repetitions(9_750, one_in=20), marks=pytest.mark.slow)])
def test_the_vetoes_leave_none_of_them(rounds):
    counted = dict.fromkeys(HABITS, 0)
    for played in choices_of_cards(any_card_left, rounds, seed=rounds):
        for habit in HABITS:
            counted[habit] += habit(played)
    assert not any(counted.values()), counted


@pytest.mark.parametrize("rounds", [25, pytest.param(repetitions(400), marks=pytest.mark.slow)])
def test_the_searching_player_does_none_of_them(rounds):
    counted = dict.fromkeys(HABITS, 0)
    for played in choices_of_cards(make_player(QUICK, 1), rounds, seed=rounds):
        for habit in HABITS:
            counted[habit] += habit(played)
    assert not any(counted.values()), counted


def test_the_rules_of_this_test_find_each_habit_where_cards_fall_by_chance():
    def by_chance(view, choices):
        rng = Random(repr(view.played))
        return clearly(rng.choice(choices).data if view.prompt.must else None, text("why_by_chance"))

    counted = dict.fromkeys(HABITS, 0)
    for played in choices_of_cards(by_chance, 120, seed=5):
        for habit in HABITS:
            counted[habit] += habit(played)
    assert counted.pop(undertrumps_needlessly) == 0, "the rules leave no choice there"
    assert all(counted.values()), counted


def test_a_veto_that_would_bar_everything_bars_nothing():
    hands = ["SA S7 S8 D7 D8 C7 C8 C9", "HJ HT D9 DT CT H7 DQ DJ", "ST SK SQ CJ CQ H8 H9 HA", ""]
    state = in_play(hands, "H", (0, "SA"), (1, "H7"))
    assert state.round.phase is Phase.PLAY
    known = belief(KRAKEN.view(state, 2))
    only_tens = known.form.mask(["ST"])
    assert without_vetoed_cards(known, only_tens, 0) == only_tens


def test_the_fourth_king_is_not_thrown_under_the_trump_of_the_other_side():
    hands = [
        "SK S7 S8 S9 ST SJ SQ SA",
        "DK D7 D8 D9 DT DJ DQ DA",
        "HK H7 H8 H9 HT HJ HQ HA",
        "CK C7 C8 C9 CT CJ CQ CA",
    ]
    known = belief(KRAKEN.view(in_play(hands, "H", (0, "SK"), (1, "DK"), (2, "HK")), 3))
    left = known.form.cards(without_vetoed_cards(known, known.hand, 0))
    assert "CK" not in left
    assert len(left) == 7
