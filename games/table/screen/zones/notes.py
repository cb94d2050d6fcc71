"""Small zones of words: table talk, a tip, and the notice of a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.table.log.loading import Heard, Table
from games.table.screen.translations import phrases
from games.table.screen.zones.scene import Scene
from games.table.services.moves.advising import Advice


class TalkLine(NamedTuple):
    """One line of talk; `second` is when it was said (seconds since 1970)."""

    at: int
    name: str
    words: str
    second: int


class Talk(NamedTuple):
    """What a viewer hears, oldest first."""

    language: str
    lines: tuple[TalkLine, ...]


class Tip(NamedTuple):
    """What a good player would do (`label`, "" where that is nothing to say) and why; without `why` there is none."""

    language: str
    label: str
    why: str


class Notice(NamedTuple):
    """Why something was refused; "" empties the zone."""

    language: str
    sentence: str


def talk_of(scene: Scene, table: Table, heard: Sequence[Heard]) -> Talk:
    """The talk a viewer hears."""
    language = scene.speech.language
    fixed = dict(phrases(language)) if heard else {}
    return Talk(
        language,
        tuple(
            TalkLine(
                scene.at[line.seat],
                table.sitters[line.seat].name,
                fixed.get(line.phrase, line.phrase) if line.phrase else line.text,
                int(line.at.timestamp()),
            )
            for line in heard
        ),
    )


def tip_of(scene: Scene, advice: Advice | None) -> Tip:
    """A tip in words."""
    if advice is None:
        return Tip(scene.speech.language, "", "")
    return Tip(scene.speech.language, scene.say(advice.label) if advice.label else "", scene.say(advice.why))
