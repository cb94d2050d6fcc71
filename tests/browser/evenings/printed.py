"""The text of a PDF as Chromium prints it: each page's runs of glyphs, read through the tables of their fonts."""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterator
from typing import Final

OBJECT: Final = re.compile(rb"(?m)^(\d+) 0 obj\n(.*?)\nendobj$", re.DOTALL)
FONT: Final = re.compile(rb"/(F\d+) (\d+) 0 R")
SHOWN: Final = re.compile(rb"/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\bBT\b")
"""A font that is chosen, glyphs that are shown, or the beginning of a run."""
PAIR: Final = re.compile(rb"<(\w+)> <(\w+)>\n")
RANGE: Final = re.compile(rb"<(\w+)> <(\w+)> <(\w+)>\n")
SPACES: Final = re.compile(r"\s+")


def squeeze(text: str) -> str:
    """The text without any white space, ligatures taken apart: what a printed page and its source have in common."""
    return SPACES.sub("", unicodedata.normalize("NFKC", text))


def pages_of(pdf: bytes) -> list[str]:
    """The text of each page, a blank between two runs."""
    objects = {int(number): body for number, body in OBJECT.findall(pdf)}
    pages = [body for _number, body in sorted(objects.items()) if b"/Type /Page\n" in body]
    assert pages, "a PDF has pages"
    return ["".join(_text_of(page, objects)) for page in pages]


def _text_of(page: bytes, objects: dict[int, bytes]) -> Iterator[str]:
    fonts = {name: _letters(objects[int(key)], objects) for name, key in FONT.findall(page)}
    contents = re.search(rb"/Contents (\d+) 0 R", page)
    assert contents is not None
    letters: dict[int, str] = {}
    for found in SHOWN.finditer(_stream(objects[int(contents[1])])):
        if found[1]:
            letters = fonts[found[1]]
        elif found[2]:
            glyphs = found[2].decode()
            yield "".join(letters[int(glyphs[at : at + 4], 16)] for at in range(0, len(glyphs), 4))
        else:
            yield " "


def _letters(font: bytes, objects: dict[int, bytes]) -> dict[int, str]:
    """The letters of each glyph of a font; none for a font without a table."""
    table = re.search(rb"/ToUnicode (\d+) 0 R", font)
    if table is None:
        return {}
    written = _stream(objects[int(table[1])])
    letters = {}
    for block in re.findall(rb"beginbfchar\n(.*?)endbfchar", written, re.DOTALL):
        for glyph, letter in PAIR.findall(block):
            letters[int(glyph, 16)] = bytes.fromhex(letter.decode()).decode("utf-16-be")
    for block in re.findall(rb"beginbfrange\n(.*?)endbfrange", written, re.DOTALL):
        for first, last, letter in RANGE.findall(block):
            for step in range(int(last, 16) - int(first, 16) + 1):
                letters[int(first, 16) + step] = chr(int(letter, 16) + step)
    return letters


def _stream(body: bytes) -> bytes:
    start, end = body.index(b"stream\n") + len(b"stream\n"), body.rindex(b"\nendstream")
    return zlib.decompress(body[start:end])
