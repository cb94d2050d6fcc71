"""What people do on a phone in several tests: their names, and playing until a match is over."""

from __future__ import annotations

from tests.browser.phone import Phone

NAMES = ("Aafke", "Bouke", "Ceciel", "Douwe")


def play_to_the_end(phone: Phone) -> set[str]:
    """Go on until the match is over; gives the moments met on the way."""
    met: set[str] = set()
    phone.keep(lambda: met.add(phone.go_on()), until=lambda: "over" in met)
    return met
