"""Points below zero are written with a true minus sign, which is as wide as a digit and read as "minus"."""

from __future__ import annotations

import pytest

from games.disputes.labels import trail_value
from games.engine.words import text
from games.kit.engine_words import minus, sentence
from games.templatetags import points


@pytest.mark.parametrize(("number", "written"), [(-3, "−3"), (0, "0"), (40, "40")])
def test_a_number_of_points(number: int, written: str) -> None:
    assert minus(number) == points.minus(number) == written


def test_several_points_joined() -> None:
    assert points.minus("-3 : 12 : -9") == "−3 : 12 : −9"


def test_a_number_in_a_sentence_of_the_engine() -> None:
    told = text("verdict", points=-3, won=0)
    assert sentence(told, words={"verdict": "{won} won: {points} points."}, names=()) == "0 won: −3 points."


def test_a_line_of_the_audit_trail_but_not_its_days_and_ranges() -> None:
    assert trail_value("1 : -1; seat 2: -50") == "1 : −1; seat 2: −50"
    assert trail_value("2026-11-23") == "2026-11-23"
