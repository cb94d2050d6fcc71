"""Lists for spreadsheets. No cell starts a formula there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

STARTS_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
Cell: TypeAlias = str | int | None


def csv_text(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV file. Text that a spreadsheet would take for a formula gets an apostrophe before it."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([_neutral(head) for head in heads])
    for row in rows:
        writer.writerow([_neutral(cell) for cell in row])
    return out.getvalue()


def _neutral(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.startswith(STARTS_FORMULA):
        return f"'{cell}"
    return cell
