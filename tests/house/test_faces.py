"""Every card any game may deal has a face in the sprite and a name in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from games.engine.cards import SUITS, pack_of
from games.kit import engine_words

ROOT = Path(__file__).resolve().parent.parent.parent
RANKS = "23456789TJQKA"
PACK = pack_of(RANKS)
SHEET = (ROOT / "static" / "css" / "club" / "parts" / "cards.css").read_text()
RULES = [
    (re.findall(r"\.([SHDC][2-9TJQKA])\b", selector), rule)
    for selector, rule in re.findall(r"([^{}]*)\{([^{}]*)\}", SHEET)
    if "[data-" not in selector
]


def test_the_style_sheet_gives_each_card_its_column_and_row() -> None:
    for card in PACK:
        said = "".join(rule for cards, rule in RULES if card in cards)
        assert f"--rank: {RANKS.index(card[1])};" in said, card
        row = SUITS.index(card[0])
        assert (f"--row: {row};" in said) == (row > 0), card


def test_the_sprite_holds_a_row_for_each_suit_and_one_for_joker_and_back() -> None:
    sprite = (ROOT / "static" / "img" / "cards.svg").read_text()
    assert f'viewBox="0 0 {16 * 64} {7 * 92}"' in sprite
    assert sprite.count('<g transform="translate(') >= len(RANKS) + 3
    assert {'id="joker"', 'id="back"'} <= set(re.findall(r'id="\w+"', sprite))


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", {"S2": "two of spades", "D6": "six of diamonds", "HTb": "ten of hearts", "XXc": "joker"}),
        ("nl", {"S2": "schoppentwee", "D6": "ruitenzes", "HTb": "hartentien", "XXc": "joker"}),
    ],
)
def test_a_card_is_read_out_without_the_mark_of_its_pack(language: str, names: dict[str, str]) -> None:
    with translation.override(language):
        assert {card: engine_words.card_name(card) for card in names} == names
        assert len({engine_words.card_name(card) for card in PACK}) == len(PACK)
        assert {engine_words.MANY.get(rank) for rank in RANKS}.isdisjoint({None})
