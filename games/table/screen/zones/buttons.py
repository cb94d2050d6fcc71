"""The choices of a prompt as buttons, in the forms that send them."""

from __future__ import annotations

from itertools import groupby
from typing import Final, NamedTuple

from games.engine.actions import Data
from games.engine.cards import Card, face
from games.engine.view import Choice
from games.table.screen.translations import Face
from games.table.screen.zones.scene import Scene, faces

NAMING_GROUPS: Final = ("combinations", "cards")
"""The fields in which an answer names groups of cards."""


class Button(NamedTuple):
    """A button of a form: it sends `value` under `name`. `confirm` asks for a second tap, `lit` points at it, `cards`
    are drawn beside its words."""

    name: str
    value: str
    words: str
    tone: str
    confirm: bool = False
    lit: bool = False
    cards: tuple[Face, ...] = ()


class Groups(NamedTuple):
    """Combinations found in the hand, each as (cards as sent, faces, what it is, ticked)."""

    do: str
    button: Button
    groups: tuple[tuple[str, tuple[Card, ...], str, bool], ...]


class Suits(NamedTuple):
    """Buttons for the suits a word may name; `card` is played with the suit, "" where a suit alone is named."""

    word: str
    card: str
    buttons: tuple[Button, ...]


def forms_of(
    scene: Scene, choices: tuple[Choice, ...], advice: Data
) -> tuple[
    tuple[Button, ...],
    tuple[Suits, ...],
    tuple[Groups, ...],
    tuple[tuple[str, tuple[Button, ...]], ...],
]:
    """The choices as plain words, suits, groups to tick, and answers whose groups are fixed or none."""
    words = [choice for choice in choices if len(choice.data) == 1]
    fixed = sorted(
        (choice for choice in choices if _field_of(choice) and not choice.groups),
        key=lambda one: one.data["do"],
    )
    suits = sorted((choice for choice in choices if "suit" in choice.data), key=_word_and_card)
    return (
        tuple([_button(scene, one, "do", advice) for one in words]),
        tuple(
            Suits(do, card, tuple(_button(scene, one, "suit", advice) for one in offered))
            for (do, card), offered in groupby(suits, key=_word_and_card)
        ),
        tuple(_groups(scene, one, advice) for one in choices if one.groups),
        tuple(
            (do, tuple(_with_cards(scene, _button(scene, one, _field_of(one), advice)) for one in offered))
            for do, offered in groupby(fixed, key=lambda one: one.data["do"])
        ),
    )


def _field_of(choice: Choice) -> str:
    """The field in which a choice names its groups; "" where it has none."""
    return next((field for field in NAMING_GROUPS if field in choice.data), "")


def _word_and_card(choice: Choice) -> tuple[str, str]:
    return choice.data["do"], choice.data.get("card", "")


def _button(scene: Scene, choice: Choice, name: str, advice: Data) -> Button:
    lit = choice.lit or (bool(advice) and choice.data == advice)
    return Button(name, choice.data[name], scene.say(choice.label), choice.tone, choice.confirm, lit)


def _with_cards(scene: Scene, button: Button) -> Button:
    """The button with the cards that it sends."""
    return button._replace(cards=faces(scene.speech, button.value.replace(";", " ").split()))


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
