"""Four phones finish a match whatever happens: one sleeps, one leaves for good, servers and Redis are killed.

Two servers and a steward on PostgreSQL and Redis, two phones at each server. A minute away is four seconds here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import psycopg
import pytest
from playwright.sync_api import Browser, expect

from games.club_clock import milliseconds
from tests.browser.conftest import CALM, SCREEN
from tests.browser.line import Line
from tests.browser.phone import PATIENCE, Phone
from tests.browser.steps import NAMES, enter_as_guest, take_seat
from tests.served.backends import PostgreSQL, Redis, own_postgresql, own_redis
from tests.served.processes import environment_of, free_port, manage, running, wait_until_ready

SHORT_MINUTE = 4
LOST_LINE = (
    "WebSocket connection to",
    "[object Event]",
    "Failed to load resource: net::ERR_",
    "Failed to load resource: the server responded with a status of 503",
    "503 ",
)
"""Errors a browser may report while its server is down."""
MOVES_LONGEST = 90
"""Seconds in which so few moves are made on any machine."""


@dataclass
class Club:
    """Two servers on PostgreSQL and Redis. Each can be killed and is then started again at the same port."""

    environment: dict[str, str]
    postgresql: PostgreSQL
    redis: Redis
    stack: contextlib.ExitStack
    servers: dict[int, object] = field(default_factory=dict)

    def start(self, port: int) -> None:
        words = ["-m", "tests.served.server", "--port", str(port), "--no-steward"]
        process = self.servers[port] = self.stack.enter_context(running(words, self.environment))
        wait_until_ready(port, process)

    def kill(self, port: int) -> None:
        """As a power cut would."""
        self.servers[port].kill()
        self.servers[port].wait()

    def log(self) -> list[tuple[int, dict[str, str]]]:
        """The game entries of the seats in the only match: seat and words, in order."""
        return self._ask(
            "SELECT seat, data FROM games_action WHERE kind = 'game' AND seat IS NOT NULL ORDER BY seq"
        )

    def totals(self) -> list[int]:
        """The totals of the only match of Kraken, by side."""
        rounds = [points[:2] for (points,) in self._ask("SELECT points FROM games_round ORDER BY number")]
        return [sum(side) for side in zip(*rounds, strict=True)]

    def choice_from(self, seat: int) -> str:
        """When the others may choose about the player of this seat, as their pages have it; "" for nobody away."""
        away = self._ask(
            "SELECT away_since FROM games_seat WHERE number = %s AND away_since IS NOT NULL", seat
        )
        return "".join(str(milliseconds(since + timedelta(seconds=SHORT_MINUTE))) for (since,) in away)

    def _ask(self, question: str, *values: object) -> list[tuple]:
        with psycopg.connect(host=str(self.postgresql.folder), user="club", dbname="club") as connection:
            return connection.execute(question, values).fetchall()


@pytest.fixture
def club(tmp_path: Path, chromium_path: str) -> Iterator[Club]:
    with contextlib.ExitStack() as stack:
        postgresql, redis = stack.enter_context(own_postgresql()), stack.enter_context(own_redis())
        settings = {"DATABASE_URL": postgresql.url, "REDIS_URL": redis.url, "WEB_PROCESSES": "2"}
        environment = environment_of(tmp_path, SHORT_MINUTE=str(SHORT_MINUTE), **settings)
        made = Club(environment, postgresql, redis, stack)
        for port in (free_port(), free_port()):
            made.start(port)
        stack.enter_context(running(["-m", "tests.served.watched_steward"], environment))
        yield made


@dataclass
class Player:
    """A person with a phone. `played` are the cards that left the hand on the screen: acknowledged moves."""

    phone: Phone
    seat: int
    played: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)

    def look(self) -> None:
        """Note which card has left the hand since the last look."""
        held = self.phone.cards()
        if len(held) == len(self.held) - 1:
            self.played += set(self.held) - set(held)
        self.held = held


@dataclass
class Four:
    """The remaining players, and their moves."""

    players: list[Player]

    def play(self, enough: Callable[[], bool], *, but: Player | None = None) -> None:
        """Let everybody play until `enough`; one phone may be asleep."""
        given_up = monotonic() + MOVES_LONGEST
        while monotonic() < given_up:
            for player in self.players:
                if player is not but:
                    player.phone.go_on()
                    player.look()
            if enough():
                return
            self.players[0].phone.await_change()
        raise AssertionError("\n\n".join(player.phone.shown() for player in self.players))

    def cards(self, more: int, *, but: Player | None = None) -> None:
        """Play until so many more cards have left hands."""
        goal = self.count() + more
        self.play(lambda: self.count() >= goal or self.over(), but=but)

    def count(self) -> int:
        return sum(len(player.played) for player in self.players)

    def over(self) -> bool:
        return all(player.phone.moment() == "over" for player in self.players)

    def at_table(self) -> None:
        """Everybody is connected again."""
        for player in self.players:
            player.phone.at_table()


@pytest.fixture
def four(chromium: Browser, club: Club) -> Iterator[tuple[Four, Line]]:
    """Four players at a started match of one round: seats 0 and 2 at one server, 1 and 3 at the other, 3 by a line."""
    first, second = club.servers
    line = Line(second)
    phones = []
    for port in (first, second, first, line.port):
        context = chromium.new_context(**CALM, viewport=SCREEN, has_touch=True, device_scale_factor=2)
        context.set_default_timeout(PATIENCE)
        phones.append(Phone(context.new_page(), f"http://localhost:{port}"))
    yield Four([Player(phone, seat) for seat, phone in enumerate(take_seats(phones))]), line
    line.close()
    for phone in phones:
        phone.page.context.close()
    complaints = [one for phone in phones for one in phone.complaints if not one.startswith(LOST_LINE)]
    assert complaints == []


def take_seats(phones: list[Phone]) -> list[Phone]:
    host = phones[0]
    enter_as_guest(host, NAMES[0])
    host.visit("/t/new/")
    host.page.get_by_label("Rounds", exact=True).fill("1")
    host.press("Open the table")
    link = host.page.locator(".invite-link a").get_attribute("href")
    for seat, (phone, name) in enumerate(zip(phones[1:], NAMES[1:], strict=True), start=1):
        phone.visit(urlsplit(link).path)
        take_seat(phone, seat)
        phone.page.get_by_label("Your name at the table").fill(name)
        phone.press("Sit down")
        expect(phone.page.locator(".place--you")).to_contain_text(name)
    expect(host.page.locator(".place--free")).to_have_count(0)
    host.press("Start")
    for phone in phones:
        phone.at_table()
    return phones


def test_four_phones_finish_a_match_whatever_dies(club: Club, four: tuple[Four, Line]) -> None:
    table, line = four
    first, second = club.servers
    everybody, sleeper, leaver = list(table.players), table.players[3], table.players[1]
    table.cards(3)

    club.kill(first)
    club.start(first)
    table.at_table()
    table.cards(4)

    fall_asleep(sleeper, line)
    for player in (table.players[0], table.players[2]):
        choose(club, player, sleeper, "Wait")
    wake_up(sleeper, line)
    table.cards(4)

    club.redis.kill()
    table.cards(3)
    club.redis.start()

    leaver.look()
    leaver.phone.page.close()
    table.players.remove(leaver)
    for player in (table.players[0], table.players[1]):
        choose(club, player, leaver, "A bot takes the seat")
    expect(table.players[0].phone.page.locator(f"#seat-{leaver.seat} .mark")).to_contain_text("bot plays")
    table.cards(3)

    club.kill(second)
    club.start(second)
    table.at_table()
    table.play(table.over)

    log = club.log()
    for player in everybody:
        written = [data["card"] for seat, data in log if seat == player.seat and data["do"] == "play"]
        assert [card for card in written if card in player.played] == player.played
    assert len([data for _seat, data in log if data["do"] == "play"]) == 32
    for player in table.players:
        totals = player.phone.page.locator(".strip-score b").all_inner_texts()
        assert [int(text.replace("−", "-")) for text in totals] == club.totals()
    assert "1 checked, 0 wrong" in manage(club.environment, "verify_log")


def fall_asleep(player: Player, line: Line) -> None:
    """The phone is locked: its page stands still, and its connections die."""
    player.phone.page.context.new_cdp_session(player.phone.page).send(
        "Page.setWebLifecycleState", {"state": "frozen"}
    )
    line.cut()


def wake_up(player: Player, line: Line) -> None:
    line.mend()
    player.phone.page.context.new_cdp_session(player.phone.page).send(
        "Page.setWebLifecycleState", {"state": "active"}
    )
    player.phone.at_table()


def choose(club: Club, player: Player, absent: Player, what: str) -> None:
    """When the minute is over, this one of the others says what is to be done about the one who is away.

    A phone that comes back for a moment while its page is closed begins another absence, with another minute.
    """
    notice = player.phone.page.locator("#agreements")
    expect(notice).to_contain_text(f"{NAMES[absent.seat]} is away.")
    choices = notice.locator(".agreements-choices")
    player.phone.keep(
        lambda: None, until=lambda: choices.get_attribute("data-from") == club.choice_from(absent.seat)
    )
    notice.get_by_role("button", name=what, exact=True).tap()
    expect(notice).to_contain_text("you: wait") if what == "Wait" else None
