"""One picture of a finished match to hand on: who played, the totals, the best round and the reader's costliest card.

It leaves the club, so it has nothing on it that a player keeps to some people: such a name is left out, and no card of
anybody else is judged on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from django.utils.translation import get_language, gettext

from accounts.models import Player
from accounts.models.players import Audience, Privacy
from games.analysis import queries
from games.bots.registry import SENTENCES
from games.engine.cards import rank_of, suit_of
from games.engine.seats import Seat
from games.engine.view import RoundResult
from games.engine_words import card_name, minus, sentence, together, with_sign
from games.table.log import loading, rulings
from games.table.log.models import Match
from games.table.screen.rule_card import game_name
from games.table.screen.speech import Speech
from games.table.screen.zones.scores import ending_of

LIST_TOP: Final = 392
LIST_HEIGHT: Final = 440
MAX_LINE_HEIGHT: Final = 190
"""Where the list of the players begins, how high it is, and how high one line of it at most, in units of the
drawing."""
NAME_WIDTH: Final = 600
"""How long a name can be."""
LETTERS_A_LINE: Final = 40
"""Letters in a line of words."""


@dataclass(frozen=True, slots=True)
class PictureLine:
    """A player or a side in the list, its baseline at `y`."""

    place: int
    name: str
    points: int
    y: int


@dataclass(frozen=True, slots=True)
class PictureRound:
    """A round that is told: its number and the words, line by line."""

    number: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PictureCard:
    """A card the reader would rather have kept: its rank as letters, its suit, and the words, line by line."""

    rank: str
    suit: str
    number: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchPicture:
    """The picture. `best` and `costly` are None where there is nothing to tell."""

    game: str
    day: str
    rounds: int
    lines: tuple[PictureLine, ...]
    low: bool
    best: PictureRound | None
    costly: PictureCard | None

    @property
    def panel(self) -> int:
        """How high the list is."""
        return len(self.lines) * _high(len(self.lines)) + 28

    @property
    def letters(self) -> int:
        """The size of its letters."""
        longest = max(len(line.name) for line in self.lines)
        return min(64, _high(len(self.lines)) - 24, round(NAME_WIDTH / (0.62 * longest)))


def picture_of(match: Match, reader: Player, *, day: str) -> MatchPicture:
    """The picture of a finished match for one of its players; `day` is when it was played, in words."""
    table = loading.table_of(match)
    view = rulings.with_rulings(table.game, table.state, table.game.view(table.state.game_state, None))
    names = _names(table, reader)
    speech = Speech(language=get_language(), names=names, words=table.game.words)
    columns = sorted(view.columns, key=lambda seats: view.places[seats[0]])
    high = _high(len(columns))
    return MatchPicture(
        game=game_name(match.game),
        day=day,
        rounds=len(view.results),
        lines=tuple(
            PictureLine(
                view.places[seats[0]],
                together(seats, names),
                view.totals[seats[0]],
                LIST_TOP + number * high + high // 2 + 14,
            )
            for number, seats in enumerate(columns)
        ),
        low=table.game.better == "low",
        best=None if table.game.better == "low" else _best(view.results, speech),
        costly=_costly(match, table.seat_of(reader.pk), reader),
    )


def _high(lines: int) -> int:
    """How high each of so many lines of the list is."""
    return min(MAX_LINE_HEIGHT, LIST_HEIGHT // max(lines, 1))


def _names(table: loading.Table, reader: Player) -> tuple[str, ...]:
    """The names by seat, without those of players who keep their matches to some people."""
    keys = [sitter.player for sitter in table.sitters if sitter.player != reader.pk]
    kept = Privacy.objects.filter(player__in=keys).exclude(matches=Audience.EVERYBODY)
    hidden = frozenset(kept.values_list("player", flat=True))
    return tuple(
        gettext("a player") if sitter.player in hidden else sitter.short_name for sitter in table.sitters
    )


def _best(results: tuple[RoundResult, ...], speech: Speech) -> PictureRound | None:
    """The round with the most points, of those that say how they ended and were not ruled on."""
    endings = [(result, ending) for result in results if (ending := ending_of(result)) is not None]
    if not endings:
        return None
    best, ending = max(endings, key=lambda one: (max(map(abs, one[0].score)), one[0].number))
    words, most = speech.say(ending.text, best.sides), max(best.score, key=abs)
    points = with_sign(most) if min(best.score) < 0 or len(set(best.sides)) == 2 else minus(most)
    return PictureRound(best.number, tuple(wrap(f"{words}: {points}", LETTERS_A_LINE))[:3])


def _costly(match: Match, seat: Seat | None, reader: Player) -> PictureCard | None:
    """The reader's own costliest card that could have been known to be one; none for a reader whose figures are for
    nobody else."""
    if Privacy.objects.filter(player=reader, figures=Audience.NOBODY).exists():
        return None
    mistakes = [
        (costly, number, played.card)
        for number, analysis in queries.look_backs(match).items()
        for costly in analysis.mistakes
        for played in analysis.cards
        if costly.seat == seat and played.number == costly.number
    ]
    if not mistakes:
        return None
    costly, number, card = max(mistakes, key=lambda one: (one[0].points, -one[1]))
    why = sentence(costly.text, words=SENTENCES, names=())
    words = gettext("%(card)s in round %(number)s, %(points)s points: %(why)s") % {
        "card": card_name(card),
        "number": number,
        "points": costly.points,
        "why": why,
    }
    rank = {"T": "10"}.get(rank_of(card), rank_of(card))
    return PictureCard(rank, suit_of(card), number, tuple(wrap(words, LETTERS_A_LINE))[:4])
