"""The compact form and the engine are one game: same legal cards, winners, points, roem and score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random

import pytest

from games.bots.compact_forms import bits
from games.bots.kraken.belief import declared_points, with_stuk
from games.bots.kraken.compact import policy, positions
from games.bots.kraken.compact.policy import last_to_follow, play_out
from games.bots.kraken.compact.positions import (
    BONUS_PART,
    BONUS_PLACE,
    POINTS_PART,
    TRICK_PLACE,
    Score,
    after,
    legal_cards,
    rules_of,
)
from games.engine.cards import PACK_OF_32
from games.engine.kraken import play
from games.engine.kraken.scoring.closing import round_facts
from games.engine.kraken.scoring.settlement import settle
from tests.compact_playouts import random_playout
from tests.engine.bots.kraken.rounds import BY_ITSELF, any_options, any_round, compact
from tests.long_counts import repetitions

ROUNDS = [1_000, pytest.param(repetitions(19_000, one_in=19), marks=pytest.mark.slow)]


@pytest.mark.parametrize("rounds", ROUNDS)
def test_both_forms_agree_at_every_step_and_on_the_sheet(rounds):
    rng = Random(rounds)
    for _ in range(rounds):
        options = any_options(rng, **BY_ITSELF)
        round_ = any_round(rng, options)
        form, rules = positions.form(round_.trump), rules_of(round_.trump, options)
        position = compact(round_)
        plain = positions.trick_worths(options.quads, "off")
        times = 2 if positions.doubling(round_.trump, options) == "all" else 1
        taken = declared_points(position.hands, form, options, round_.to_play, times)
        taken = with_stuk(taken, position.hands, options, times)
        position = position._replace(taken=taken)
        for _ in range(32):
            readable = play.playable(round_, options, round_.to_play)
            assert set(form.cards(legal_cards(position, rules))) == set(readable)
            card = rng.choice(readable)
            lying = position.table.cards | form.bit[card]
            position = after(position, form.bit[card], rules)
            round_ = play.play(round_, options, round_.to_play, card)
            assert position.seat == round_.to_play
            if not round_.trick:
                worth, trick = plain[lying], round_.tricks[-1]
                last = options.last_trick_points if len(round_.tricks) == 8 else 0
                assert worth & POINTS_PART == trick.points - last
                assert worth >> BONUS_PLACE & BONUS_PART == trick.bonus
        score = settle(round_facts(round_, options), options).score
        value = Score(options, declarers=round_.maker % 2, level=round_.level)(*position.taken)
        assert value == score[0] - score[1]


def test_a_random_playout_plays_legal_cards_and_counts_them_right():
    rng = Random(7)
    for _ in range(300):
        options = any_options(rng, declarations="off")
        round_ = any_round(rng, options)
        rules, position = rules_of(round_.trump, options), compact(round_)
        played: list[int] = []
        taken = random_playout(
            position.hands,
            position.seat,
            rules.worths,
            rules.last,
            rotterdam=rules.rotterdam,
            randbytes=rng.randbytes,
            played=played,
        )
        for card in played:
            assert legal_cards(position, rules) & card
            position = after(position, card, rules)
        assert position.taken == tuple(taken)
        assert sum(side >> TRICK_PLACE for side in taken) == 8


def test_every_legal_card_comes_up_in_random_playouts_about_equally_often():
    rng = Random(8)
    hands, rules = (0xFF, 0xFF00, 0xFF0000, 0xFF000000), rules_of("H", any_options(rng))
    leads = dict.fromkeys(bits(0xFF), 0)
    for _ in range(4_000):
        played: list[int] = []
        random_playout(
            hands, 0, rules.worths, rules.last, rotterdam=False, randbytes=rng.randbytes, played=played
        )
        leads[played[0]] += 1
    assert min(leads.values()) > 420
    assert max(leads.values()) < 580


@pytest.mark.parametrize("trump", "SHDC")
def test_a_form_is_one_to_one_with_trumps_in_the_highest_byte(trump):
    form = positions.form(trump)
    assert sum(form.bit[card] for card in PACK_OF_32) == positions.ALL
    assert form.mask(card for card in PACK_OF_32 if card[0] == trump) == positions.TRUMPS
    assert form.cards(form.mask(PACK_OF_32[::3])) == tuple(sorted(PACK_OF_32[::3], key=form.bit.__getitem__))


def test_the_quick_player_plays_every_round_to_its_end():
    """All points of the round are shared out, so every card fell in one trick."""
    rng = Random(9)
    for _ in range(300):
        options = any_options(rng, declarations="off")
        round_ = any_round(rng, options)
        rules, position = rules_of(round_.trump, options), compact(round_)
        taken = play_out(position, rules, round_.maker % 2)
        assert sum(side >> TRICK_PLACE for side in taken) == 8
        plain = sum(positions.card_values(positions.doubling(round_.trump, options)).values()) + rules.last
        assert sum(side & POINTS_PART for side in taken) == plain


class RecordedWorths(Mapping[int, int]):
    """A table of trick worths that notes each trick looked up."""

    def __init__(self, worths: Mapping[int, int]) -> None:
        self._worths = worths
        self.tricks: list[int] = []

    def __getitem__(self, cards: int) -> int:
        self.tricks.append(cards)
        return self._worths[cards]

    def __iter__(self) -> Iterator[int]:
        return iter(self._worths)

    def __len__(self) -> int:
        return len(self._worths)


@pytest.mark.parametrize("play_rules", ["amsterdam", "rotterdam"])
def test_the_quick_player_plays_legal_cards(play_rules, monkeypatch):
    """What is legal is written out in it once more. Each trick it made is played again in the compact form, from the
    start of a round and from the middle of one."""
    rng = Random(10)
    for _ in range(600):
        options = any_options(rng, play_rules=play_rules, declarations="off")
        round_ = any_round(rng, options)
        rules, position = rules_of(round_.trump, options), compact(round_)
        for _ in range(rng.randrange(28)):
            position = after(position, rng.choice([*bits(legal_cards(position, rules))]), rules)
        recorded = RecordedWorths(rules.worths)
        with monkeypatch.context() as patch:
            # It looks at worths before it plays, too.
            patch.setattr(policy, "last_to_follow", partial(last_to_follow_by, rules.worths))
            taken = play_out(position, rules._replace(worths=recorded), round_.maker % 2)
        for trick in recorded.tricks:
            for _ in range(4 - position.table.lying):
                card = position.hands[position.seat] & trick
                assert legal_cards(position, rules) & card
                position = after(position, card, rules)
        assert position.taken == taken


def last_to_follow_by(worths, *asked):
    """The card that completes a trick, by another table of worths than the one asked with."""
    return last_to_follow(*asked[:-1], worths)
