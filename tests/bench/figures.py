"""Figures and how they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value beside what was asked. `at_most` tells which side of `target` is good."""

    name: str
    value: float
    unit: str
    target: float | None = None
    at_most: bool = True

    @property
    def met(self) -> bool | None:
        if self.target is None:
            return None
        return self.value <= self.target if self.at_most else self.value >= self.target


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0..1) of the values lie. Raises ValueError for none."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def print_figures(title: str, figures: Sequence[Figure]) -> None:
    print(f"\n{title}")
    for figure in figures:
        asked = ""
        if figure.target is not None:
            asked = f"{'<=' if figure.at_most else '>='} {figure.target:g} {figure.unit}"
        mark = {True: "ok", False: "MISSED", None: ""}[figure.met]
        print(f"  {figure.name:<58}{figure.value:>10,.1f} {figure.unit:<8} {asked:<18}{mark}", flush=True)
