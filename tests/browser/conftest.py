"""A served club of its own, an installed chromium, and phones: contexts of 360 x 740 with touch.

Playwright runs a loop of its own in the thread of the tests, so it lives no longer than the module that uses it; the
server is another process, and the tests here never touch the database themselves.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests import collected, migrated, patience
from tests.browser.line import Line
from tests.browser.phone import PATIENCE, Phone
from tests.browser.server import AHEAD_FILE, SEED_FILE, TEST_FILE
from tests.served.given import on_postgresql, server_environment
from tests.served.processes import environment_of

ROOT = Path(__file__).resolve().parent.parent.parent
SPADES_FROM_THE_TOP = hashlib.sha256(b"spades from the top 15").digest()
"""Seat 3 deals, so seat 0 makes trumps and leads, and holds the jack of spades but no combination: a seat 0
that names spades and plays the first card of the hand wins the first trick, and leads again."""
LOG_FILE = "server.log"
FAULTS = (" ERROR ", " CRITICAL ")
"""The words by which a server says that it could not answer, or that its work in the background failed."""
SCREEN: ViewportSize = {"width": 360, "height": 740}
HERE = "Europe/Amsterdam"
"""Where the clubs are, and phones unless a test says otherwise."""
CALM = {"reduced_motion": "reduce"}
MOVING = {"reduced_motion": "no-preference"}
"""Options of a phone whose owner asked for no motion, and of one whose owner did not."""
expect.set_options(timeout=PATIENCE)
SERVED_FOLDERS: set[Path] = set()
"""The `VAR_DIR` of each club that runs."""
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.served_settings", "PYTHONUNBUFFERED": "1"}
"""Of the processes of each club."""
CHROMIUM = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WITHOUT_PICTURES = "--blink-settings=imagesEnabled=false"
"""No file of a picture is fetched or drawn: half of the processor time of a page with a table. Pictures of a table have
their places from the style sheets, so that no element lies elsewhere for it."""
NOTHING_TO_DECODE = "HTMLImageElement.prototype.decode = () => Promise.resolve();"
"""A table that was just dealt waits ten seconds for pictures of its cards that never come (static/js/table/deal.js)."""
BROWSERS = {True: "chromium", False: "plain_chromium"}
"""The fixture of the browser of phones that show pictures, and of those that do not."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tell the running clubs which test it is: their deals hang on it, so that it meets the same ones in every run."""
    for folder in SERVED_FOLDERS:
        (folder / TEST_FILE).write_text(item.nodeid)


@dataclass(frozen=True)
class Served:
    """A running club. `folder` is its VAR_DIR, `environment` that of its processes, `log` what its servers say."""

    address: str
    folder: Path
    environment: dict[str, str]

    @property
    def log(self) -> Path:
        return self.folder / LOG_FILE

    def run(self, module: str, *words: str) -> str:
        """Run `python -m MODULE WORDS...` on the club's database, beside its servers, to its end; gives its output."""
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            cwd=ROOT,
            env={**self.environment, "EMAIL_URL": "dummymail://"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def deal_next(self, seed: bytes) -> None:
        """The next round anybody starts here is dealt from this seed."""
        (self.folder / SEED_FILE).write_text(seed.hex())

    def let_pass(self, seconds: float) -> None:
        """The clock of the tables goes on by so much at once; that of a phone is its own (`Phone.let_pass`).

        It never goes back, so this is for a club of the test module's own.
        """
        ahead = self.folder / AHEAD_FILE
        later = self.folder / f"{AHEAD_FILE}.new"
        later.write_text(str(float(ahead.read_text()) + seconds))
        later.replace(ahead)


def installed_chromium() -> str | None:
    """The first that is there. The one without windows takes half the processor for the same pages."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Where chromium is. Missing: skipped on a person's machine, an error where CI says so."""
    path = installed_chromium()
    if path is None:
        assert os.environ.get("CI") != "true", "chromium is not installed"
        pytest.skip("chromium is not installed")
    return path


@pytest.fixture(scope="session")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The club all browser tests share; its bots and tips may search."""
    with club_served(tmp_path_factory.mktemp("club"), "served", THINKS="yes") as club:
        yield club


@contextlib.contextmanager
def club_served(folder: Path, name: str, **settings: str) -> Iterator[Served]:
    """The club's server in a process of its own, on a database file of its own. Where the tests run on PostgreSQL: two
    servers on a database of that name there, and every connection of a phone goes to the other one.
    """
    (folder / TEST_FILE).write_text(os.environ.get("PYTEST_CURRENT_TEST", "").partition(" (")[0])
    SERVED_FOLDERS.add(folder)
    with contextlib.ExitStack() as stack:
        stack.callback(SERVED_FOLDERS.discard, folder)
        environment = environment_of(folder, **{**_books(folder, name), **SETTINGS, **settings})
        environment.pop("COLLECTED_STATIC")
        collected.copy_to(folder / "static")
        address = stack.enter_context(_server(environment))
        if on_postgresql():
            other = stack.enter_context(_server(environment, "--no-steward"))
            line = Line(*(int(one.rpartition(":")[2]) for one in (address, other)))
            stack.callback(line.close)
            address = f"http://localhost:{line.port}"
        yield Served(address, folder, environment)


def _books(folder: Path, name: str) -> dict[str, str]:
    """The database of the served club, empty, and the Redis beside it, if any."""
    if not on_postgresql():
        file = folder / "club.sqlite3"
        migrated.copy_file(file)
        return server_environment(str(file))
    of_this_process = f"{name}_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
    migrated.copy_database(os.environ["DATABASE_URL"], of_this_process)
    return server_environment(of_this_process)


@contextlib.contextmanager
def _server(environment: dict[str, str], *words: str) -> Iterator[str]:
    """A running server; where it is."""
    folder = Path(environment["VAR_DIR"])
    with (folder / LOG_FILE).open("a") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.server", "--quick", *words],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    try:
        yield _address_of(process, folder)
        assert process.poll() is None, f"a server fell:\n{(folder / 'server.log').read_text()}"
    finally:
        process.terminate()
        process.communicate(timeout=patience.PATIENCE)


def _address_of(process: subprocess.Popen[str], folder: Path) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://localhost:(\d+)/", line):
            return f"http://localhost:{found[1]}"
    raise AssertionError(f"the server did not start:\n{(folder / 'server.log').read_text()}")


@pytest.fixture(scope="package")
def launched(chromium_path: str) -> Iterator[Callable[..., Browser]]:
    """Return a function that starts a browser with some words more; they end with the tests."""
    with sync_playwright() as playwright, contextlib.ExitStack() as stack:

        def launch(*words: str) -> Browser:
            browser = playwright.chromium.launch(executable_path=chromium_path, args=[*CHROMIUM, *words])
            stack.callback(browser.close)
            return browser

        yield launch


@pytest.fixture(scope="package")
def chromium(launched: Callable[..., Browser]) -> Browser:
    """A browser that shows nothing to anybody."""
    return launched()


@pytest.fixture(scope="package")
def plain_chromium(launched: Callable[..., Browser]) -> Browser:
    """The same without pictures."""
    return launched(WITHOUT_PICTURES)


@pytest.fixture
def service_workers() -> str:
    """Whether the phones of this module keep pages: "block", because a new phone then fetches the rules of every game,
    which takes a sixth of the processor time of a match. Modules about that, and a few whole journeys, say "allow".
    """
    return "block"


@pytest.fixture(scope="module")
def pictures() -> bool:
    """Whether the phones of this module show pictures: modules about them say True, and a whole match of each game."""
    return False


@pytest.fixture
def phone(
    request: pytest.FixtureRequest, served: Served, service_workers: str, pictures: bool
) -> Iterator[Callable[..., Phone]]:
    """Return a function that hands out another phone; at the end neither they nor the servers may have complained.

    Cards do not fly on it unless a test asks (`**MOVING`): drawing the flights takes half of the browser's processor
    time.
    """
    phones: list[Phone] = []
    said_before = served.log.stat().st_size

    def hand_out(**options: object) -> Phone:
        given = {"service_workers": service_workers, **options}
        phones.append(new_phone(request.getfixturevalue(BROWSERS[pictures]), served, pictures, **given))
        return phones[-1]

    yield hand_out
    for one in phones:
        one.page.context.close()
    assert [complaint for one in phones for complaint in one.complaints] == []
    said = served.log.read_bytes()[said_before:].decode()
    assert not any(fault in said for fault in FAULTS), said


def new_phone(browser: Browser, served: Served, pictures: bool = True, **options: object) -> Phone:
    """A phone that has never been to the club. `pictures`: whether that browser shows them."""
    usual = {**CALM, "viewport": SCREEN, "has_touch": True, "timezone_id": HERE, "service_workers": "block"}
    context = browser.new_context(**{**usual, **options})
    context.set_default_timeout(PATIENCE)
    if not pictures:
        context.add_init_script(NOTHING_TO_DECODE)
    return Phone(context.new_page(), served.address, bool(options.get("java_script_enabled", True)))


@pytest.fixture(scope="module")
def shared_screen(request: pytest.FixtureRequest, served: Served, pictures: bool) -> Iterator[Phone]:
    """The phone behind `screen`."""
    made = new_phone(request.getfixturevalue(BROWSERS[pictures]), served, pictures)
    yield made
    made.page.context.close()


@pytest.fixture
def screen(shared_screen: Phone) -> Iterator[Callable[..., Phone]]:
    """Return a function that gives the phone that the tests of a module share, of that size and as good as new.

    For pages that stand still: another phone and its first page take three times as long as another page. A test that
    winds up the clock takes a `phone` of its own: no other could wait for anything on this one.
    """

    def size(viewport: ViewportSize = SCREEN) -> Phone:
        shared_screen.page.set_viewport_size(viewport)
        return shared_screen

    shared_screen.complaints.clear()
    yield size
    complaints = [*shared_screen.complaints]
    (wound_up,) = shared_screen.wait_for("() => [!/native code/.test(setTimeout)]")
    if wound_up:
        shared_screen.page.clock.resume()
    shared_screen.forget()
    assert complaints == []
    assert not wound_up, "the clock of the phone that a module shares was wound up"
