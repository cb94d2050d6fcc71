"""A round of Kraken by ear. Afterwards the record of the match tells whether everything that happened was heard, in its
order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.table.screen import rendering
from tests.browser.conftest import SPADES_FROM_THE_TOP, Served
from tests.browser.kan.tables import kan_table, phases
from tests.browser.listener import (
    PUSH,
    Listener,
    answer,
    is_over,
    keep,
    lines_of,
    names_heard,
    open_with_bots,
    record_of,
    start,
)
from tests.browser.phone import Phone
from tests.browser.table.standing import show


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_a_whole_round_is_played_by_ear(phone: Callable[..., Phone], served: Served, locale: str):
    listener = Listener(phone(locale=locale), locale[:2])
    open_with_bots(listener)
    start(listener, served, SPADES_FROM_THE_TOP)
    labels = [listener.suit("S"), *map(listener.word, ("Pass", "Nothing to declare", "Declare"))]
    keep(listener, lambda: answer(listener, labels), until=lambda: is_over(listener))
    heard, record = listener.heard, record_of(listener)

    told = lines_of(listener, record, "play")
    assert len(told) == 32
    assert [line for line in heard if line in told] == told

    takes = re.compile(takes_of(listener, "(.+)"))
    own = listener.word("You take the trick")
    spoken = [line.replace(own, takes_of(listener, listener.word("you"))) for line in heard]
    winners = [found[1] for line in spoken if (found := takes.fullmatch(line))]
    leaders = [line.partition(": ")[0] for line in told[::4]]
    assert len(winners) == 8
    assert winners[:-1] == leaders[1:]

    names = names_heard(listener, record)
    assert f"{names[0]}: {listener.suit('S')}" in heard
    sums = [line for line in heard if f"{listener.word('Written down')}: " in line]
    assert len(sums) == 1
    assert f" {listener.word('Total')}: " in sums[0]
    assert listener.word("your side") in sums[0]
    assert all(name in sums[0] for name in names[1::2])
    assert not [line for line in heard if record["players"][0] in line]


def takes_of(listener: Listener, name: str) -> str:
    """The line that tells who takes a trick, for a player of that name."""
    return listener.word("{name} takes the trick").replace("{name}", name)


def test_for_whom_everybody_waits_is_said_after_a_silence(phone: Callable[..., Phone]) -> None:
    mine = phone()
    mine.wind_up()
    state, _viewer = phases()["lead"]
    table = kan_table(state)
    show(mine, table, 3)
    log = mine.page.get_by_role("log")
    zones = rendering.zones_of(table, seat=3, talk=(), language="en")
    assert mine.page.evaluate(PUSH, "".join(zones.values())) == ""

    mine.let_pass(3)
    asked = mine.page.get_by_role("region", name="What to do").get_by_role("paragraph").first
    expect(log).to_have_text(asked.inner_text(), ignore_case=True)

    mine.page.evaluate(PUSH, "".join(zones.values()))
    mine.let_pass(3)
    expect(log).to_have_text(asked.inner_text(), ignore_case=True)


def test_a_question_that_comes_while_the_page_opens_is_told_once(phone: Callable[..., Phone]) -> None:
    mine = phone()
    mine.wind_up()
    mine.page.clock.pause_at(timezone.now() + timedelta(hours=1))
    state, leader = phases()["lead"]
    table = kan_table(state)
    show(mine, table, 3)
    assert leader != 3
    zones = rendering.zones_of(table, seat=leader, talk=(), language="en")
    told = mine.page.evaluate(PUSH, "".join(zones.values()))
    assert told
    mine.let_pass(1)
    expect(mine.page.get_by_role("log")).to_have_text(told)
