"""Template filters for points."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from django import template

from games import engine_words
from games.trail_values import local_decimals

register = template.Library()
minus = register.filter(engine_words.minus)
register.filter(local_decimals)


@register.filter
def points(amount: float | Fraction | None) -> str:
    """Points as pages write them: thousands apart, at most two decimals, a true minus sign; nothing for None."""
    return "" if amount is None else engine_words.minus(engine_words.points_text(amount))


@register.filter
def each_points(amounts: Iterable[float | Fraction]) -> str:
    """Several of them with dots between: "1.200 · 1.350,5"."""
    return " · ".join([engine_words.minus(engine_words.points_text(amount)) for amount in amounts])


@register.filter
def with_sign(amount: float) -> str:
    """Points as a whole number with its sign: "+24", "−8", "0"."""
    return engine_words.with_sign(round(amount))
