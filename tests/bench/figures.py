"""Figures and how they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value and the most that is asked of it, where something is."""

    name: str
    value: float
    unit: str = "ms"
    asked: float | None = None

    @property
    def met(self) -> bool:
        return self.asked is None or self.value <= self.asked


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0..1) of the values lie. Raises ValueError for none."""
    if not values:
        raise ValueError("no values")
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def print_figures(title: str, figures: Sequence[Figure]) -> None:
    """Print a table of name, value and what is asked; a value above it is marked MISSED."""
    print(f"\n{title}")
    for figure in figures:
        asked = "" if figure.asked is None else f"<= {figure.asked:g} {figure.unit}"
        mark = "" if figure.met else "MISSED"
        print(
            f"  {figure.name:<58}{figure.value:>10,.2f} {figure.unit:<6} {asked:<14}{mark}".rstrip(),
            flush=True,
        )
