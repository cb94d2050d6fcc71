"""Small zones of words: table talk, a tip, the notice of a refusal, open calls and what somebody missed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.words import Text
from games.table.log.loading import Table
from games.table.screen.speech import phrases
from games.table.screen.zones.scene import Scene
from games.table.services.moves.advice import Advice
from games.table.services.talking import TalkEntry
from games.table.signals import OpenCall


class TalkLine(NamedTuple):
    """One line of talk; `second` is when it was said (seconds since 1970)."""

    at: int
    name: str
    words: str
    second: int


class Talk(NamedTuple):
    """The lines of talk for a viewer, oldest first."""

    language: str
    lines: tuple[TalkLine, ...]


class Tip(NamedTuple):
    """The advice of the bot (`label`, "" for doing nothing), its reason, and how sure it is; without `why` there is
    none."""

    language: str
    label: str
    why: str
    sure: str = ""


class Notice(NamedTuple):
    """Why something was refused; "" empties the zone."""

    language: str
    sentence: str


class Calls(NamedTuple):
    """The calls for the director that the viewer, who plays, is to answer."""

    language: str
    calls: tuple[OpenCall, ...]


class MissedLine(NamedTuple):
    """The line for what went by while a screen was away."""

    language: str
    sentence: str


def talk_of(scene: Scene, table: Table, talk: Sequence[TalkEntry]) -> Talk:
    """The talk a viewer hears of those who sit there: the words of somebody replaced are not the newcomer's."""
    language = scene.speech.language
    sitting = {sitter.player: sitter for sitter in table.sitters}
    fixed = dict(phrases(language)) if talk else {}
    return Talk(
        language,
        tuple(
            TalkLine(
                scene.at[sitting[line.player].number],
                sitting[line.player].name,
                fixed.get(line.phrase, line.phrase) if line.phrase else line.text,
                int(line.at.timestamp()),
            )
            for line in talk
            if line.player in sitting
        ),
    )


def tip_of(scene: Scene, advice: Advice | None, note: str = "") -> Tip:
    """A tip in words, or in its place the note (a code of the game's words) that explains the question."""
    if note:
        return Tip(scene.speech.language, "", scene.say(Text(note)))
    if advice is None:
        return Tip(scene.speech.language, "", "")
    label, sure = (scene.say(text) if text else "" for text in (advice.label, advice.sure))
    return Tip(scene.speech.language, label, scene.say(advice.why), sure)
