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
FORMULA_STARTS: Final = re.compile(
    r"""
    (^|[;,\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029])   # where a cell may begin under any separator
    (?=[\s"]*[=+\-@＝＋－＠])                       # spaces and quotes are taken off before a cell is read
    """,
    re.VERBOSE,
)
CONTROLS: Final = ("\t", "\r", "\n")
SIGNED_NUMBER: Final = re.compile(r"[+-][0-9]+")
Cell: TypeAlias = str | int | None


def csv_text(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV file in the language that is active. Where numbers have a comma, as in Dutch, spreadsheets expect
    semicolons between the cells.

    Text is quoted, and gets an apostrophe wherever a spreadsheet would begin a formula, also one that is set to the
    other separator, which divides the cells elsewhere.
    """
    out = io.StringIO()
    out.write(MARK)
    separator = ";" if get_format("DECIMAL_SEPARATOR") == "," else ","
    writer = csv.writer(out, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC)
    for row in (heads, *rows):
        writer.writerow([_neutral(cell, first=place == 0) for place, cell in enumerate(row)])
    return out.getvalue()


def _neutral(cell: Cell, *, first: bool) -> Cell:
    """The cell without a formula in it. A signed number stays, but not where a line begins: under the other separator
    the rest of the line would follow it in the same cell.
    """
    if not isinstance(cell, str) or (SIGNED_NUMBER.fullmatch(cell) and not first):
        return cell
    guarded = FORMULA_STARTS.sub(r"\1'", cell)
    return f"'{guarded}" if guarded.startswith(CONTROLS) else guarded
