"""The lessons of a game: chosen deals with one question each, and the answer played out on a still table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from accounts.names import whole_number
from games.bots.lessons import Lesson, play_out, start_of
from games.bots.registry import BOTS, LESSONS
from games.engine import registry
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.seats import HOUSE
from games.table.log.folding import GAME
from games.table.log.states import Sitter
from games.table.review.evidence import RoundEvidence, Step, lays_card
from games.table.review.happenings import happening
from games.table.review.positions import CardByCard, Position, asked_position, positions_of
from games.table.screen.narration import NamedCard, Narrator, name_cards
from games.table.screen.rule_card import game_name, names_of_games

OTHERS: Final = ("Bert", "Cora", "Dirk", "Elsa")
"""The names of the others, in the order of play after the reader."""
NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The time of every entry: a lesson was played by nobody."""


@dataclass(frozen=True, slots=True)
class OfferedAnswer:
    """An answer that is offered: its number, the card or the word, and the sentence that is told to it."""

    number: int
    card: NamedCard | None
    words: str
    why: str


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that was played before the question: the name of the player and the card, in order."""

    number: int
    cards: tuple[tuple[str, NamedCard], ...]


@dataclass(frozen=True, slots=True)
class LessonQuestion:
    """A lesson before it is answered. `words` is what was said in this deal, by name and without what only the cards
    of others explain, `tricks` those that are turned over.
    """

    title: str
    question: str
    position: Position
    words: tuple[tuple[str, str], ...]
    tricks: tuple[Trick, ...]
    answers: tuple[OfferedAnswer, ...]
    right: OfferedAnswer
    idea: str


@dataclass(frozen=True, slots=True)
class PlayedOut(CardByCard):
    """The right answer played to the end of the deal; shown from the position after `card` cards on."""

    card: int
    positions: tuple[Position, ...]
    verdict: str


@require_safe
def lessons(request: HttpRequest, game: str) -> HttpResponse:
    """The lessons of a game. Hidden (404) for a game without any."""
    found = [(lesson.key, gettext(lesson.title), gettext(lesson.question)) for lesson in _lessons_of(game)]
    page = {"game": game, "game_name": game_name(game), "lessons": found, "taught": _games_taught()}
    return render(request, "analysis/lessons.html", page)


@require_safe
def lesson(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """A lesson with its question; with the number of an `answer` also what is to be said to it, and the right answer
    played out, from position `card` on. Hidden (404) where there is no such lesson, answer or position."""
    every = _lessons_of(game)
    place = next((place for place, one in enumerate(every) if one.key == key), None)
    if place is None:
        raise Http404
    question = _lesson_question(game, place, get_language())
    page: dict[str, object] = {
        "game": game,
        "game_name": game_name(game),
        "number": place + 1,
        "of": len(every),
        "asked": None,
        "lesson": question,
        "next_key": every[place + 1].key if place + 1 < len(every) else "",
    }
    if "answer" in request.GET or "card" in request.GET:
        number = whole_number(request.GET.get("answer", str(question.right.number)))
        chosen = next((one for one in question.answers if one.number == number), None)
        first, positions, verdict = _play_lesson_out(game, place, get_language())
        card = whole_number(request.GET.get("card", str(first)))
        if chosen is None or card is None or card >= len(positions):
            raise Http404
        page |= {
            "chosen": chosen,
            "is_right": chosen.number == question.right.number,
            "review": PlayedOut(card, positions, verdict),
        }
    return render(request, "analysis/lesson.html", page)


def _lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game. Raises Http404 for one without any."""
    found = tuple(LESSONS.get(game, ()))
    if not found:
        raise Http404
    return found


def _games_taught() -> tuple[tuple[str, str], ...]:
    """The games that have lessons: key and name."""
    return tuple((key, name) for key, name in names_of_games().items() if LESSONS.get(key))


@lru_cache(maxsize=64)
def _lesson_question(game_key: str, place: int, _language: str) -> LessonQuestion:
    """The question of a lesson in the language that is active; kept, because it never changes."""
    game, lesson = registry.game(game_key), LESSONS[game_key][place]
    steps = _steps(game, start_of(game, lesson), lesson.entries, lesson)
    state = steps[-1].after
    narrator = _narrator(game, state, lesson)
    labels = {
        frozenset(choice.data.items()): narrator.say(choice.label)
        for choice in game.choices(state, lesson.seat)
    }
    only_cards = all(set(one.data) == {"do", "card"} for one in lesson.answers)
    alike = len({one.data["do"] for one in lesson.answers}) == 1
    answers = tuple(
        OfferedAnswer(
            number,
            name_cards([one.data["card"]])[0] if only_cards and alike else None,
            labels[frozenset(one.data.items())],
            gettext(one.why),
        )
        for number, one in enumerate(lesson.answers)
    )
    of_deal = [step for step in steps if game.progress(step.after).deal == game.progress(state).deal]
    in_tricks = narrator.view(state, None).trick is not None
    return LessonQuestion(
        gettext(lesson.title),
        gettext(lesson.question),
        asked_position(narrator, state, lesson.seat),
        tuple(
            words
            for step in of_deal
            if (words := _speaker_and_words(narrator, step, in_tricks=in_tricks)) is not None
        ),
        _tricks(game, narrator, of_deal) if in_tricks else (),
        answers,
        answers[lesson.right],
        gettext(lesson.idea),
    )


def _speaker_and_words(narrator: Narrator, step: Step, *, in_tricks: bool) -> tuple[str, str] | None:
    """Who said what with this entry; also who laid which card in a game without tricks. None for the house."""
    if lays_card(narrator.game, step) and step.seat is not None:
        if in_tricks:
            return None
        offered = narrator.game.choices(step.before, step.seat)
        done = next(choice for choice in offered if dict(choice.data) == dict(step.data))
        return narrator.names[step.seat], narrator.say(done.label)
    entry = happening(narrator, step)
    return (entry.name, entry.words) if entry is not None and entry.is_statement and entry.name else None


@lru_cache(maxsize=64)
def _play_lesson_out(game_key: str, place: int, _language: str) -> tuple[int, tuple[Position, ...], str]:
    """The right answer of a lesson played to the end of the deal: the first position after it, every position, and how
    it came out in words. Kept, because the same players play the same cards each time."""
    game, lesson = registry.game(game_key), LESSONS[game_key][place]
    right = lesson.answers[lesson.right].data
    rest = play_out(game, lesson, right, BOTS[game_key].decide)
    steps = _steps(game, start_of(game, lesson), (*lesson.entries, *rest), lesson)
    narrator = _narrator(game, steps[-1].after, lesson)
    sitters = tuple(Sitter(seat, 0, name, "bot") for seat, name in enumerate(narrator.names))
    options = steps[-1].after.options
    evidence = RoundEvidence(game, options, sitters, 1, steps, (1,), ())
    laid = sum(lays_card(game, step) for step in steps[: len(lesson.entries)])
    positions = positions_of(narrator, evidence, you=lesson.seat)
    results, so_far = game.results(steps[-1].after), narrator.view(steps[-1].after, None).so_far
    verdict = narrator.say((so_far or results[-1]).verdict)
    return min(laid + ("card" in right), len(positions) - 1), positions, verdict


def _steps(game: Game[Any], state: Any, entries: tuple[Entry, ...], lesson: Lesson) -> tuple[Step, ...]:
    """The entries as steps of a look back; the reader's answer is a person's, all others are bots'."""
    steps = []
    for number, entry in enumerate(entries, start=1):
        after = game.apply(state, entry.by, game.parse(entry.data))
        seat = None if entry.by == HOUSE else int(entry.by)
        is_answer = number == len(lesson.entries) + 1
        by = None if seat is None else "person" if is_answer else "bot"
        steps.append(Step(number, seat, GAME, entry.data, NO_TIME, by, None, state, after))
        state = after
    return tuple(steps)


def _narrator(game: Game[Any], state: Any, lesson: Lesson) -> Narrator:
    progress = game.progress(state)
    ring = progress.ring
    names = {lesson.seat: gettext("You")}
    for distance, name in enumerate(OTHERS[: len(ring) - 1], start=1):
        names[ring[(ring.index(lesson.seat) + distance) % len(ring)]] = name
    return Narrator(game, tuple(names[seat] for seat in sorted(ring)), progress.sides, progress.columns)


def _tricks(game: Game[Any], narrator: Narrator, steps: Sequence[Step]) -> tuple[Trick, ...]:
    """The tricks that were turned over before the question."""
    played = [(narrator.names[step.seat or 0], step.data["card"]) for step in steps if lays_card(game, step)]
    cards = name_cards(card for _name, card in played)
    pairs = [(name, card) for (name, _card), card in zip(played, cards, strict=True)]
    seats = len(narrator.names)
    whole = len(pairs) // seats
    return tuple(
        Trick(number + 1, tuple(pairs[number * seats : (number + 1) * seats])) for number in range(whole)
    )
