"""One's own decisions beside those of others who saw the same, as the page shows them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext

from games.daily.decisions import PlayedDecision, as_text, decisions_of
from games.daily.models import DailyDecision, DailyPlay
from games.daily.services import NO_ANSWER, SEAT
from games.engine_words import sentence
from games.table.log import folding
from games.table.log.folding import UNREADABLE
from games.table.screen.narration import NamedCard, name_cards


@dataclass(frozen=True, slots=True)
class Chosen:
    """An answer somebody gave: a card or `words`, by how many `others`, by the reader, by the strong bot."""

    card: NamedCard | None
    words: str
    others: int
    by_you: bool
    by_strong: bool


@dataclass(frozen=True, slots=True)
class ComparedDecision:
    """A decision of the reader with the answers given there; in `trick` (from 1), 0 before the first.

    `others` is how many others saw the same. `parted` says that somebody chose otherwise.
    """

    trick: int
    others: int
    answers: tuple[Chosen, ...]

    @property
    def parted(self) -> bool:
        """Whether more than one answer was given."""
        return len(self.answers) > 1


@dataclass(frozen=True, slots=True)
class ComparedRound:
    """The decisions of one round; `alike` counts those in which everybody did the same."""

    number: int
    parted: tuple[ComparedDecision, ...]
    alike: int


def compare_rounds(play: DailyPlay) -> tuple[ComparedRound, ...]:
    """The rounds of the reader's match, each decision beside what others did who saw the same; none where the log of
    the match cannot be read."""
    own = {(row.round, row.number): row for row in play.decisions.all()}
    views = [row.view for row in own.values()]
    others: defaultdict[str, Counter[str]] = defaultdict(Counter)
    seen = DailyDecision.objects.filter(view__in=views).exclude(play=play).order_by()
    for view, answer, many in seen.values_list("view", "answer").annotate(many=Count("pk")):
        others[view][answer] = many
    rounds: defaultdict[int, list[ComparedDecision]] = defaultdict(list)
    try:
        game, _start = folding.game_and_start(play.match)
        decisions = list(decisions_of(play.match, SEAT))
    except UNREADABLE:
        return ()
    for one in decisions:
        row = own.get((one.round, one.number))
        if row is not None:
            rounds[one.round].append(_comparison(game.words, one, row, others[row.view]))
    return tuple(
        ComparedRound(
            number,
            tuple(one for one in compared if one.parted),
            sum(not one.parted for one in compared),
        )
        for number, compared in sorted(rounds.items())
    )


def _comparison(
    words: dict[str, str], one: PlayedDecision, row: DailyDecision, others: Counter[str]
) -> ComparedDecision:
    strong = row.strong if row.strong != NO_ANSWER else ""
    answers = dict.fromkeys([row.answer, *(answer for answer, _many in others.most_common()), strong])
    labels = {as_text(choice.data): sentence(choice.label, words=words, names=()) for choice in one.choices}
    return ComparedDecision(
        trick=_trick_of(one),
        others=others.total(),
        answers=tuple(
            _chosen_answer(
                answer, labels, others[answer], by_you=answer == row.answer, by_strong=answer == strong
            )
            for answer in answers
            if answer
        ),
    )


def _trick_of(one: PlayedDecision) -> int:
    """The number of the trick a card was played to, 0 for a word before the first card."""
    trick = one.view.trick
    if trick is None:
        return int("card" in one.answer)
    return trick.number + trick.complete


def _chosen_answer(
    answer: str, labels: dict[str, str], others: int, *, by_you: bool, by_strong: bool
) -> Chosen:
    data = json.loads(answer)
    cards: Sequence[NamedCard] = name_cards([data["card"]]) if "card" in data else ()
    return Chosen(
        cards[0] if cards else None,
        labels.get(answer, gettext("a part of it")),
        others,
        by_you,
        by_strong,
    )
