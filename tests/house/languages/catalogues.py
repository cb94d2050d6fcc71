"""Reader of the catalogues in `locale/`: their entries, and what they are compiled to."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from django.conf import settings

CATALOGUES = sorted(Path(settings.BASE_DIR).glob("locale/*/LC_MESSAGES/django.po"))


@dataclass
class Entry:
    """One sentence of a catalogue. `forms` is its translation: one, or one a number form."""

    context: str = ""
    sentence: str = ""
    many: str = ""
    forms: dict[int, str] = field(default_factory=dict)
    fuzzy: bool = False

    @property
    def key(self) -> str:
        """The key under which gettext finds the entry."""
        return f"{self.context}\x04{self.sentence}" if self.context else self.sentence


def entries(path: Path) -> Iterator[Entry]:
    """Every entry of a .po file, its head first. A line of no known kind is an error."""
    for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
        entry, kind, said = Entry(), "", {}
        for line in paragraph.strip().splitlines():
            if line.startswith("#"):
                entry.fuzzy |= line.startswith("#,") and "fuzzy" in line
                assert not line.startswith("#~"), f"no longer said anywhere: {line}"
                continue
            named, quote, words = line.partition('"')
            if named:
                kind = named.strip()
                assert kind not in said, line
                said[kind] = ""
            said[kind] += ast.literal_eval(quote + words)
        entry.context = said.pop("msgctxt", "")
        entry.sentence = said.pop("msgid")
        entry.many = said.pop("msgid_plural", "")
        for kind, words in said.items():
            number = re.fullmatch(r"msgstr(?:\[(\d)\])?", kind)
            assert number, kind
            entry.forms[int(number[1] or 0)] = words
        yield entry


@cache
def sentences(path: Path) -> tuple[Entry, ...]:
    """The entries without the head, kept: a catalogue does not change while tests run."""
    return tuple(entry for entry in entries(path) if entry.sentence)


def read_compiled(path: Path) -> gettext.GNUTranslations:
    """The .mo beside a .po, as Python reads it."""
    with path.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def language(path: Path) -> str:
    """The code of the language, such as "nl"."""
    return path.parent.parent.name
