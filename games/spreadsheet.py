"""CSV files that spreadsheets open correctly on a double click, with formulas in cells disabled."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, TypeAlias

from django.utils.formats import get_format, number_format

MARK: Final = "\ufeff"
"""Byte order mark; without it a spreadsheet does not read the file as UTF-8."""
FORMULA_STARTS: Final = re.compile(
    r"""
    (^|[;,\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029])   # start of a cell under any separator
    (?=[\s"]*[=+\-@＝＋－＠])                       # spreadsheets strip spaces and quotes before reading
    """,
    re.VERBOSE,
)
CONTROLS: Final = ("\t", "\r", "\n")
SIGNED_NUMBER: Final = re.compile(r"[+-](?:[0-9]+|[0-9]{1,3}(?:[.,][0-9]{3})+)(?:[.,][0-9]+)?")
"""Whole or with decimals, in groups of three or not: +50, +50,5, -1.200,5."""
Cell: TypeAlias = str | int | Fraction | None


class _LocalDecimal(Decimal):
    """A number that `csv` writes without quotes and with the decimal sign of the active language."""

    def __str__(self) -> str:
        return number_format(Decimal(self), use_l10n=True, force_grouping=False)


def csv_text(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV file in the active language: semicolons between cells where numbers have a decimal comma, as in Dutch.

    Text is quoted. It gets an apostrophe wherever a spreadsheet would start a formula, including spreadsheets set to
    the other separator, which split cells in other places.
    """
    out = io.StringIO()
    out.write(MARK)
    separator = ";" if get_format("DECIMAL_SEPARATOR") == "," else ","
    writer = csv.writer(out, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC)
    for row in (heads, *rows):
        writer.writerow([_neutral(cell, first=place == 0) for place, cell in enumerate(row)])
    return out.getvalue()


def _plain_number(amount: Fraction) -> int | Decimal:
    """The number as it is, one that never ends with six decimals: a sum of such cells is right to the fifth."""
    if amount.denominator == 1:
        return amount.numerator
    found = (Decimal(amount.numerator) / amount.denominator).quantize(Decimal("1.000000")).normalize()
    return _LocalDecimal(found)


def _neutral(cell: Cell, *, first: bool) -> str | int | Decimal | None:
    """The cell with formulas disabled. A signed number stays, except at the start of a line: with the other separator
    the rest of the line would be part of the same cell.
    """
    if isinstance(cell, Fraction):
        return _plain_number(cell)
    if not isinstance(cell, str) or (SIGNED_NUMBER.fullmatch(cell) and not first):
        return cell
    guarded = FORMULA_STARTS.sub(r"\1'", cell)
    return f"'{guarded}" if guarded.startswith(CONTROLS) else guarded
