"""Cards of any pack: ranks from two up, jokers, twins of several packs."""

from __future__ import annotations

import pytest

from games.engine import actions
from games.engine.cards import ALL_RANKS, JOKER, PACK_OF_32, face, pack_of, several_packs
from games.engine.errors import MalformedAction, Refusal
from games.engine.shuffle import SEED_BYTES, Randomness

TWO_PACKS = several_packs((*pack_of(ALL_RANKS), JOKER), 2)


def test_twins_are_two_cards_with_one_face() -> None:
    assert len(TWO_PACKS) == len(set(TWO_PACKS)) == 106
    assert TWO_PACKS[:4] == ("S2", "S2b", "S3", "S3b")
    assert TWO_PACKS[-2:] == ("XX", "XXb")
    assert [face(card) for card in ("S7", "S7b", "XX", "XXb")] == ["S7", "S7", "XX", "XX"]


def test_actions_are_read_with_the_pack_of_the_game() -> None:
    play = actions.reader_of_play(TWO_PACKS)
    assert play({"do": "play", "card": "S7b"}).data() == {"do": "play", "card": "S7b"}
    groups = actions.reader_of_groups(TWO_PACKS)
    assert groups({"do": "meld", "combinations": "S7 S7b XX;H2 H3 XXb"}).groups == (
        ("S7", "S7b", "XX"),
        ("H2", "H3", "XXb"),
    )
    place = actions.reader_of_place(TWO_PACKS, "target", "end")
    data = {"do": "place", "card": "XXb", "target": "2.1", "end": "low"}
    assert place(data).data() == data
    for reader, wrong in ((play, "S7c"), (actions.reader_of_play(PACK_OF_32), "S7b")):
        with pytest.raises(MalformedAction) as refusal:
            reader({"do": "play", "card": wrong})
        assert refusal.value.code == Refusal.UNKNOWN_CARD


def test_a_second_shuffle_within_a_deal_is_another_permutation() -> None:
    randomness = Randomness(bytes(SEED_BYTES))
    assert randomness.shuffled(PACK_OF_32) == randomness.shuffled(PACK_OF_32)
    assert randomness.shuffled(PACK_OF_32, "stock 1") != randomness.shuffled(PACK_OF_32)
    assert sorted(randomness.shuffled(TWO_PACKS, "stock 1")) == sorted(TWO_PACKS)
