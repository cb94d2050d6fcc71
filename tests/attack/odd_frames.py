"""Frames that no form of ours sends to a table's socket."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from games.engine.actions import Data
from tests.attack.oddities import EVERY_ODDITY

FRAMES: Final = 150
NO_FORMS: Final = (
    " ",
    "{",
    "[]",
    "null",
    "1e999",
    "9" * 5000,
    '"x"',
    "[" * 50,
    "{}",
    '{"do": {"do": "play"}}',
    "\0",
)
WHOLE: Final = tuple(word for word in EVERY_ODDITY if word.isascii() or word.isprintable())
"""Without lone surrogates."""
NO_TEXT: Final = (10**30, -1, 1.5, None, True, {"a": []}, ["1", "x"], [[["x"]]], ["x"] * 2000)


def odd_frames(
    window: str, chance: Random, *, words: Sequence[str], fields: Sequence[str], frames: int = FRAMES
) -> Iterator[str]:
    """Yield frames: no forms at all, odd words in a known field, and values that are no text."""
    for _ in range(frames):
        if chance.random() < 0.1:
            yield chance.choice(NO_FORMS)
            continue
        filled: dict[str, object] = {"do": chance.choice(words), "window": chance.choice((window, "", "x:1"))}
        filled[chance.choice((*fields, "do", "window"))] = chance.choice((*WHOLE, *NO_TEXT))
        yield json.dumps(filled)


def mutate(data: Data, chance: Random, *, fields: Sequence[str], values: Sequence[str]) -> dict[str, object]:
    """A good answer with one field changed, dropped, doubled, or one added; `values` are those of other answers."""
    made: dict[str, object] = dict(data)
    known = chance.choice(sorted(made))
    match chance.randrange(5):
        case 0:
            del made[known]
        case 1:
            made[known] = chance.choice((*WHOLE, *NO_TEXT))
        case 2:
            made[known] = chance.choice(values)
        case 3:
            made[known] = [str(made[known]), chance.choice(values)]
        case _:
            made[chance.choice(fields)] = chance.choice((*values, *WHOLE))
    return made
