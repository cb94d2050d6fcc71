"""Animals that stand for players: the heads in static/img/faces, one chosen by the player or found by the name."""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from zlib import crc32

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override


class Animal(models.TextChoices):
    """The heads of animals, each a file in static/img/faces. In Dutch all take "de", for the names of guests."""

    OTTER = "otter", _("Otter")
    HERON = "heron", _("Heron")
    BADGER = "badger", _("Badger")
    MAGPIE = "magpie", _("Magpie")
    HARE = "hare", _("Hare")
    SEAL = "seal", _("Seal")
    PLOVER = "plover", _("Plover")
    SQUIRREL = "squirrel", _("Squirrel")
    STORK = "stork", _("Stork")
    OCTOPUS = "octopus", _("Octopus")
    SWAN = "swan", _("Swan")
    BEAVER = "beaver", _("Beaver")
    OWL = "owl", _("Owl")
    FOX = "fox", _("Fox")
    HEDGEHOG = "hedgehog", _("Hedgehog")
    FROG = "frog", _("Frog")
    DUCK = "duck", _("Duck")
    CAT = "cat", _("Cat")
    DOG = "dog", _("Dog")
    MOUSE = "mouse", _("Mouse")
    COW = "cow", _("Cow")
    RAM = "ram", _("Ram")
    GOAT = "goat", _("Goat")
    WOLF = "wolf", _("Wolf")
    BEAR = "bear", _("Bear")
    LION = "lion", _("Lion")
    TIGER = "tiger", _("Tiger")
    PANDA = "panda", _("Panda")
    KOALA = "koala", _("Koala")
    MONKEY = "monkey", _("Monkey")
    ELEPHANT = "elephant", _("Elephant")
    PENGUIN = "penguin", _("Penguin")
    PARROT = "parrot", _("Parrot")
    FLAMINGO = "flamingo", _("Flamingo")
    CRAB = "crab", _("Crab")
    TURTLE = "turtle", _("Turtle")
    WHALE = "whale", _("Whale")
    ROOSTER = "rooster", _("Rooster")
    ROBIN = "robin", _("Robin")
    PUFFIN = "puffin", _("Puffin")


WORD: Final = re.compile(r"[^\W\d_]+")
"""A word of a nickname, in letters of any alphabet."""
ANIMALS: Final = tuple(Animal)


@cache
def animals_by_word() -> dict[str, Animal]:
    """Every animal by its name in each language of the site, in small letters."""
    found: dict[str, Animal] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found |= {str(animal.label).casefold(): animal for animal in ANIMALS}
    return found


def animal_of(nickname: str, chosen: str = "") -> Animal:
    """The animal a player is shown as: the chosen one, else the one in the nickname, else one that depends on the
    nickname alone and is the same in every process."""
    if chosen:
        return Animal(chosen)
    by_word = animals_by_word()
    for word in WORD.findall(nickname.casefold()):
        if word in by_word:
            return by_word[word]
    # Not hash(): that of a text is another one in every process.
    return ANIMALS[crc32(nickname.casefold().encode()) % len(ANIMALS)]
