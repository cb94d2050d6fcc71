"""The guide to an evening on paper names buttons and pages as the program does, in both languages, and shows pictures
that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.house.languages.catalogues import CATALOGUES, entries

GUIDE = Path(settings.BASE_DIR) / "docs" / "paper-evening"
NAMED = re.compile(r"(?<![*\w])\*([^*]+)\*(?!\*)")
"""Words of the program stand in italics."""
A_VALUE = re.compile(r"%\(\w+\)s|\{\w*\}|\d+|…")


def plain(text: str) -> str:
    """The text on one line, every value in it the same."""
    return A_VALUE.sub("7", " ".join(text.split()))


def sentences(language: str) -> list[str]:
    """Every sentence of the program in that language."""
    found = []
    for entry in entries(CATALOGUES[0]):
        english = [entry.sentence, entry.many]
        found += english if language == "en" else list(entry.forms.values())
    return [plain(text) for text in found if text]


@pytest.mark.parametrize(("name", "language"), [("README.md", "en"), ("LEESMIJ.md", "nl")])
def test_the_guide_names_things_as_the_program_does(name: str, language: str) -> None:
    """Three dots stand for the rest of a sentence."""
    known = sentences(language)
    named = [words.strip() for words in NAMED.findall((GUIDE / name).read_text(encoding="utf-8"))]
    assert len(named) > 12
    unknown = [
        words
        for words in named
        if plain(words) not in known
        and not ("…" in words and any(text.startswith(plain(words)) for text in known))
    ]
    assert unknown == []


@pytest.mark.parametrize("name", ["README.md", "LEESMIJ.md"])
def test_the_pictures_of_the_guide_are_there_and_small(name: str) -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (GUIDE / name).read_text(encoding="utf-8"))
    assert len(pictures) == 6
    assert all((GUIDE / picture).stat().st_size < 100_000 for picture in pictures)
