"""The rooms around the games name nothing of one game: its words stand in its folder, its rules page, its tests.
The words of a game are listed in `own_words.txt` beside its tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings

from games.engine import registry
from games.engine.errors import MalformedAction, Refusal
from games.engine.game import Game
from games.table.services.moves.playing import WITHOUT_WINDOW
from tests.house.engine_floors import packages_without_floor
from tests.house.repository.kept import files_under_version_control

ROOT = Path(settings.BASE_DIR)
MODULES: Final = "games"
"""The modules beside the rooms."""
ROOMS: Final = (
    MODULES,
    "games/analysis",
    "games/table",
    "games/league",
    "games/disputes",
    "games/daily",
    "games/people",
    "templates",
    "static/css",
    "static/js",
)
KEYS: Final = [game.key for game in registry.GAMES]
MEASURES_BOTS: Final = "kraken_site/management/commands/measure_bots.py"
SUFFIXES: Final = {".py", ".html", ".css", ".js", ".txt"}

OF_THE_VIEW: Final = re.compile(r"\b(tricks?|trumps?|contracts?|makers)\b", re.IGNORECASE)
"""Zones and facts of the engine's `View` and `RoundResult`, which rooms that draw a table or look back at one name."""
DRAWING: Final = (
    "games/analysis/",
    "games/daily/comparison.py",
    "games/daily/decisions.py",
    "templates/daily/",
    "templates/analysis/",
    "games/table/lobby/duels.py",
    "games/table/log/due_times.py",
    "games/table/screen/",
    "games/table/review/",
    "games/table/services/moves/advice.py",
    "games/table/services/moves/agreements.py",
    "games/disputes/ruling_form.py",
    "games/league/evenings/deals.py",
    "games/league/evenings/open_deals.py",
    "games/league/evenings/own_deals.py",
    "games/league/evenings/sheet_page.py",
    "templates/league/evenings/_deal.html",
    "templates/league/evenings/own_evening.html",
    "templates/table/",
    "templates/review/",
    "templates/disputes/desk/_paper.html",
    "templates/disputes/desk/case.html",
    "static/css/",
    "static/js/",
)
NAME_OF_THE_CLUB: Final = re.compile(r"Kraken card club|kraken-club|translate \"Kraken\" %\}</a>")
"""The program itself is called Kraken, whatever is played."""
REGULAR_EXPRESSIONS: Final = re.compile(r"import re$|\bre\.\w")


def of_one_game(words: str) -> Iterator[str]:
    """Every line of the rooms with one of the words (whole words in any case), as "path:number: line"."""
    looked_for = re.compile(rf"\b({'|'.join(words.split())})\b", re.IGNORECASE)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*") if room != MODULES else (ROOT / room).glob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in SUFFIXES or name.startswith("templates/rules/"):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                said = NAME_OF_THE_CLUB.sub("", line)
                if name.startswith(DRAWING):
                    said = OF_THE_VIEW.sub("", said)
                if looked_for.search(said) and not REGULAR_EXPRESSIONS.search(said):
                    yield f"{name}:{number}: {line.strip()[:120]}"


@pytest.mark.parametrize("game", KEYS)
def test_no_room_around_the_games_names_one(game: str) -> None:
    own_words = (ROOT / "tests" / "engine" / game / "own_words.txt").read_text(encoding="utf-8")
    assert list(of_one_game(own_words)) == []


def test_every_folder_of_a_game_is_in_the_registry() -> None:
    """The import contract takes each package of the engine without a floor of its own for a game."""
    assert set(packages_without_floor()) == set(KEYS)


def test_the_registry_is_the_only_place_outside_its_folder_that_knows_a_game() -> None:
    """Players of a game are looked up by its key in `games/bots`; a game without one is played by chance."""
    importing = re.compile(rf"games\.engine\.({'|'.join(KEYS)})\b")
    of_games = tuple(f"games/engine/{key}/" for key in KEYS)
    found = {
        name
        for path in files_under_version_control()
        if path.suffix in {".py", ".toml"}
        and not (name := path.relative_to(ROOT).as_posix()).startswith(("tests/", "games/bots/", *of_games))
        and importing.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"games/engine/registry.py", MEASURES_BOTS}
    named = re.findall(rf"\b({'|'.join(KEYS)})\b", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert named == ["kraken"], "the name of the program"


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.key)
def test_no_game_has_a_word_of_the_table(game: Game[Any]) -> None:
    """A word of both would be taken as one of the table, and the game would never hear it."""
    for word in {*WITHOUT_WINDOW, "ready", "say"}:
        with pytest.raises(MalformedAction) as refused:
            game.parse({"do": word})
        assert refused.value.code == Refusal.UNKNOWN_WORD, word
