"""The rooms around the games name nothing of one game: its words stand in its folder, its rules page, its tests."""

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

ROOT = Path(settings.BASE_DIR)
ROOMS: Final = (
    "games/analysis",
    "games/table",
    "games/league",
    "games/disputes",
    "games/daily",
    "games/people",
    "games/kit",
    "templates",
    "static/css",
    "static/js",
)
SUFFIXES: Final = {".py", ".html", ".css", ".js", ".txt"}

WORDS: Final = {
    "kraken": "kraken krakens superkraken rekraken re roem stuk nat pit pits declarer declarers makers "
    "klaverjas klaverjassen utrecht amsterdam rotterdam mars trump trumps trick tricks",
    "rosbiratschka": "rosbiratschka slam slams contract contracts",
    "kan": "kan mukan iku koi sukonku gyaku juuroku shippo",
    "kalooki": "kalooki caribbean bend bent bending tack tacks",
}
"""The words of each game, whole words in any case. A game added to the registry gets a line here."""

OF_THE_VIEW: Final = re.compile(r"\b(tricks?|trumps?|contracts?)\b", re.IGNORECASE)
"""Zones and facts of the kernel's `View` and `RoundResult`, which rooms that draw a table or look back at one name."""
DRAWING: Final = (
    "games/analysis/pages.py",
    "games/daily/pages.py",
    "games/daily/decisions.py",
    "templates/daily/",
    "templates/analysis/",
    "games/table/log/due_times.py",
    "games/table/screen/",
    "games/table/review/",
    "games/table/services/moves/agreeing.py",
    "games/league/evenings/sheet.py",
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
    """Every line of the rooms with one of the words, as "path:number: line"."""
    looked_for = re.compile(rf"\b({'|'.join(words.split())})\b", re.IGNORECASE)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in SUFFIXES or name.startswith("templates/rules/"):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                said = NAME_OF_THE_CLUB.sub("", line)
                if name.startswith(DRAWING):
                    said = OF_THE_VIEW.sub("", said)
                if looked_for.search(said) and not REGULAR_EXPRESSIONS.search(said):
                    yield f"{name}:{number}: {line.strip()[:120]}"


def test_every_game_has_its_list_of_words() -> None:
    assert set(WORDS) == {game.key for game in registry.GAMES}


@pytest.mark.parametrize("game", WORDS)
def test_no_room_around_the_games_names_one(game: str) -> None:
    assert list(of_one_game(WORDS[game])) == []


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.key)
def test_no_game_has_a_word_of_the_table(game: Game[Any]) -> None:
    """A word of both would be taken as one of the table, and the game would never hear it."""
    for word in {*WITHOUT_WINDOW, "ready", "say"}:
        with pytest.raises(MalformedAction) as refused:
            game.parse({"do": word})
        assert refused.value.code == Refusal.UNKNOWN_WORD, word
