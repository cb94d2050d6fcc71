"""Promises of the Kan bot: legal, honest, sensible, and clearly better than chance and than winning every trick."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import chance, kan, registry
from games.bots.bot import Level
from games.bots.kan.duel import duel, duel_by_role, grab
from games.bots.kan.knowledge import knowledge, worlds
from games.bots.kan.playout import HONOURS_OF_SUIT
from games.bots.kan.reasons import Reason, natural_answer, why_played
from games.bots.kan.search import probable
from games.bots.registry import SENTENCES, levels_of, player
from games.engine.cards import JOKER, SUITS
from games.engine.game import replace_fields
from games.engine.kan.legal import HEIGHT, winner
from games.engine.kan.options import Options
from games.engine.kan.state import SCORING_CARDS, Phase, State
from games.engine.log import advance, advance_house
from games.engine.options import read_options
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import SEED_BYTES, Randomness
from games.engine.view import View
from tests.engine.kan.positions import KAN, after_moves, deal_first, later, second_deal, to_act, with_deal
from tests.engine.playing import options_for, seeds, steps
from tests.long_counts import repetitions

RULES: Final = ({"rounds": 8, "shippo_jo": "on"}, {"rounds": 6, "quota": "989", "show_rule": "two_required"})
DIAMONDS: Final = SUITS.index("D")
BARELY_EVER: Final = {
    Reason.JUUROKU,
    Reason.CANCEL_LOST,
    Reason.KEEP_WON,
    Reason.STOP,
    Reason.DRIVE_OUT,
    Reason.LEAD_LEAST_LOST,
    Reason.LEAD_TO_HIGHEST,
}
"""Reasons that a few matches need not show; other tests here do."""


class Explained(NamedTuple):
    """A decision of one seat with its reason; `state` is the one before."""

    state: State
    seat: Seat
    answer: Any
    code: str
    facts: dict[str, Any]

    @property
    def view(self) -> View:
        return KAN.view(self.state, self.seat)

    @property
    def lying(self) -> list[tuple[Seat, str]]:
        trick = self.view.trick
        return list(trick.cards) if trick and not trick.complete else []

    @property
    def offered(self) -> frozenset[str]:
        """The cards that may be played."""
        return frozenset(choice.data["card"] for choice in KAN.choices(self.state, self.seat))

    @property
    def led_by(self) -> Seat:
        """The seat that was ahead in the trick before."""
        assert self.view.contract is not None
        return self.lying[winner([card for _, card in self.lying], self.view.contract.trump)][0]

    @property
    def wins_so_far(self) -> Seat:
        """The seat that wins the trick with the played card in it."""
        cards = [*self.lying, (self.seat, self.answer["card"])]
        assert self.view.contract is not None
        return cards[winner([card for _, card in cards], self.view.contract.trump)][0]


def decide(state: State, seat: Seat, level: Level = Level.GOOD) -> Explained:
    decision = player("kan", level, 1)(KAN.view(state, seat), KAN.choices(state, seat))
    answer = decision.pick(Random(0))
    why = decision.why(answer)
    return Explained(state, seat, answer, why.code, dict(why.facts))


def explain_match(options: Options, seed: int, level: Level = Level.GOOD) -> Iterator[Explained]:
    """A match of five bots of a level, decision by decision."""
    rng, state = Random(seed), KAN.start(options, 5)
    while waiting := KAN.pending(state):
        randomness = Randomness(rng.randbytes(SEED_BYTES))
        for seat in (one for one in waiting if one != HOUSE):
            told = decide(state, seat, level)
            yield told
            if told.answer is not None:
                state = advance(KAN, state, actor=seat, data=told.answer, randomness=randomness).state
                break
        else:
            state = advance_house(KAN, state, randomness=randomness).state


@cache
def all_explained() -> tuple[Explained, ...]:
    return tuple(
        told for seed, rules in enumerate(RULES) for told in explain_match(read_options(Options, rules), seed)
    )


@pytest.mark.slow
def test_every_answer_is_offered_and_has_a_reason_with_a_sentence() -> None:
    for told in all_explained():
        offered = [choice.data for choice in KAN.choices(told.state, told.seat)]
        assert told.answer in offered or (told.answer is None and not KAN.pending(told.state)[told.seat].must)
        assert SENTENCES[told.code].format(**told.facts)


@pytest.mark.slow
def test_no_reason_is_idle() -> None:
    assert {told.code for told in all_explained()} | BARELY_EVER == {*Reason} | BARELY_EVER


@pytest.mark.slow
@given(options=options_for(KAN, rounds=1), seed=seeds)
@settings(max_examples=repetitions(10, one_in=2))
def test_bots_play_a_round_under_any_house_rules(options: Options, seed: int) -> None:
    *_, last = explain_match(options, seed)
    assert len(last.state.done) in (0, 1, 2)


TRUE: Final = {
    Reason.ONLY_CHOICE: lambda told: len(KAN.choices(told.state, told.seat)) == 1,
    Reason.JOKER_LED: lambda told: not told.lying and told.answer["suit"] == told.facts["suit"],
    Reason.JOKER_TAKES: lambda told: told.wins_so_far == told.seat,
    Reason.LEAD_TRUMP: lambda told: (
        told.answer["card"][0] == told.view.contract.trump
        and has_opponents_trump(told)
        and not beaten_in_suit(told)
    ),
    Reason.LEAD_LOW_TRUMP: lambda told: (
        told.answer["card"][0] == told.view.contract.trump and told.answer["card"] not in SCORING_CARDS
    ),
    Reason.LEAD_HIGH: lambda told: not told.lying and not beaten_in_suit(told),
    Reason.LEAD_LOW: lambda told: (
        not told.lying and told.answer["card"] not in SCORING_CARDS and beaten_in_suit(told)
    ),
    Reason.LEAD_SCORING: lambda told: (
        not told.lying and told.answer["card"] in SCORING_CARDS and beaten_in_suit(told)
    ),
    Reason.FEED_PARTNER: lambda told: ours(told, told.wins_so_far) and told.answer["card"] in SCORING_CARDS,
    Reason.LEAVE_TO_PARTNER: lambda told: (
        ours(told, told.wins_so_far)
        and told.answer["card"] not in SCORING_CARDS
        and told.offered & (SCORING_CARDS | {JOKER})
    ),
    Reason.NONE_TO_GIVE: lambda told: told.lying and not told.offered & SCORING_CARDS,
    Reason.RUFF: lambda told: ruffs(told) and not can_be_beaten(told) and not ours(told, told.led_by),
    Reason.RUFF_SO_FAR: lambda told: ruffs(told) and (can_be_beaten(told) or ours(told, told.led_by)),
    Reason.TAKE_IT: lambda told: told.wins_so_far == told.seat,
    Reason.TAKE_SO_FAR: lambda told: (
        told.wins_so_far == told.seat and any(not ours(told, seat) for seat in to_play_after(told))
    ),
    Reason.GIVE_NOTHING: lambda told: (
        not ours(told, told.wins_so_far)
        and told.answer["card"] not in SCORING_CARDS
        and told.offered & SCORING_CARDS
    ),
    Reason.LEAST_LOST: lambda told: not ours(told, told.wins_so_far) and told.answer["card"] in SCORING_CARDS,
    Reason.HOPE_FOR_PARTNER: lambda told: (
        not ours(told, told.wins_so_far)
        and told.answer["card"] in SCORING_CARDS
        and any(ours(told, seat) for seat in to_play_after(told))
    ),
    Reason.WINS_DEAL: lambda told: len(told.lying) == 4 and ours(told, told.wins_so_far),
    Reason.HOLD_BACK: lambda told: len(told.lying) == 4 and not ours(told, told.wins_so_far),
    Reason.SHOW_BEST: lambda told: told.facts["suit"] in told.answer["cards"],
    Reason.TRUMP_SHOWN: lambda told: was_shown(told, told.answer["suit"]),
    Reason.TRUMP_OWN: lambda told: not was_shown(told, told.answer["suit"]),
}


def ours(told: Explained, seat: Seat) -> bool:
    return told.view.sides[seat] == told.view.sides[told.seat]


def ruffs(told: Explained) -> bool:
    contract = told.view.contract
    assert contract is not None
    return told.wins_so_far == told.seat and told.answer["card"][0] == contract.trump


def beaten_in_suit(told: Explained) -> bool:
    """Whether a higher card of the suit is in another hand."""
    card = told.answer["card"]
    unseen = knowledge(told.view).unseen
    return any(other[0] == card[0] and HEIGHT[other] > HEIGHT[card] for other in unseen if other != JOKER)


def to_play_after(told: Explained) -> list[Seat]:
    ring = told.view.ring
    at = ring.index(told.seat)
    return [ring[(at + step) % len(ring)] for step in range(1, len(ring) - len(told.lying))]


def has_opponents_trump(told: Explained) -> bool:
    """Whether an opponent may hold a trump."""
    known = knowledge(told.view)
    return any(
        card[0] == known.trump and share > 0
        for seat in known.ring
        if not known.ours(seat)
        for card, share in known.odds[seat].items()
    )


def can_be_beaten(told: Explained) -> bool:
    """Whether a seat that has yet to play may hold the joker or a higher trump."""
    known, card = knowledge(told.view), told.answer["card"]
    higher = {other for other in known.unseen_of(known.trump) if HEIGHT[other] > HEIGHT[card]}
    higher |= {JOKER} if known.number > 1 else set()
    return any(known.odds[seat].get(other, 0.0) > 0 for seat in to_play_after(told) for other in higher)


def was_shown(told: Explained, suit: str) -> bool:
    return any(card[0] == suit for zone in told.view.showings for card in zone.cards)


@pytest.mark.slow
def test_a_reason_is_true_of_the_cards_as_they_lie() -> None:
    looked_at = dict.fromkeys(TRUE, 0)
    for told in all_explained():
        if told.code in TRUE:
            looked_at[Reason(told.code)] += 1
            assert TRUE[Reason(told.code)](told), told
    assert all(looked_at.values())


def in_another_world(told: Explained, rng: Random) -> State | None:
    """The same state with the cards of the other hands dealt anew."""
    deal = told.state.deal
    assert deal is not None
    if deal.phase is Phase.GIVE:
        return None
    hands = list(deal.hands)
    others = [seat for seat in range(5) if seat != told.seat]
    cards = [card for seat in others for card in hands[seat]]
    rng.shuffle(cards)
    for seat in others:
        hands[seat], cards = tuple(cards[: len(hands[seat])]), cards[len(hands[seat]) :]
    return with_deal(told.state, hands=tuple(hands))


@pytest.mark.slow
def test_in_two_worlds_that_look_the_same_it_does_the_same_for_the_same_reason() -> None:
    compared = 0
    for told in all_explained()[::9]:
        there = in_another_world(told, Random(compared))
        if there is None or KAN.view(there, told.seat) != told.view:
            continue
        elsewhere = decide(there, told.seat)
        assert (elsewhere.answer, elsewhere.code) == (told.answer, told.code)
        compared += 1
    assert compared >= 40


@given(seed=seeds, data=st.data())
@settings(max_examples=repetitions(30, one_in=3))
def test_it_rules_out_no_card_that_is_held(seed: int, data: st.DataObject) -> None:
    """Any house rules, any legal play; the worlds it thinks of have every hand of its size and the own one."""
    for state, _ in steps(KAN, data.draw(options_for(KAN, rounds=2)), seed):
        deal = state.deal
        if deal is None or deal.phase is not Phase.PLAY:
            continue
        known = knowledge(KAN.view(state, deal.to_play))
        for other in {0, 1, 2, 3, 4} - {deal.to_play}:
            assert set(deal.hands[other]) <= set(known.odds[other])


def test_the_deals_it_thinks_of_fit_what_it_knows() -> None:
    state = after_moves(second_deal("S3", "S4", "XX S5", "S6", "S7"), "S5 S6 S7 S3 S4")
    assert state.deal is not None
    seat = state.deal.to_play
    known = knowledge(KAN.view(state, seat))
    sizes = [len(hand) for hand in state.deal.hands]
    found = worlds(known, sizes, 10, Random(1))
    assert len(found) == 10
    for hands in found:
        counts = [sum(bits.bit_count() for bits in hand) for hand in hands]
        assert counts == sizes


def test_the_partner_knows_the_cards_that_were_shown() -> None:
    state = after_moves(later("SA S7 H9"), "show:SA;H9", "trump:H")
    known = knowledge(KAN.view(state, 2))
    assert (known.odds[0]["SA"], known.odds[0]["H9"]) == (1.0, 1.0)
    assert "SA" not in known.odds[1]


def test_in_the_first_deal_everybody_knows_the_joker_and_the_ace_of_trumps() -> None:
    state = after_moves(deal_first("XX S2", "S3", "SA", "S4", "S5"), "0 koi", "2 iku", "SA")
    known = knowledge(KAN.view(state, 3))
    assert known.odds[0][JOKER] == 1.0


@pytest.mark.parametrize(
    ("hand", "word"),
    [("CA CK CQ CJ DA DK DQ DJ HA XX", "juuroku"), ("CA CK CQ CJ DA DK DQ XX H3 H4", "stop")],
)
def test_it_goes_for_all_sixteen_only_where_they_are_as_good_as_there(hand: str, word: str) -> None:
    cards = hand.split()
    state = second_deal("C3 C4", "C5 C6", hand, "C7 C8", "C9 CT")
    while state.deal is not None and state.deal.phase is Phase.PLAY:
        seat = to_act(state)
        assert isinstance(seat, int)
        lowest = min(
            (choice.data["card"] for choice in KAN.choices(state, seat)), key=lambda one: one in SCORING_CARDS
        )
        state = after_moves(state, cards.pop(0) if seat == 2 else lowest)
    assert decide(state, 2).answer == {"do": word}


def test_it_feeds_a_trick_that_its_side_surely_wins() -> None:
    state = after_moves(second_deal("D3 DJ S3", "D4", "DA", "D5 DK", "D6 DQ", trump="S"), "DA D5 D6")
    told = decide(state, 0)
    assert (told.answer["card"], told.code) == ("DJ", Reason.FEED_PARTNER)


def test_it_gives_nothing_to_a_trick_that_the_opponents_surely_win() -> None:
    state = after_moves(second_deal("D5 DK DQ S2", "D3", "D4", "DA", "D6", trump="S"), "D4 DA D6")
    told = decide(state, 0)
    assert (told.answer["card"], told.code) == ("D5", Reason.GIVE_NOTHING)


def test_a_lost_deal_is_cancelled_and_a_won_one_is_not() -> None:
    state = second_deal(shippo_jo="on")
    for points, word in (((9, 3), "cancel"), ((3, 9), None)):
        captured = tuple(tuple(f"card {number}" for number in range(count)) for count in points)
        view = KAN.view(with_deal(state, captured=captured), 1)
        view = replace_fields(view, prompt=view.prompt._replace(must=False))
        answer = kan.decide(view, ()).pick(Random(0))
        assert (answer and answer["do"]) == word


@pytest.mark.slow
@pytest.mark.parametrize("level", Level)
def test_every_level_is_legal_honest_and_explained_without_a_search(
    level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another world that looks the same a level does the same, and its reason is found without playing anything
    out."""
    match = [*explain_match(read_options(Options, {"rounds": 1}), 3, level)]
    compared = 0
    for told in match[::5]:
        there = in_another_world(told, Random(compared))
        if there is not None and KAN.view(there, told.seat) == told.view:
            assert decide(there, told.seat, level).answer == told.answer
            compared += 1
    assert compared >= 4
    monkeypatch.setattr("games.bots.kan.search.worlds", None)
    for told in match:
        choices = KAN.choices(told.state, told.seat)
        assert told.answer in [choice.data for choice in choices] or told.view.phase == "show"
        why = kan.reason(told.view, choices, told.answer)
        assert level == Level.EASY or why == registry.reason(KAN, level, told.view, choices, told.answer)
        assert why is not None
        assert (why.code, dict(why.facts)) == (told.code, told.facts)
    never = {"do": "play", "card": "S9S"}
    assert kan.reason(match[-1].view, KAN.choices(*match[-1][:2]), never) is None


def test_worlds_in_which_the_others_would_have_played_so_are_the_probable_ones() -> None:
    """Nobody gives the opponents a queen who could have given them a small one: so the seat that did has none."""
    state = after_moves(second_deal("DA DK", "D4", "D5", "DQ S3", "D6", trump="S"), "D5 DQ D6 DA D4")
    assert state.deal is not None
    known = knowledge(KAN.view(state, 0))
    sizes = [len(hand) for hand in state.deal.hands]
    drawn = worlds(known, sizes, 600, Random(1))
    kept = probable(known, drawn, 200, Random(1))
    held = [
        sum(bool(hands[3][DIAMONDS] & ~HONOURS_OF_SUIT) for hands in found) / len(found)
        for found in (drawn, kept)
    ]
    assert len(kept) == 200
    assert held[1] < held[0] - 0.1


@pytest.mark.slow
@pytest.mark.parametrize("opponent", [chance.decide, grab])
def test_it_is_clearly_better_than_simpler_players(opponent: Any) -> None:
    deals = repetitions(80, one_in=10)
    came = duel(player("kan", Level.GOOD, 1), opponent, deals=deals, rng=Random(2), options={})
    assert came.more - came.within > 0, came


@pytest.mark.slow
def test_the_levels_are_three_and_the_good_one_is_clearly_better_than_the_easy_one() -> None:
    assert levels_of("kan") == tuple(Level)
    good, easy = player("kan", Level.GOOD, 1), player("kan", Level.EASY, 1)
    came = duel_by_role(good, easy, deals=repetitions(50), rng=Random(1), options={})
    assert came.both.more - came.both.within > 0, came


def test_the_last_of_a_trick_takes_the_points_that_win_the_deal() -> None:
    """Mukan has six of its eight points, and the ace of diamonds takes two more."""
    state = after_moves(second_deal("D4 S3", "DA D8 D3", "D9 S2", "D7 S5", "DK S4", trump="S"), "D9 D7 DK D4")
    captured = ((), ("CK", "CQ", "CJ", "HK", "HQ", "HJ"))
    told = decide(with_deal(state, captured=captured), 1)
    assert (told.answer["card"], told.code) == ("DA", Reason.WINS_DEAL)


def test_who_could_take_a_trick_and_does_not_reads_why() -> None:
    state = after_moves(second_deal("D4", "DQ D3", "DJ", "D7", "D9", trump="S"), "DJ D7 D9 D4")
    known = knowledge(KAN.view(state, 1))
    assert why_played(known, {"do": "play", "card": "D3"}).code == Reason.HOLD_BACK
    assert why_played(known, {"do": "play", "card": "DQ"}).code == Reason.TAKE_IT


def led(*cards: str) -> list[str]:
    """The codes of the reasons for leading these cards out of a hand of the maker, who has spades as trumps."""
    known = knowledge(KAN.view(second_deal("C3", "C4", "DK DQ CQ H4 S3 SA SK", "C5", "C6", trump="S"), 2))
    return [why_played(known, {"do": "play", "card": card}).code for card in cards]


def test_a_lead_is_not_told_with_what_argues_against_it() -> None:
    """A high card under a higher one has a hope or a purpose; only the highest trump makes the opponents' fall."""
    assert led("CQ", "DQ", "H4") == [Reason.LEAD_SCORING, Reason.DRIVE_OUT, Reason.LEAD_LOW]
    assert led("SA", "SK", "S3") == [Reason.LEAD_TRUMP, Reason.LEAD_TRUMP, Reason.LEAD_LOW_TRUMP]


def test_who_may_still_be_gone_over_is_not_told_that_the_trick_is_taken() -> None:
    state = after_moves(second_deal("D4", "D5", "D9", "DT D3", "D6", trump="S"), "D9")
    known = knowledge(KAN.view(state, 3))
    assert why_played(known, {"do": "play", "card": "DT"}).code == Reason.TAKE_SO_FAR


def test_among_answers_that_are_as_good_nothing_is_risked() -> None:
    state = second_deal("C3", "C4", "CQ H7 H4 H5", "C5", "C6", trump="S")
    known = knowledge(KAN.view(state, 2))
    alike = [{"do": "play", "card": card} for card in ("CQ", "H7", "H5", "H4")]
    assert natural_answer(known, alike) == alike[3]
    assert natural_answer(known, alike[:1]) == alike[0]


def test_two_small_cards_with_one_of_the_trick_between_them_are_not_the_same() -> None:
    """The ten takes two scoring cards, the eight leaves them to the opponents."""
    hands = (
        "D4 DJ DQ DK DA S3 S4 S5 S6 XX",
        "D8 DT HA CJ CQ CK CA S7 S8 S9",
        "D9 D3 D5 D6 D7 SA SK SQ SJ ST",
        "HK H3 H4 H5 H6 H7 H8 H9 HT C3",
        "HQ HJ C4 C5 C6 C7 C8 C9 CT S2",
    )
    state = after_moves(second_deal(*hands, trump="S"), "D9 HK HQ D4")
    assert decide(state, 1).answer == {"do": "play", "card": "DT"}


def test_a_lead_to_the_ace_that_a_partner_has_shown_says_so() -> None:
    hands = ("CA CT D3 D4", "C3", "CQ C7 H4 S3", "C5", "C6")
    state = after_moves(later(*hands), "show:CA CT", "trump:S")
    known = knowledge(KAN.view(state, 2))
    assert why_played(known, {"do": "play", "card": "CQ"}).code == Reason.LEAD_TO_HIGHEST
