"""The belief never excludes a card that is held, says what a card player would know, and looks at the view alone."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from games.bots.compact_forms import bits
from games.bots.kraken.belief import belief, draw, worlds
from games.bots.kraken.compact.positions import EMPTY, form, lay_card
from games.bots.kraken.compact.positions import excluded_cards as compact_excluded_cards
from games.bots.kraken.words import weigher
from games.bots.unseen_cards import excluded_cards
from games.engine.cards import PACK_OF_32
from games.engine.kraken.legal import legal_cards
from games.engine.kraken.options import Options
from tests.engine.bots.kraken.rounds import AGAINST_RULES, any_options, decisions
from tests.engine.bots.rounds import KRAKEN, after_words, deal_round, in_play
from tests.long_counts import repetitions

POSITIONS = [1_500, pytest.param(repetitions(98_500, one_in=20), marks=pytest.mark.slow)]


def positions(count: int):
    """Beliefs with the state they are about, over matches at random with any house rules."""
    rng, found = Random(count), 0
    while found < count:
        options = any_options(rng, rounds=2, match_length="rounds")
        for state, seat in decisions(rng.randrange(1 << 30), **vars(options)):
            view = KRAKEN.view(state, seat)
            if view.contract is not None and view.contract.trump is not None:
                yield state, view, belief(view)
                found += 1


@pytest.mark.parametrize("count", POSITIONS)
def test_it_never_excludes_a_card_that_is_held(count):
    for state, view, known in islice(positions(count), count):
        hands = [known.form.mask(hand) for hand in state.round.hands]
        assert hands[view.viewer] == known.hand
        assert sum(hands) == known.hand | known.unseen
        assert [hand.bit_count() for hand in hands] == list(known.sizes)
        for seat in range(4):
            if seat != view.viewer:
                assert not hands[seat] & ~known.may_hold[seat]
        for seat, readings in known.meant:
            was_dealt = hands[seat] | known.played[seat]
            assert any(not told.dealt & ~was_dealt and not told.not_dealt & was_dealt for told in readings)


@pytest.mark.parametrize("policy", AGAINST_RULES)
def test_a_deal_is_left_though_cards_were_played_against_the_rules(policy):
    """Players by chance revoke all the time; what a seat has shown to be wrong rules out nothing about it."""
    rng, broken = Random(1), 0
    for seed in range(12):
        for state, seat in decisions(seed, rounds=1, revoke_policy=policy):
            view = KRAKEN.view(state, seat)
            if view.contract is None or view.contract.trump is None:
                continue
            known = belief(view)
            hands = [known.form.mask(hand) for hand in state.round.hands]
            broken += any(hands[other] & ~known.may_hold[other] for other in range(4) if other != seat)
            assert [hand.bit_count() for hand in draw(known, rng)] == list(known.sizes)
    assert broken, "a revoke that has not come to light"


def test_worlds_are_deals_that_the_belief_allows():
    rng = Random(1)
    for _, view, known in islice(positions(400), 400):
        for hands in (
            draw(known, rng),
            *(world.hands for world in worlds(known, 2, weigh(view, known), rng)),
        ):
            assert hands[known.seat] == known.hand
            assert sum(hands) == known.hand | known.unseen
            assert [hand.bit_count() for hand in hands] == list(known.sizes)
            for seat in range(4):
                assert seat == known.seat or not hands[seat] & ~known.may_hold[seat]


def weigh(view, known):
    return weigher(view, known.form.suits)


def test_what_a_card_rules_out_is_what_the_rules_say():
    rng, pack = Random(2), list(PACK_OF_32)
    for number in range(300):
        options = Options(play_rules=("amsterdam", "rotterdam")[number % 2])
        rng.shuffle(pack)
        trump, table = pack[0][0], EMPTY
        trick = pack[: rng.randint(1, 4)]
        trump_form = form(trump)
        for card in trick[:-1]:
            table = lay_card(table, trump_form.bit[card])
        without = compact_excluded_cards(
            trump_form.bit[trick[-1]],
            table.led,
            table.best,
            partner_winning=table.lying > 1 and table.place == table.lying - 2,
            rotterdam=options.play_rules == "rotterdam",
        )

        def legal(hand, before, trump=trump, options=options):
            return legal_cards(hand, before, trump, options)

        said_by_rules = excluded_cards(PACK_OF_32, trick[:-1], trick[-1], legal)
        assert set(trump_form.cards(without)) == said_by_rules


def seats_that_may_hold(known):
    """By unseen card the seats the belief leaves."""
    return {
        known.form.card[bit]: {seat for seat in range(4) if known.may_hold[seat] & bit}
        for bit in bits(known.unseen)
    }


def belief_in(state, seat):
    return belief(KRAKEN.view(state, seat))


def test_a_seat_that_does_not_follow_holds_none_of_the_suit_and_no_trump_it_had_to_play():
    hands = ["S7 SA H9 HA D7 D8 C7 C8", "D9 DT C9 CT DQ DJ CJ CQ", "S8 S9 SK SQ HJ H8 DK DA", ""]
    known = belief_in(in_play(hands, "H", (0, "S7"), (1, "D9")), 2)
    seats = seats_that_may_hold(known)
    assert all(1 not in seats[card] for card in seats if card[0] in "SH")
    assert seats["ST"] == {0, 3}


def after_declaring(state, *groups):
    for seat, combinations in groups:
        action = KRAKEN.parse({"do": "declare", "combinations": combinations})
        state = KRAKEN.apply(state, seat, action)
    return state


RUNS = ["SA SK SQ S7 H7 H8 D7 D8", "HQ HK HA S8 S9 D9 DT C7", "", ""]


def first_words():
    return after_words(deal_round(RUNS), (0, "trump C"), (1, "pass"), (3, "pass"))


def test_combinations_that_lie_open_are_known_when_they_are_turned_over_again():
    state = after_declaring(first_words(), (0, "SQ SK SA"), (1, ""), (2, ""), (3, ""))
    state = after_words(state, (0, "S7"), (1, "S8"), (2, "ST"), (3, "CQ"))
    view = KRAKEN.view(state, 1)
    assert view.shown == ()
    assert seats_that_may_hold(belief(view))["SK"] == {0}


def test_a_named_combination_that_fits_one_suit_only_is_known():
    """Seat 1 lost with a run up to the ace; seat 0 holds the ace of spades, seat 2 looks and holds two others."""
    hands = ["SA SK SQ S7 H7 H8 D7 D8", "HQ HK HA S8 DJ D9 DT C8", "DA CA S9 ST SJ C7 C9 CT", ""]
    state = after_words(deal_round(hands), (0, "trump C"), (1, "pass"), (3, "pass"))
    state = after_declaring(state, (0, "SQ SK SA"), (1, "HQ HK HA"), (2, "S9 ST SJ"), (3, ""))
    known = belief_in(state, 2)
    seats = seats_that_may_hold(known)
    assert seats["HQ"] == seats["HK"] == seats["HA"] == {1}
    assert 1 not in seats.get("HJ", set())


def test_a_maker_is_likelier_to_hold_trumps_and_a_silent_seat_to_hold_no_run():
    state = after_declaring(first_words(), (0, ""), (1, ""), (2, ""), (3, ""))
    view = KRAKEN.view(state, 2)
    known = belief(view)
    weight = weigh(view, known)
    hands = [known.form.mask(hand) for hand in state.round.hands]
    without = [
        known.form.mask(["CJ", "C9", "CA", "S7", "H7", "H8", "D7", "D8"]),
        known.form.mask(["HQ", "HK", "S8", "S9", "D9", "DT", "C7", "SQ"]),
        known.hand,
        known.form.mask(["SA", "SK", "HA"]),
    ]
    assert weight(without) > 5 * weight(hands)


def trumps_of(state, holder, viewer, *, challenged):
    """The mean number of trumps a seat holds in the worlds of another."""
    view = KRAKEN.view(state, viewer)
    known = belief(view)
    found = worlds(known, 60, weigh(view, known), Random(3), challenged=challenged)
    trumps = known.form.mask(card for card in PACK_OF_32 if card[0] == known.trump)
    held = sum((world.hands[holder] & trumps).bit_count() * world.times for world in found)
    return held / sum(world.times for world in found)


@pytest.mark.parametrize(
    ("before", "sayer", "word"),
    [((), 1, "kraken"), (((1, "kraken"),), 0, "re"), (((1, "kraken"), (0, "re")), 1, "superkraken")],
)
def test_a_challenge_is_evidence_of_trumps(before, sayer, word):
    """The same tables with the word and with silence, seen by the two who said nothing at all."""
    rng, more = Random(4), []
    for _ in range(10):
        pack = list(PACK_OF_32)
        rng.shuffle(pack)
        hands = [" ".join(pack[start : start + 8]) for start in range(0, 32, 8)]
        named = after_words(deal_round(hands, declarations="off"), (0, f"trump {pack[0][0]}"), *before)
        for viewer in (2, 3):
            with_word, silent = (
                trumps_of(
                    after_words(named, (sayer, last)), sayer, viewer, challenged=last == word or bool(before)
                )
                for last in (word, "pass")
            )
            more.append(with_word - silent)
    assert sum(more) / len(more) > 0.5
