"""One's own decisions beside those of others who saw the same, as the page shows them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext

from games.daily.decisions import Decided, as_text, decisions_of
from games.daily.models import DailyDecision, DailyPlay
from games.daily.services import NO_ANSWER, SEAT
from games.kit.engine_words import sentence
from games.table.log import history
from games.table.screen.narration import NamedCard, named


@dataclass(frozen=True, slots=True)
class Chosen:
    """An answer somebody gave: a card or `words`, by how many `others`, by the reader, by the strong bot."""

    card: NamedCard | None
    words: str
    others: int
    by_you: bool
    by_strong: bool


@dataclass(frozen=True, slots=True)
class Compared:
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
    parted: tuple[Compared, ...]
    alike: int


def compared(play: DailyPlay) -> tuple[ComparedRound, ...]:
    """The rounds of the reader's match, each decision beside what others did who saw the same."""
    own = {(row.round, row.number): row for row in play.decisions.all()}
    views = [row.view for row in own.values()]
    others: defaultdict[str, Counter[str]] = defaultdict(Counter)
    seen = DailyDecision.objects.filter(view__in=views).exclude(play=play).order_by()
    for view, answer, many in seen.values_list("view", "answer").annotate(many=Count("pk")):
        others[view][answer] = many
    rounds: defaultdict[int, list[Compared]] = defaultdict(list)
    game, _start = history.game_and_start(play.match)
    for one in decisions_of(play.match, SEAT):
        row = own.get((one.round, one.number))
        if row is not None:
            rounds[one.round].append(_compared(game.words, one, row, others[row.view]))
    return tuple(
        ComparedRound(
            number,
            tuple(one for one in found if one.parted),
            sum(not one.parted for one in found),
        )
        for number, found in sorted(rounds.items())
    )


def _compared(words: dict[str, str], one: Decided, row: DailyDecision, others: Counter[str]) -> Compared:
    strong = row.strong if row.strong != NO_ANSWER else ""
    given = dict.fromkeys([row.answer, *(answer for answer, _many in others.most_common()), strong])
    said = {as_text(choice.data): sentence(choice.label, words=words, names=()) for choice in one.choices}
    return Compared(
        trick=_trick_of(one),
        others=others.total(),
        answers=tuple(
            _chosen(answer, said, others[answer], by_you=answer == row.answer, by_strong=answer == strong)
            for answer in given
            if answer
        ),
    )


def _trick_of(one: Decided) -> int:
    """The number of the trick a card was played to, 0 for a word before the first card."""
    trick = one.view.trick
    if trick is None:
        return int("card" in one.answer)
    return trick.number + trick.complete


def _chosen(answer: str, said: dict[str, str], others: int, *, by_you: bool, by_strong: bool) -> Chosen:
    data = json.loads(answer)
    cards: Sequence[NamedCard] = named([data["card"]]) if "card" in data else ()
    return Chosen(
        cards[0] if cards else None,
        said.get(answer, gettext("a part of it")),
        others,
        by_you,
        by_strong,
    )
