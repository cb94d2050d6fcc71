"""What one seat is asked, or whom everybody waits for, and the buttons to answer with."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from games.engine.actions import Data
from games.engine.cards import Card, face
from games.engine.view import Choice, HeldCard, View
from games.engine.zones import ArrangeZone
from games.table.screen.translations import Face
from games.table.screen.zones.melds import Showing, showings_of
from games.table.screen.zones.scene import Scene, faces


class Button(NamedTuple):
    """A button of a form: it sends `value` under `name`. `confirm` asks for a second tap, `lit` points at it."""

    name: str
    value: str
    words: str
    tone: str
    confirm: bool = False
    lit: bool = False


class Reason(NamedTuple):
    """Why some cards of the hand may not be played; `cards` are those between blanks."""

    words: str
    cards: str


class Groups(NamedTuple):
    """Combinations found in the hand, each as (cards as sent, faces, what it is, ticked)."""

    do: str
    button: Button
    groups: tuple[tuple[str, tuple[Card, ...], str, bool], ...]


class Arranging(NamedTuple):
    """Groups to fill from the hand: `slots` are (what it is, fewest, most), `hand` the cards to take from."""

    do: str
    words: str
    slots: tuple[tuple[str, int, int], ...]
    hand: tuple[tuple[Card, Face], ...]


class Spot(NamedTuple):
    """A place on the table, each card that fits there as (what is sent, what it is)."""

    words: str
    cards: tuple[tuple[str, Face], ...]


class Going(NamedTuple):
    """The button that says a player is ready: `window` goes back with it, `next_round` tells what comes."""

    window: str
    next_round: bool


class Question(NamedTuple):
    """One seat's prompt. `must` asks the viewer, `plays` says with a card; `to_act` are the places waited for.

    `suits` are buttons by the word they belong to, `going` is there for a player who may press on; `ready` has done
    so. `tips` offers advice, `again` a rematch.
    """

    language: str
    code: str
    window: str
    words: str
    must: bool
    plays: bool
    to_act: tuple[int, ...]
    reasons: tuple[Reason, ...]
    ready: bool
    tips: bool
    buttons: tuple[Button, ...]
    suits: tuple[tuple[str, tuple[Button, ...]], ...]
    groups: tuple[Groups, ...]
    none: tuple[tuple[str, tuple[Button, ...]], ...]
    arranging: Arranging | None
    spots: tuple[Spot, ...]
    going: Going | None
    again: bool
    showings: tuple[Showing, ...]


def question_of(
    scene: Scene,
    view: View,
    *,
    code: str,
    going: Going | None,
    ready: bool,
    tips: bool,
    advice: Data,
) -> Question:
    """The prompt of the viewer of `view`; `scene` is what everybody sees. `advice` is what the tip says to do."""
    ask = view.prompt
    plays = ask.must and any(held.playable for held in view.hand)
    words, suits, groups, none = _sorted(scene, ask.choices, advice) if ask.choices else ((), (), (), ())
    return Question(
        scene.speech.language,
        code,
        ask.window,
        scene.say(ask.text),
        ask.must,
        plays,
        tuple([scene.at[seat.seat] for seat in view.seats if seat.to_act]),
        _reasons(scene, view.hand) if ask.must else (),
        ready,
        tips and (plays or bool(ask.choices)),
        words,
        suits,
        groups,
        none,
        _arranging(scene, ask.arrange, view.hand) if ask.arrange else None,
        _spots(scene, view) if ask.place else (),
        going,
        view.over and view.viewer is not None,
        showings_of(scene, view.showings) if view.showings else (),
    )


def _sorted(
    scene: Scene, choices: tuple[Choice, ...], advice: Data
) -> tuple[
    tuple[Button, ...],
    tuple[tuple[str, tuple[Button, ...]], ...],
    tuple[Groups, ...],
    tuple[tuple[str, tuple[Button, ...]], ...],
]:
    """The choices as plain words, suits, groups to tick, and answers whose groups are fixed or none."""
    words = [choice for choice in choices if len(choice.data) == 1]
    fixed = sorted(
        (choice for choice in choices if "combinations" in choice.data and not choice.groups),
        key=lambda one: one.data["do"],
    )
    suits = sorted((choice for choice in choices if "suit" in choice.data), key=lambda one: one.data["do"])
    return (
        tuple([_button(scene, one, "do", advice) for one in words]),
        tuple(
            (do, tuple(_button(scene, one, "suit", advice) for one in offered))
            for do, offered in groupby(suits, key=lambda one: one.data["do"])
        ),
        tuple(_groups(scene, one, advice) for one in choices if one.groups),
        tuple(
            (do, tuple(_button(scene, one, "combinations", advice) for one in offered))
            for do, offered in groupby(fixed, key=lambda one: one.data["do"])
        ),
    )


def _button(scene: Scene, choice: Choice, name: str, advice: Data) -> Button:
    lit = choice.lit or (bool(advice) and choice.data == advice)
    return Button(name, choice.data[name], scene.say(choice.label), choice.tone, choice.confirm, lit)


def _groups(scene: Scene, choice: Choice, advice: Data) -> Groups:
    ticked = choice.data["combinations"].split(";")
    sent = [(" ".join(group.cards), group) for group in choice.groups]
    return Groups(
        choice.data["do"],
        _button(scene, choice, "do", advice)._replace(lit=bool(advice.get("combinations"))),
        tuple(
            (cards, tuple(map(face, group.cards)), scene.say(group.label), cards in ticked)
            for cards, group in sent
        ),
    )


def _reasons(scene: Scene, hand: Iterable[HeldCard]) -> tuple[Reason, ...]:
    """Each reason once, with the cards it holds back in the order of the hand."""
    reasons: dict[str, Reason] = {}
    for held in hand:
        if held.why_not is not None:
            code = held.why_not.code
            known = reasons.get(code)
            words = known.words if known else scene.say(held.why_not)
            reasons[code] = Reason(words, f"{known.cards} {held.card}" if known else held.card)
    return tuple([reasons[code] for code in sorted(reasons)])


def _arranging(scene: Scene, zone: ArrangeZone, hand: Iterable[HeldCard]) -> Arranging:
    held = [one.card for one in hand]
    return Arranging(
        zone.word,
        scene.say(zone.label),
        tuple((scene.say(slot.label), slot.minimum, slot.maximum) for slot in zone.slots),
        tuple(zip(held, faces(scene.speech, held), strict=True)),
    )


def _spots(scene: Scene, view: View) -> tuple[Spot, ...]:
    return tuple(
        Spot(
            scene.say(zone.label),
            tuple(
                (" ".join([card, zone.target or "-", zone.end or "-"]), named)
                for card, named in zip(zone.cards, faces(scene.speech, zone.cards), strict=True)
            ),
        )
        for zone in view.prompt.place
    )
