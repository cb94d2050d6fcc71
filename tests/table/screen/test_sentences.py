"""Sentences of the table: cards, ranks, sides and rows are named in full, and no word is missing."""

from __future__ import annotations

import re

import pytest

from games import engine_words
from games.engine import registry
from games.engine.words import text
from tests.engine.refusals import EVERY_REFUSAL
from tests.table.positions import ROUNDS, draw_zones, every_game, positions, read_by_others

PLACES = re.compile(r"{(\w+)}")


def test_rows_say_what_lies_in_them_what_was_placed_last_and_what_fits() -> None:
    placed = 0
    for table in positions(3, key="rosbiratschka", rounds=6):
        view = table.game.view(table.state.game_state, None)
        html = draw_zones(table, 0)["trick"]
        if not view.played and "has-poster" in html:
            continue  # what the contract is about lies there until the first card
        for row in view.rows:
            for card in row.cards:
                assert f" {card}" in html
                assert engine_words.card_name(card) in html
            for card in row.fits:
                assert f"Fits next: {engine_words.card_name(card)}" in html
        if view.rows and view.played:
            placed += 1
            seat, card = view.played[-1]
            assert f"P{seat}: {engine_words.card_name(card)}" in read_by_others(html)
    assert placed >= 20


def test_a_running_total_says_who_paid_for_which_line() -> None:
    crossed = set()
    for table in positions(4, key="rosbiratschka", rounds=6):
        view = table.game.view(table.state.game_state, None)
        running, html = view.running, draw_zones(table, 0)["trick"]
        if running is None or (not view.played and "has-poster" in html):
            continue
        assert f"<b>{running.total}</b>" in html
        for line in running.lines:
            paid = re.search(rf'<li class="line[^"]*"><b>{line.total}</b>.*', html)[0]
            if line.crossed_by is None:
                assert f"costs {line.points}" in paid
            else:
                crossed.add(line.total)
                assert f">P{line.crossed_by}<" in paid
                assert f"pays {line.points}" in paid
    assert crossed == {25, 50, 100}


@every_game
def test_every_card_that_is_held_back_has_its_own_reason(key: str) -> None:
    """One reason stands in the prompt where something else can be played; the others wait for a tap."""
    codes = set()
    for table in positions(13, key=key, rounds=ROUNDS.get(key, 1)):
        for viewer in range(4):
            held = table.game.view(table.state.game_state, viewer).hand
            told = re.findall(r'data-for="([^"]*)"( hidden)?>([^<]*)<', draw_zones(table, viewer)["prompt"])
            reasons = {card: sentence for cards, _, sentence in told for card in cards.split()}
            wanted = {one.card: one.why_not for one in held if one.why_not is not None}
            codes |= {why.code for why in wanted.values()}
            assert reasons.keys() == wanted.keys()
            for card, why in wanted.items():
                said = engine_words.sentence(why, words={**REFUSED, **table.game.words}, names=())
                assert reasons[card] == said
            standing = sum(not hidden for _, hidden, _ in told)
            assert standing == (bool(told) and any(one.playable for one in held))
    assert codes


@every_game
def test_every_side_is_told_apart_and_the_sheet_adds_up(key: str) -> None:
    for table in positions(11, key=key, rounds=ROUNDS.get(key, 1)):
        view = table.game.view(table.state.game_state, None)
        zones = draw_zones(table, 0)
        assert zones["strip"].count('<span class="strip-score') == len(view.columns)
        if not view.results:
            continue
        for line in view.results[-1].lines:
            for points in line.points:
                assert f">{str(points).replace('-', '−') if points else '·'}<" in zones["sheet"]
        for total in view.totals:
            assert f">{str(total).replace('-', '−')}<" in zones["sheet"]


def test_places_of_the_end_are_read_in_their_order() -> None:
    *_, last = positions(12, key="rosbiratschka", rounds=6)
    progress = last.game.progress(last.state.game_state)
    told = re.findall(
        r'<li class="placed column for-(\d)[^"]*"><span>(\d)</span> <span>.*?</span></span> <b>(\S+)</b>',
        draw_zones(last, 0)["sheet"],
    )
    assert sorted(int(seat) for seat, _, _ in told) == [0, 1, 2, 3]
    for seat, place, total in told:
        assert int(place) == progress.places[int(seat)]
        assert total.replace("−", "-") == str(progress.totals[int(seat)])
    totals = [int(total.replace("−", "-")) for _, _, total in told]
    assert totals == sorted(totals)


@pytest.mark.parametrize("card", ["HJ", "S7", "DT"])
def test_cards_are_named_in_full(card: str) -> None:
    names = {"HJ": "jack of hearts", "S7": "seven of spades", "DT": "ten of diamonds"}
    assert engine_words.card_name(card) == names[card]


REFUSED = {refusal: refusal.sentence for refusal in EVERY_REFUSAL}
SAMPLES = {"suit": "H", "card": "HJ", "rank": "J", "seat": 1, "side": 0, "kind": "run3+stuk"}


@every_game
def test_every_word_of_every_game_can_be_said(key: str) -> None:
    """The screen has a name for every placeholder, and no engine value is left in a sentence."""
    words = {**REFUSED, **registry.game(key).words}
    names, sides = ("Anna", "Bram", "Cleo", "Daan", "Eva"), (0, 1, 0, 1, 0)
    for code, sentence in words.items():
        places = {
            place.removesuffix("s") if place == "ranks" else place for place in PLACES.findall(sentence)
        }
        said = engine_words.sentence(
            text(code, **{place: SAMPLES.get(place, 7) for place in places}),
            words=words,
            names=names,
            sides=sides,
        )
        assert not re.search(r"\b(HJ|[HJ]|run3)\b|[{}]", said), code


def test_ranks_are_named_one_and_many() -> None:
    words = {"one": "up to the {rank}", "many": "four {ranks}"}
    say = {code: engine_words.sentence(text(code, rank="J"), words=words, names=()) for code in words}
    assert say == {"one": "up to the jack", "many": "four jacks"}
