"""The six contracts of Rosbiratschka by ear, against the record of the match."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engine.rosbiratschka.words import WORDS
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

SEED = bytes([1]) * 32
"""This person leads first: a card that lies there before the page has come is not told."""
CONTRACTS = [words for code, words in WORDS.items() if code.startswith("contract_")]


@pytest.mark.parametrize("locale", ["nl-NL"])
def test_the_six_contracts_are_played_by_ear(
    phone: Callable[..., Phone], served: Served, locale: str
) -> None:
    """In the layout two cards may be drawn at once, in the order of the rows."""
    listener = Listener(phone(locale=locale), locale[:2])
    open_with_bots(listener, game="rosbiratschka")
    start(listener, served, SEED)
    labels = [listener.word(word) for word in ("Next round", "Go on", "Pass")]
    keep(listener, lambda: answer(listener, labels), until=lambda: is_over(listener))
    heard, record = listener.heard, record_of(listener)
    names = names_heard(listener, record)

    contracts = [f"{listener.word('Played now:')} {listener.word(contract)}" for contract in CONTRACTS]
    assert [line for line in heard if line in contracts] == contracts[1:]
    layout = heard.index(contracts[-1])
    told = lines_of(listener, record, "play")
    assert [line for line in heard[:layout] if line in told] == told
    placed = [listener.card(one["card"]) for one in record["log"] if one["do"] == "place"]
    assert {line.rpartition(": ")[2] for line in heard[layout:]} >= set(placed)
    passing = {int(one["by"]) for one in record["log"] if one["do"] == "pass"}
    for seat in passing:
        assert f"{short(names[seat])}: {listener.word('pass')}" in heard[layout:]

    sums = [line for line in heard if f"{listener.word('Written down')}: " in line]
    assert len(sums) == len(CONTRACTS)
    assert all(short(name) in line for name in names for line in sums)
    own = next(name for name in record["players"] if short(name) not in names)
    assert not [line for line in heard if own in line]
