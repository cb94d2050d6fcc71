"""Rule numbers in docstrings (`rules/kraken 1.5.5`, `rules/kalooki C41`) can be looked up in the repository."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from games.engine import registry
from tests.house.repository.kept import ROOT, files_under_version_control

GAMES = ("kraken", "rosbiratschka", "kan", "kalooki")
CITED = re.compile(
    r"rules/(" + "|".join(GAMES) + r")\s+(?:sections? )?([A-Z]?\d[\d.]*(?:(?:,| and| to)\s+[A-Z]?\d[\d.]*)*)"
)
LISTED = re.compile(r"^\| (\d[\d.]*) \| [^|]+ \|(?: `#([\w-]+)`)? \|$", re.MULTILINE)


def citations() -> Iterator[tuple[str, str, str]]:
    """Each number that a Python file names: the file, the game, the number."""
    for path in files_under_version_control():
        if path.suffix == ".py" and path.name != "test_rule_numbers.py":
            text = re.sub(r"\n\s*(?:# )?", " ", path.read_text(encoding="utf-8"))
            for game, numbers in CITED.findall(text):
                for number in re.findall(r"[A-Z]?\d[\d.]*", numbers):
                    yield str(path.relative_to(ROOT)), game, number.rstrip(".")


def sections(game: str) -> dict[str, str]:
    """The anchor on the rules page of each section that the list of the game names, "" for none."""
    return dict(LISTED.findall((ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")))


def examples(game: str) -> set[str]:
    """The worked examples of a game by their numbers: of its file of answers, or those its tests name."""
    answers = ROOT / "tests" / "engine" / "vectors" / f"{game}_examples.jsonl"
    if answers.exists():
        return {json.loads(line)["id"] for line in answers.read_text(encoding="utf-8").splitlines()}
    tests = (ROOT / "tests" / "engine" / game).glob("test_*.py")
    return {found for path in tests for found in re.findall(r"\bR\d+\b", path.read_text(encoding="utf-8"))}


def test_each_number_in_a_docstring_is_in_the_list_of_its_game() -> None:
    known = {game: {*sections(game), *examples(game)} for game in GAMES}
    cited = list(citations())
    assert len(cited) > 60
    assert [each for each in cited if each[2] not in known[each[1]]] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_list_points_to_places_on_the_rules_page(game: str) -> None:
    anchors = {heading.anchor for heading in registry.game(game).rulebook}
    listed = {anchor for anchor in sections(game).values() if anchor}
    assert listed
    assert listed <= anchors
