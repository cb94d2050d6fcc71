"""Every card any game may deal has a face and a name in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from games import engine_words
from games.engine.cards import pack_of

ROOT = Path(__file__).resolve().parents[3]
RANKS = "23456789TJQKA"
PACK = pack_of(RANKS)
SHEET = (ROOT / "static" / "css" / "club" / "parts" / "cards.css").read_text()
RULES = [
    (re.findall(r"\.([SHDC][2-9TJQKA])\b", selector), rule)
    for selector, rule in re.findall(r"([^{}]*)\{([^{}]*)\}", SHEET)
    if "[data-" not in selector
]


STRIPS = {"S": "black", "H": "red", "D": "blue", "C": "green"}
FACES = ROOT / "static" / "img" / "cards"


def test_the_style_sheet_gives_each_card_its_index_and_the_strip_of_its_suit() -> None:
    for card in PACK:
        said = "".join(rule for cards, rule in RULES if card in cards)
        assert f"--rank: {RANKS.index(card[1])};" in said, card
        assert f"cards/{STRIPS[card[0]]}.svg" in said, card


def test_the_strips_differ_in_colour_and_pips_only() -> None:
    strips = {colour: (FACES / f"{colour}.svg").read_text() for colour in STRIPS.values()}
    indices = {colour: strip.split("</g>\n<g fill")[0].split("-->")[1] for colour, strip in strips.items()}
    assert len(set(indices.values())) == 1
    assert indices["black"].count('<g transform="translate(') == len(RANKS) + len("BVH")
    assert len({re.findall(r'color="(#\w+)"', strip)[0] for strip in strips.values()}) == len(strips)


@pytest.mark.parametrize(("strip", "suits"), [("black", "SC"), ("red", "HD"), ("blue", "D"), ("green", "C")])
def test_a_strip_holds_the_pips_of_the_suits_it_is_used_for(strip: str, suits: str) -> None:
    places = {"S": 16, "H": 16, "D": 18, "C": 18}
    found = re.findall(r'<svg x="(\d+)" width="64" height="92">', (FACES / f"{strip}.svg").read_text())
    assert [int(left) // 64 for left in found] == [places[suit] for suit in suits]


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
