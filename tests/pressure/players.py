"""Players of Kraken: they read what the server pushes to their screen and answer it as a phone would."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeAlias

from tests.pressure.sockets import Socket

SEQ = re.compile(r'id="seq" data-seq="(\d+)"')
PROMPT = re.compile(r'<section id="prompt" class="([^"]*)".*?</section>', re.DOTALL)
HAND = re.compile(r'<form id="hand".*?</form>', re.DOTALL)
CARD = re.compile(r'name="card" value="(\w{2,3})" class="([^"]*)"')
WINDOW = re.compile(r'name="window" value="([^"]+)" form="hand"')
FORM = re.compile(r'<form id="([^"]+)".*?</form>', re.DOTALL)
FORM_WINDOW = re.compile(r'name="window" value="([^"]+)"')
WORD = re.compile(r'name="do" value="([^"]+)"')
SUIT = re.compile(r'name="suit" value="(.)"')
REFUSED = re.compile(r'id="notice"[^>]*>([^<]+)<')
Pace: TypeAlias = Callable[[Callable[[], None]], None]
"""Sends an answer at once, or after the time it takes."""


def at_once(send: Callable[[], None]) -> None:
    send()


def think_some_seconds(chance: random.Random, soonest: float, latest: float) -> Pace:
    """Send each answer after some seconds, as people do."""

    def later(send: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(chance.uniform(soonest, latest), send)

    return later


@dataclass
class Table:
    """The screens of one match. `latencies` are seconds from a move sent to the last screen showing it."""

    code: str
    seen: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    sent_at: float | None = None
    sent_seq: int = 0
    latencies: list[float] = field(default_factory=list)
    moves: int = 0
    refusals: list[str] = field(default_factory=list)

    def shown(self, seat: int, seq: int) -> None:
        """A screen shows the table as of log entry `seq`."""
        self.seen[seat] = seq
        if self.sent_at is not None and min(self.seen) > self.sent_seq:
            self.latencies.append(perf_counter() - self.sent_at)
            self.sent_at = None

    def sending(self) -> None:
        self.moves += 1
        if self.sent_at is None:
            self.sent_at, self.sent_seq = perf_counter(), max(self.seen)

    def refused(self, sentence: str) -> None:
        """A move was refused: no screen will show it."""
        self.refusals.append(sentence)
        self.sent_at = None


@dataclass
class Player:
    """One screen. `act` decides when an answer goes out; what is no longer asked by then is not sent.

    `hand` are the cards that may be played, `asked` the windows of the prompt shown, `said` is what went out, in order.
    """

    table: Table
    seat: int
    chance: random.Random
    act: Pace
    socket: Socket | None = None
    hand: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    answered: set[tuple[str, str]] = field(default_factory=set)
    said: list[dict[str, str]] = field(default_factory=list)

    def on_text(self, socket: Socket, text: str) -> None:
        """Take in one push and answer what it asks."""
        self.socket = socket
        if refused := REFUSED.search(text):
            self.table.refused(refused.group(1).strip())
        if hand := HAND.search(text):
            self.hand = [
                card for card, classes in CARD.findall(hand.group()) if "barred" not in classes.split()
            ]
        if seq := SEQ.search(text):
            self.table.shown(self.seat, int(seq.group(1)))
        if prompt := PROMPT.search(text):
            self.asked = set(FORM_WINDOW.findall(prompt.group()))
            self._answer(prompt.group(), prompt.group(1).split())

    def _answer(self, prompt: str, classes: list[str]) -> None:
        if "plays" in classes and (window := WINDOW.search(prompt)):
            self._send({"do": "play", "card": self.chance.choice(self.hand), "window": window.group(1)})
            return
        forms = {form.group(1): form.group() for form in FORM.finditer(prompt)}
        if ready := forms.get("answer-ready"):
            self._send({"do": "ready", "window": _window(ready)})
        elif "yours" not in classes:
            return
        elif declare := forms.get("answer-groups") or forms.get("answer-none"):
            self._send({"do": "declare", "combinations": "", "window": _window(declare)})
        elif trump := forms.get("answer-suit"):
            word = WORD.findall(trump)[0]
            self._send(
                {"do": word, "suit": self.chance.choice(SUIT.findall(trump)), "window": _window(trump)}
            )
        elif words := forms.get("answer"):
            self._send({"do": self.chance.choice(WORD.findall(words)), "window": _window(words)})

    def _send(self, data: dict[str, str]) -> None:
        key = (data["window"], data["do"])
        if key in self.answered:
            return
        self.answered.add(key)
        text = json.dumps(data)

        def send() -> None:
            assert self.socket is not None
            if not self.socket.closed and data["window"] in self.asked:
                self.table.sending()
                self.said.append(data)
                self.socket.send(text)

        self.act(send)


def _window(form: str) -> str:
    found = FORM_WINDOW.search(form)
    assert found is not None
    return found.group(1)
