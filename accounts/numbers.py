"""Parsing of whole numbers in URLs and forms."""

from __future__ import annotations

from typing import Final

from django.urls import register_converter

LARGEST: Final = 2**63 - 1
"""The largest number a column of either database holds."""
DIGITS: Final = 18
"""Every number with so many digits is below `LARGEST`."""


def whole_number(text: str, *, most: int = LARGEST) -> int | None:
    """Return the number written in ASCII digits, None for anything else and for a number above `most`."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        return None
    number = int(text)
    return number if number <= most else None


class NumberConverter:
    """URL converter `<number:name>`. Django's `int` accepts numbers that no column holds."""

    regex = f"[0-9]{{1,{DIGITS}}}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: object) -> str:
        return str(value)


register_converter(NumberConverter, "number")
