"""What a table says in one language: `Speech` turns the engine's texts into sentences, the functions below it give the
labels, names, points and cards of the partials. Each is computed once and cached. A str is plain text, which the
partials escape; what is drawn for every reader is Markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils import translation
from django.utils.translation import gettext
from markupsafe import Markup, escape

from games import engine_words
from games.bots.registry import SENTENCES
from games.engine import cards
from games.engine.cards import Card
from games.engine.errors import Refusal
from games.engine.words import Fact, Text
from games.table.services.talking import PHRASES

MAX_SENTENCES: Final = 2000
"""Sentences remembered a table; a match says a few hundred different ones."""


NAME: Final = "\ue000{at}\ue001{name}\ue002"
"""A name within a sentence, with the place of its player, until the sentence is drawn for every reader."""
NAME_MARK: Final = re.compile("\ue000(\\d+)\ue001([^\ue002]*)\ue002")


OF_DEAL: Final = "_of_deal"
"""How the code of a sentence about a round ends in its form for an evening with the same cards: there a round is what
all play at one table, and a deal one hand of it."""


class Face(NamedTuple):
    """A card as it is shown: what is printed on it ("HJ"), and its name ("jack of hearts")."""

    face: Card
    name: str


class Speech:
    """The words of one table in one language: `names` by seat, `words` the game's. `deals_before` is for a table of an
    evening with the same cards, which speaks of deals by their number of the evening: so many lie before its first."""

    def __init__(
        self,
        *,
        language: str,
        names: Sequence[str],
        words: Mapping[str, str],
        deals_before: int | None = None,
    ) -> None:
        self.language = language
        self.names = tuple(names)
        self._words = {
            **{refusal: refusal.sentence for refusal in Refusal},
            **engine_words.RULINGS,
            **engine_words.SHEETS,
            **SENTENCES,
            **words,
        }
        self._deals_before = deals_before or 0
        if deals_before is not None:
            of_deal = {code: each for code, each in self._words.items() if code.endswith(OF_DEAL)}
            self._words |= {code.removesuffix(OF_DEAL): each for code, each in of_deal.items()}
        self._sentences: dict[tuple[Text, tuple[int, ...]], str] = {}

    def say_to_each(self, text: Text, sides: tuple[int, ...], at: Mapping[int, int]) -> Markup:
        """A sentence in which each reader is "you", and the own side "your side"; `at` is the place of each seat."""
        names = [NAME.format(at=at[seat], name=name) for seat, name in enumerate(self.names)]
        with translation.override(self.language):
            sentence = engine_words.sentence(
                self._of_evening(text), words=self._words, names=names, sides=sides
            )
            between = gettext(engine_words.TWO).format(one="", other="")
        return _for_each(self.language, sentence, between)

    def say(self, text: Text, sides: tuple[int, ...]) -> str:
        """An engine's `Text` as a sentence; `sides` is the side of each seat in the round it belongs to."""
        sentence = self._sentences.get((text, sides))
        if sentence is None:
            if len(self._sentences) >= MAX_SENTENCES:
                self._sentences.clear()
            with translation.override(self.language):
                sentence = engine_words.sentence(
                    self._of_evening(text), words=self._words, names=self.names, sides=sides
                )
            self._sentences[text, sides] = sentence
        return sentence

    def _of_evening(self, text: Text) -> Text:
        """The text with the number of a deal that it has on its evening."""
        if not self._deals_before or not any(name == "round" for name, _fact in text.facts):
            return text
        more = self._deals_before
        return text._replace(
            facts=tuple((name, fact + more if name == "round" else fact) for name, fact in text.facts)
        )

    def face(self, card: Card) -> Face:
        """A card as it is shown."""
        return face_of(self.language, card)

    def rank(self, rank: str) -> tuple[str, str]:
        """The index of a rank on its cards, and its name: "B", "boer"; ★ of the joker."""
        with translation.override(self.language):
            if rank == cards.JOKER:
                return "★", gettext("Joker")
            name = engine_words.rank_name(rank)
        return ("10" if rank == "T" else rank if rank.isdigit() else name[0].upper()), name

    def suit_name(self, suit: str) -> str:
        """``"H"`` as "hearts"."""
        return _suit_name(self.language, suit)

    def together(self, names: Sequence[str]) -> str:
        """Several names as one."""
        with translation.override(self.language):
            return engine_words.together(range(len(names)), names)


# Where a long name may break: docs/decisions/2026-11-30-names-get-soft-hyphens-from-us.md.

VOWELS: Final = "aeiouyáàâäéèêëíïóòôöúùûü"
CONSONANT: Final = rf"[^\W\d_{VOWELS}]"
SYLLABLE_ENDS: Final = re.compile(
    rf"(?<=[{VOWELS}])(?={CONSONANT}[{VOWELS}])|(?<=[{VOWELS}]{CONSONANT})(?={CONSONANT}[{VOWELS}])",
    re.IGNORECASE,
)
LONG_WORD: Final = 8
"""Letters of a name beside each other that fit a seat of 64 px."""
MIN_PART: Final = 3
"""Letters before and after a hyphen."""


@lru_cache(maxsize=1000)
def with_soft_hyphens(name: str) -> str:
    """The name with soft hyphens in words that are long, where it breaks in a place that is too narrow for them."""
    return re.sub(rf"\w{{{LONG_WORD + 1},}}", lambda found: _in_syllables(found[0]), name)


def _in_syllables(word: str) -> str:
    ends = [at.start() for at in SYLLABLE_ENDS.finditer(word)]
    inner = [0, *(at for at in ends if MIN_PART <= at <= len(word) - MIN_PART), len(word)]
    return "\u00ad".join(word[start:end] for start, end in pairwise(inner))


@cache
def labels(language: str) -> Callable[..., Markup]:
    """The labels of the partials in a language, their named places filled: the partials' ``_``."""
    return partial(_label, language)


@cache
def phrases(language: str) -> tuple[tuple[str, str], ...]:
    """The fixed phrases of table talk as (code, words)."""
    return tuple((code, str(_translate(language, words))) for code, words in PHRASES.items())


def _label(language: str, message: str, **facts: Fact) -> Markup:
    sentence = _translate(language, message)
    return sentence % facts if facts or "%" in sentence else sentence


@lru_cache(maxsize=2000)
def _translate(language: str, message: str) -> Markup:
    with translation.override(language):
        return Markup(gettext(message))  # noqa: S704  our own sentences; what fills them is escaped


@lru_cache(maxsize=5000)
def name_markup(language: str, at: tuple[int, ...], name: str, *, begins: bool = False) -> Markup:
    """A name that those at the places `at` read as "you", several of them as "your side"; `begins` a sentence."""
    own = _translate(language, "you" if len(at) == 1 else "your side")
    if begins:
        own = own[:1].upper() + own[1:]
    places = Markup(" ").join([Markup("for-{}").format(place) for place in at])
    return Markup(
        '<span class="{}"><span class="named">{}</span><span class="named-own">{}</span></span>'
    ).format(places, name, own)


def _for_each(language: str, sentence: str, between: str) -> Markup:
    """The sentence with its marked names drawn for every reader; names with `between` them are one side."""
    run = re.compile(f"{NAME_MARK.pattern}(?:{re.escape(between)}{NAME_MARK.pattern})*")
    parts, end = [], 0
    for found in run.finditer(sentence):
        places = tuple(int(one[1]) for one in NAME_MARK.finditer(found[0]))
        before = sentence[end : found.start()]
        begins = (sentence[: found.start()].rstrip()[-1:] or ".") in ".!?"
        parts += [
            escape(before),
            name_markup(language, places, NAME_MARK.sub(r"\2", found[0]), begins=begins),
        ]
        end = found.end()
    return Markup("").join([*parts, escape(sentence[end:])])


@lru_cache(maxsize=5000)
def written_points(language: str, points: int) -> str:
    """A number of points as a language writes it: the partials' ``minus``."""
    with translation.override(language):
        return engine_words.minus(points)


@lru_cache(maxsize=2000)
def face_of(language: str, card: Card) -> Face:
    """A card as it is shown in a language."""
    with translation.override(language):
        return Face(cards.face(card), engine_words.card_name(card))


@lru_cache
def _suit_name(language: str, suit: str) -> str:
    with translation.override(language):
        return engine_words.suit_name(suit)
