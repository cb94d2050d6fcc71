"""Statistics of the hands each seat was dealt, for display: the stored counts beside their expectation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop

from accounts.models import Player
from games.engine import registry
from games.engine.deals import Figure
from games.table.models import BOTS, PEOPLE, DealCount, HandCount, Sums
from games.table.screen.rule_card import game_name

ODD_DEVIATIONS: Final = 3.0
"""So many standard deviations from chance are called odd: of a thousand figures, chance alone sends three there."""
DEVIATIONS_SHOWN: Final = 4.0
"""Standard deviations shown on the line to each side; larger ones are drawn at its end."""
REACH: Final = 45
"""How far from the middle of the line, which is 100 long, its ends are drawn: a dot there has room for itself."""
OF_FOUR: Final = (
    gettext_noop("Dealer"),
    gettext_noop("Left"),
    gettext_noop("Opposite"),
    gettext_noop("Right"),
)
"""Four seats in order of play, as the dealer sees them."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The mean of a figure over some hands, formatted for a page, with its deviation from chance in standard
    deviations.

    `place` is its position on a line of 0 to 100, chance at 50; from `band_start` on, `band_width` of the line are no
    more than luck.
    """

    label: str
    hands: int
    mean: str
    chance: str
    deviations: float

    @property
    def is_odd(self) -> bool:
        return abs(self.deviations) > ODD_DEVIATIONS

    @property
    def place(self) -> int:
        return _place(self.deviations)

    @property
    def band_start(self) -> int:
        return _place(-ODD_DEVIATIONS)

    @property
    def band_width(self) -> int:
        return _place(ODD_DEVIATIONS) - self.band_start


def _place(deviations: float) -> int:
    return round(50 + REACH * max(-1.0, min(deviations / DEVIATIONS_SHOWN, 1.0)))


@dataclass(frozen=True, slots=True)
class SeatsOfFigure:
    """One figure, seat by seat from the dealer on."""

    label: str
    help: str
    seats: tuple[Luck, ...]


@dataclass(frozen=True, slots=True)
class Rivals:
    """One figure where bots and people sat at one table: the bots' `luck` beside the mean of the people. Its
    deviations are those of the difference."""

    luck: Luck
    people: str


@dataclass(frozen=True, slots=True)
class Fairness:
    """All that is counted of one game. `deals` of the house, `mixed` of them with bots and people at one table.

    `of_four` says that the seats have the names of a table of four.
    """

    of_four: bool
    deals: int
    mixed: int
    seats: tuple[SeatsOfFigure, ...]
    rivals: tuple[Rivals, ...]

    @property
    def deals_text(self) -> str:
        """The number of deals with the thousands separator of the reader's language."""
        return number_format(self.deals, force_grouping=True)

    @property
    def mixed_text(self) -> str:
        return number_format(self.mixed, force_grouping=True)

    @property
    def judged(self) -> int:
        """The number of figures of seats compared with chance."""
        return sum(len(figure.seats) for figure in self.seats)

    @property
    def odd(self) -> int:
        """The number of figures of seats with an unusual deviation from chance."""
        return sum(luck.is_odd for figure in self.seats for luck in figure.seats)

    @property
    def odd_rivals(self) -> int:
        """The number of figures in which bots and people differ by an unusual deviation."""
        return sum(figure.luck.is_odd for figure in self.rivals)


@dataclass(frozen=True, slots=True)
class OwnHands:
    """Statistics of the hands one person was dealt in one game."""

    game: str
    name: str
    deals: int
    figures: tuple[Luck, ...]


def fairness(game: str) -> Fairness:
    """The statistics of the seats in one game. Raises MalformedAction(unknown_game)."""
    counts = {(count.whose, count.figure): count for count in DealCount.objects.filter(game=game)}
    figures, names = registry.game(game).figures, places(max(registry.game(game).seats))
    mixed = [(figure, counts[BOTS, figure.key]) for figure in figures if (BOTS, figure.key) in counts]
    return Fairness(
        of_four=len(names) == len(OF_FOUR),
        deals=max((count.hands for (whose, _key), count in counts.items() if whose == "0"), default=0),
        mixed=max((bots.hands for _figure, bots in mixed), default=0),
        seats=tuple(found for figure in figures if (found := _seats(figure, counts, names)).seats),
        rivals=tuple(_rivals(figure, bots, counts[PEOPLE, figure.key]) for figure, bots in mixed),
    )


def places(seats: int) -> tuple[str, ...]:
    """The names of so many seats from the dealer on: as the dealer sees four, numbered where there are others."""
    if seats == len(OF_FOUR):
        return tuple(gettext(place) for place in OF_FOUR)
    numbered = [gettext("Hand {number}").format(number=number) for number in range(2, seats + 1)]
    return (gettext(OF_FOUR[0]), *numbered)


def _seats(
    figure: Figure, counts: Mapping[tuple[str, str], DealCount], names: Sequence[str]
) -> SeatsOfFigure:
    seats = tuple(
        _luck(count, figure, away=count.total - count.expected, label=place)
        for number, place in enumerate(names)
        if (count := counts.get((str(number), figure.key))) is not None
    )
    return SeatsOfFigure(gettext(figure.label), gettext(figure.help) if figure.help else "", seats)


def _rivals(figure: Figure, bots: DealCount, people: DealCount) -> Rivals:
    more = _luck(bots, figure, away=bots.total - people.total, label=gettext(figure.label))
    return Rivals(more, _figure_text(people.total / people.hands, figure))


def own_hands(player: Player) -> tuple[OwnHands, ...]:
    """The statistics of a player's own hands, one entry per game that is counted."""
    counts = {(count.game, count.figure): count for count in HandCount.objects.filter(player=player)}
    found = []
    for game in registry.GAMES:
        own = [
            (figure, counts[game.key, figure.key])
            for figure in game.figures
            if (game.key, figure.key) in counts
        ]
        if own:
            deals = max(count.hands for _figure, count in own)
            lucks = tuple(
                _luck(each, figure, away=each.total - each.expected, label=gettext(figure.label))
                for figure, each in own
            )
            found.append(OwnHands(game.key, game_name(game.key), deals, lucks))
    return tuple(found)


def _luck(count: Sums, figure: Figure, *, away: float, label: str) -> Luck:
    return Luck(
        label=label,
        hands=count.hands,
        mean=_figure_text(count.total / count.hands, figure),
        chance=_figure_text(count.expected / count.hands, figure),
        deviations=away / sqrt(count.variance) if count.variance else 0.0,
    )


def _figure_text(mean: float, figure: Figure) -> str:
    # Rounded here, because `number_format` truncates.
    return f"{number_format(round(100 * mean, 1), 1)}%" if figure.share else number_format(round(mean, 2), 2)
