"""Points read the same on every page: a true minus sign, which is as wide as a digit and read as "minus", and thousands
apart as the language does it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils import translation

from games.disputes.labels import trail_value
from games.engine.words import text
from games.engine_words import minus, points_text, sentence, with_sign
from games.table.log.errors import TableRefusal, TableRefused
from games.table.screen.speech import written_points
from games.templatetags import points
from games.trail_values import local_decimals


@pytest.mark.parametrize(("number", "written"), [(-3, "−3"), (0, "0"), (40, "40"), (-1240, "−1,240")])
def test_a_number_of_points(number: int, written: str) -> None:
    assert minus(number) == points.minus(number) == written


def test_several_points_joined() -> None:
    assert points.minus("-3 : 12 : -9") == "−3 : 12 : −9"
    assert points.minus("1310 : 980") == "1,310 : 980"


@pytest.mark.parametrize(("language", "comma", "point"), [("en", ",", "."), ("nl", ".", ",")])
def test_thousands_are_apart_in_every_form_of_a_language(language: str, comma: str, point: str) -> None:
    with translation.override(language):
        assert minus(28450) == points_text(28450) == points.points(28450) == f"28{comma}450"
        assert points_text(Fraction(2403, 2)) == f"1{comma}201{point}5"
        assert points_text(Fraction(1, 10000)) == f"0{point}0001"
        assert points.each_points([1200, 950]) == f"1{comma}200 · 950"
        assert with_sign(-1240) == f"−1{comma}240"
        assert local_decimals("Ann: +1201.5") == f"Ann: +1{comma}201{point}5"
        told = text("total", points=1310)
        assert sentence(told, words={"total": "{points}"}, names=()) == f"1{comma}310"
        sum_refused = TableRefused(TableRefusal.TOTALS_VERY_HIGH, {"sum": 12000, "rounds": 16})
        assert f"12{comma}000" in sum_refused.sentence
    assert written_points(language, 1310) == f"1{comma}310"


def test_a_number_in_a_sentence_of_the_engine() -> None:
    told = text("verdict", points=-3, won=0)
    assert sentence(told, words={"verdict": "{won} won: {points} points."}, names=()) == "0 won: −3 points."


def test_a_line_of_the_audit_trail_but_not_its_days_and_ranges() -> None:
    assert trail_value("1 : -1; seat 2: -50") == "1 : −1; seat 2: −50"
    assert trail_value("2026-11-23") == "2026-11-23"
    assert trail_value("2/1/3: 1310 : 980", "sheet_corrected") == "evening 2, round 1, table 3: 1,310 : 980"
    assert local_decimals("2026-11-23") == "2026-11-23"
