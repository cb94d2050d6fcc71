"""Whole numbers as addresses and forms carry them: the one place where a text becomes a number."""

from __future__ import annotations

from typing import Final

from django.urls import register_converter

LARGEST: Final = 2**63 - 1
"""The largest number a column of either database holds."""
DIGITS: Final = 18
"""Any number of so many digits is below `LARGEST`."""


def whole_number(said: str, *, most: int = LARGEST) -> int | None:
    """Return the number written in ASCII digits, None for anything else and for a number above `most`."""
    if not (said.isascii() and said.isdigit() and len(said) <= DIGITS):
        return None
    number = int(said)
    return number if number <= most else None


class NumberConverter:
    """A number in an address, as `<number:name>`. Django's own `int` takes numbers that no column holds."""

    regex = f"[0-9]{{1,{DIGITS}}}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: object) -> str:
        return str(value)


register_converter(NumberConverter, "number")
