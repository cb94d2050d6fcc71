"""A table that is read aloud speaks one language: in a round of each game no word of another one is drawn."""

from __future__ import annotations

import html
import re

import pytest

from games.table.screen import rendering
from tests.house.languages.catalogues import CATALOGUES, language, sentences
from tests.table.positions import ROUNDS, every_game, positions

READ = re.compile(r' (?:aria-label|title|alt|placeholder|data-sa[iy][\w-]*)="([^"]*)"|>([^<]+)<')
"""The attributes that are read aloud or hold sentences for the script, and the text between the tags."""
WORD = re.compile(r"[^\W\d_]{2,}")


def words(text: str) -> set[str]:
    """The words of a text in small letters, without the places for facts."""
    return set(WORD.findall(re.sub(r"\{\w*\}|%\(\w+\)[sd]", " ", text).lower()))


def words_of(code: str) -> tuple[set[str], set[str]]:
    """The words of the sentences in a language, and those found only in the other one."""
    source, translated = set[str](), set[str]()
    (path,) = (each for each in CATALOGUES if language(each) == "nl")
    for entry in sentences(path):
        source |= words(entry.sentence) | words(entry.many)
        for form in entry.forms.values():
            translated |= words(form)
    own, other = (source, translated) if code == "en" else (translated, source)
    return own, other - own


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("code", ["en", "nl"])
def test_a_round_is_read_aloud_in_one_language(key: str, code: str) -> None:
    own, foreign = words_of(code)
    read: set[str] = set()
    for table in positions(11, key=key, rounds=ROUNDS.get(key, 1)):
        for viewer in (0, None):
            drawn = rendering.whole_table(table, seat=viewer, talk=(), language=code)
            for attribute, text in READ.findall(drawn):
                read |= words(html.unescape(attribute or text))
    assert len(read & own) > 50
    assert sorted(read & foreign) == []
