"""A round of Kan by ear, against the record of the match."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Served
from tests.browser.listener import (
    Listener,
    answer,
    is_over,
    keep,
    lines_of,
    names_heard,
    open_with_bots,
    record_of,
    short,
    start,
)
from tests.browser.phone import Phone

SEED = bytes(range(32))
WORDS = ("Iku: lead", "Show nothing", "Give this card", "Stop: sukonku")


@pytest.mark.parametrize("locale", ["nl-NL"])
def test_a_round_is_played_by_ear(phone: Callable[..., Phone], served: Served, locale: str) -> None:
    listener = Listener(phone(locale=locale), locale[:2])
    open_with_bots(listener, game="kan")
    start(listener, served, SEED)
    labels = [*map(listener.word, WORDS), *map(listener.suit, "SHDC"), listener.word("Go on")]
    keep(listener, lambda: answer(listener, labels), until=lambda: is_over(listener))
    heard, record = listener.heard, record_of(listener)
    log, names = record["log"], [short(name) for name in names_heard(listener, record)]

    told = lines_of(listener, record, "play")
    assert [line for line in heard if line in told] == told
    calls = [
        f"{names[int(one['by'])]}: {listener.word(one['do'])}" for one in log if one["do"] in ("iku", "koi")
    ]
    assert sorted(line for line in heard if line in calls) == sorted(calls)
    named = [
        f"{listener.word('Trumps:')} {listener.suit(one['suit'])}" for one in log if one["do"] == "trump"
    ]
    trumps = [line for line in heard if line.startswith(listener.word("Trumps:"))]
    assert trumps[len(trumps) - len(named) :] == named
    points = listener.word("%(points)s of the %(quota)s points needed").partition("%(points)s")[2] % {
        "quota": "9"
    }
    assert any(points in line for line in heard)
    deals = sum(one["do"] == "deal" for one in log)
    hands = [line for line in heard if listener.is_kind(line, "Your cards: {cards}")]
    assert len(hands) in (deals - 1, deals)
    assert all(len(listener.names(line, "Your cards: {cards}")) == 10 for line in hands)
    assert sum(f"{listener.word('Written down')}: " in line for line in heard) == 1
