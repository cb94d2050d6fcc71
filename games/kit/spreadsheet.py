"""Lists for spreadsheets, such that a double click opens them right. No cell starts a formula there."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from django.utils.formats import get_format

MARK: Final = "\ufeff"
"""What tells a spreadsheet that the letters are UTF-8; without it an é becomes two other signs."""
STARTS_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
SIGNED_NUMBER: Final = re.compile(r"[+-][0-9]+")
Cell: TypeAlias = str | int | None


def csv_text(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV file in the language that is active. Text a spreadsheet would take for a formula gets an apostrophe
    before it. Where numbers have a comma, as in Dutch, spreadsheets expect semicolons between the cells.
    """
    out = io.StringIO()
    out.write(MARK)
    writer = csv.writer(out, delimiter=";" if get_format("DECIMAL_SEPARATOR") == "," else ",")
    writer.writerow([_neutral(head) for head in heads])
    for row in rows:
        writer.writerow([_neutral(cell) for cell in row])
    return out.getvalue()


def _neutral(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.startswith(STARTS_FORMULA) and not SIGNED_NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell
