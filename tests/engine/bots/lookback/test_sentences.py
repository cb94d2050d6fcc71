"""Every sentence of a look back has a position that is told of in it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from games.bots.analysis import Move
from games.bots.kraken import lookback
from games.bots.kraken.belief import belief
from games.bots.kraken.lookback import SAID, Remark, why_better
from games.bots.registry import SENTENCES
from tests.engine.bots.rounds import KRAKEN, after_words, deal_round, in_play
from tests.engine.playing import ONE_OF_MANY

TRUMPS_ON_TOP = "HJ H9 HA HT S7 S8 D7 C7"
HIGH_SPADE = "HJ SK S7 D7 D8 C7 C8 C9"
NO_SPADES = "H7 HK D7 D8 D9 C7 C8 C9"
NOTHING_THERE = "D7 D8 D9 DJ C7 C8 C9 CJ"
FIVE_TRUMPS = (
    "HJ H9 HA HK HQ CA SA DA",
    "H7 S7 S8 D7 D8 CK CQ C7",
    "H8 S9 SQ D9 DJ C8 C9 CT",
    "HT SJ ST SK DQ DT DK CJ",
)
FIVE_TRICKS = "HJ H7 H8 HT H9 S7 S9 SJ HA S8 SQ ST HK D7 D9 DQ HQ D8 DJ DT"


def lead_from(hand: str) -> Any:
    """Seat 0, which made trumps, leads the first trick from that hand."""
    return in_play((hand, "", "", ""), "H")


def second(lead: str, hand: str) -> Any:
    """Seat 1 plays from that hand to the lead of seat 0."""
    return in_play((lead, hand, "", ""), "H", (0, lead))


def third(lead: str, card: str, hand: str) -> Any:
    """Seat 2 plays from that hand after its partner and an opponent."""
    return in_play((lead, card, hand, ""), "H", (0, lead), (1, card))


def last(lead: str, second_card: str, third_card: str, hand: str) -> Any:
    """Seat 3 plays from that hand; its partner is seat 1."""
    cards = ((0, lead), (1, second_card), (2, third_card))
    return in_play((lead, second_card, third_card, hand), "H", *cards)


AGAINST_THE_MAKER = in_play(("S7", "SA HJ D7", "S8", "SJ"), "H", (0, "S7"), (1, "SA"), (2, "S8"), (3, "SJ"))
"""Seat 1 has won the first trick and leads."""
THREE_LEFT = in_play(
    FIVE_TRUMPS, "H", *((number % 4, card) for number, card in enumerate([*FIVE_TRICKS.split(), "CA"]))
)
"""Five tricks are played; seat 1 follows clubs with three cards."""

OF_CARDS: Final = (
    (lead_from(TRUMPS_ON_TOP), "S7", "HJ", Remark.DRAW_TRUMPS),
    (AGAINST_THE_MAKER, "D7", "HJ", Remark.LEAD_TRUMP),
    (lead_from(TRUMPS_ON_TOP), "HT", "S7", Remark.KEEP_TRUMPS),
    (lead_from("HJ SA S7 D7 D8 C7 C8 C9"), "D7", "SA", Remark.LEAD_WINNER),
    (lead_from(HIGH_SPADE), "SK", "S7", Remark.LEAD_LOWER),
    (lead_from(HIGH_SPADE), "S7", "SK", Remark.LEAD_HIGHER),
    (lead_from(HIGH_SPADE), "SK", "D7", Remark.LEAD_SUIT),
    (third("SK", "S7", "SA S8"), "SA", "S8", Remark.LEAVE_TO_PARTNER),
    (third("SK", "S7", "SA S8"), "S8", "SA", Remark.TAKE_FROM_PARTNER),
    (third("SA", "S7", "ST S8"), "S8", "ST", Remark.FEED_PARTNER),
    (third("SA", "S7", "ST S8"), "ST", "S8", Remark.KEEP_FROM_PARTNER),
    (last("S9", "SA", "S7", "SK S8"), "SK", "S8", Remark.MAKE_ROEM),
    (last("SA", "S7", "S9", "SK S8"), "S8", "SK", Remark.GIVE_NO_ROEM),
    (second("S9", NO_SPADES), "HK", "H7", Remark.RUFF_WITH),
    (second("S9", "SA S8"), "S8", "SA", Remark.TAKE),
    (second("S9", "SA SK"), "SK", "SA", Remark.TAKE_WITH),
    (second("S9", "SA S8"), "SA", "S8", Remark.LEAVE_TRICK),
    (second("SA", "ST S8"), "ST", "S8", Remark.FEWER_POINTS),
    (second("SA", "ST S8"), "S8", "ST", Remark.MORE_POINTS),
    (second("SA", "SK SQ"), "SK", "SQ", Remark.KEEP_HIGHER),
    (third("SA", "S7", "SJ S9"), "SJ", "S9", Remark.KEEP_HIGHER),
    (second("SA", NOTHING_THERE), "DJ", "C7", Remark.DISCARD),
    (second("SA", "SK SQ"), "SQ", "SK", Remark.OTHER_CARD),
    (THREE_LEFT, "CQ", "CK", Remark.COUNTED_OUT),
)
"""A position, the card that was played, the card that promised more, and what is told of it."""

STRONG = "HJ H9 HA HT HK SA DA CA"
WEAK = "S7 S8 D7 D8 C7 C8 C9 H7"
OF_WORDS: Final = (
    ((WEAK, STRONG), (), "kraken", Remark.KRAKEN_GAINED),
    ((WEAK, STRONG), (), "pass", Remark.KRAKEN_UNSAID),
    ((STRONG, WEAK), (), "kraken", Remark.KRAKEN_COST),
    ((STRONG, WEAK), ("kraken",), "re", Remark.RE_GAINED),
    ((STRONG, WEAK), ("kraken",), "pass", Remark.RE_UNSAID),
    ((WEAK, STRONG), ("kraken",), "re", Remark.RE_COST),
    ((WEAK, STRONG), ("kraken", "re"), "superkraken", Remark.SUPERKRAKEN_GAINED),
    ((WEAK, STRONG), ("kraken", "re"), "pass", Remark.SUPERKRAKEN_UNSAID),
    ((STRONG, WEAK), ("kraken", "re"), "superkraken", Remark.SUPERKRAKEN_COST),
)
"""The hands of the maker and of the next seat, what the two said before, the word that is judged, and what is told."""


@pytest.mark.parametrize(("state", "played", "better", "told"), OF_CARDS)
def test_of_a_card_the_first_sentence_that_is_true_is_told(
    state: Any, played: str, better: str, told: Remark
) -> None:
    seat = state.round.to_play
    legal = {choice.data["card"] for choice in KRAKEN.choices(state, seat) if choice.data["do"] == "play"}
    assert {played, better} <= legal
    known = belief(KRAKEN.view(state, seat))
    assert why_better(known, state.round.maker, played, better) is told


@pytest.mark.parametrize(("hands", "before", "word", "told"), OF_WORDS)
def test_of_a_word_is_told_what_it_promised_against_silence(
    hands: tuple[str, str], before: tuple[str, ...], word: str, told: Remark
) -> None:
    spoken = ((1 - number % 2, said_before) for number, said_before in enumerate(before))
    state = after_words(deal_round((*hands, "", "")), (0, "trump H"), *spoken)
    [judged] = lookback.judge_challenges([Move(state, 1 - len(before) % 2, {"do": word})])
    assert judged.text.code == told
    assert (judged.points > 0) == (
        told in (Remark.KRAKEN_GAINED, Remark.RE_GAINED, Remark.SUPERKRAKEN_GAINED)
    )
    assert judged.text.facts == (("points", abs(judged.points)),)


def test_every_sentence_is_told_of_some_position() -> None:
    """The one for what nobody could know belongs to open cards (`test_judging.py`)."""
    told = {row[-1] for row in (*OF_CARDS, *OF_WORDS)}
    assert set(Remark) - told == {Remark.NOBODY_COULD_KNOW}


@pytest.mark.parametrize("word", sorted(SAID[True]))
def test_a_word_that_promised_one_point_says_so(word: str) -> None:
    """A word that was said is judged whatever it promised; a mistake costs ten points at least."""
    for gained in SAID:
        assert not ONE_OF_MANY.search(SENTENCES[SAID[gained][word]].format(points=1))


def test_every_sentence_is_written_and_names_nobody() -> None:
    assert set(SENTENCES) >= set(Remark)
    for told in Remark:
        sentence = SENTENCES[told]
        assert "{points}" in sentence
        assert "{seat}" not in sentence
