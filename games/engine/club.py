"""The data a game gives to the club: tallies, default points of a league, subjects of disputes and their
corrections, the fields of a paper sheet, headings of its rules page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from games.engine.errors import RefusalCode
from games.engine.words import gettext_noop as _

Better: TypeAlias = Literal["high", "low"]


def sign_of(better: Better) -> int:
    """What points are multiplied by so that more of them is always better: 1, or -1 where fewer are."""
    return 1 if better == "high" else -1


def never(options: Any) -> bool:
    """No, by any house rules."""
    return False


def places(totals: Sequence[int], better: Better) -> tuple[int, ...]:
    """The place of each seat by these totals; equal ones share the place (1, 1, 3, 4)."""
    sign = sign_of(better)
    return tuple(1 + sum(sign * other > sign * total for other in totals) for total in totals)


class Bold(NamedTuple):
    """A list of the boldest calls: its title, the fact of a round that says how bold its call was (1 and more), and the
    words of these values in their order."""

    title: str
    fact: str
    words: tuple[str, ...]


class Tally(NamedTuple):
    """Something added up over the rounds of a season, for rankings and ties; `better` says which end is first.

    The rest limits what a sheet of totals can say of it. `in_a_round` is the most of it that a round brings all sides
    together (0: any number), `step` what every amount is a multiple of, `impossible` are amounts that nothing adds up
    to. `is_paid` says of the house rules whether its points are among those of the sheet, beside those of the cards.
    More than `likely`, so much in each round and so much beside, is asked about. `bold` lists the boldest of
    them, where it counts calls that multiply a round and were right.
    """

    key: str
    label: str
    better: Better = "high"
    in_a_round: int = 0
    step: int = 1
    impossible: tuple[int, ...] = ()
    is_paid: Callable[[Any], bool] = never
    likely: tuple[float, int] | None = None
    bold: Bold | None = None

    def can_be(self, amounts: Sequence[int]) -> bool:
        """Whether the amounts of the sides are such as add up over rounds, however many those are."""
        return all(one >= 0 and one % self.step == 0 and one not in self.impossible for one in amounts)

    def fits(self, together: int, rounds: int) -> bool:
        """Whether so many rounds can bring all sides so much together."""
        return not self.in_a_round or together <= self.in_a_round * rounds

    def is_likely(self, together: int, rounds: int) -> bool:
        """Whether so many rounds bring all sides so much together now and then."""
        return self.likely is None or together <= self.likely[0] * rounds + self.likely[1]


class LeagueDefaults(NamedTuple):
    """Points a league gives where nobody played: an evening of three tables signed off in time (others in proportion),
    a round of waiting, each round that a table broken off did not play, a table whose opponents did not come."""

    absence: int
    waiting: int
    compensation: int
    walkover: int


class Heading(NamedTuple):
    """A heading of a rules page. `anchor` stays when numbers change; a number with a point is part of a heading.
    `refusals` are the codes of what the rules under it forbid: such a refusal names this heading."""

    anchor: str
    number: str
    title: str
    refusals: tuple[RefusalCode, ...] = ()

    @property
    def is_part(self) -> bool:
        """Whether it is a subsection of another heading."""
        return "." in self.number


class Subject(NamedTuple):
    """A question a player can ask about a closed round. `key` is one of `SUBJECTS`, `label` what this game calls it
    ("": the club's own word), `rules` the anchors of the headings that usually answer it."""

    key: str
    label: str = ""
    rules: tuple[str, ...] = ()


class SheetField(NamedTuple):
    """A field of a round typed from paper, drawn by its `kind` in `templates/league/evenings/sheet/_round_field.html`;
    "own_side" is a side filled in for a player who types. `of_side` is the side it is about, `beside` puts it on the
    line of the field before it, `longest` is how many characters it takes. One of `each_side` is asked once for every
    side of the sheet, its key followed by the number of the side.

    `values` are those of a choice with their labels; of `cards`, a number of points added up from cards left in a hand,
    what a card counts with the cards that count so. `when` are the values of house rules under which it is asked.
    """

    key: str
    label: str
    kind: Literal["suit", "side", "own_side", "choice", "number", "cards", "check"]
    required: bool = False
    longest: int = 4
    of_side: int | None = None
    beside: bool = False
    each_side: bool = False
    values: Mapping[str, str] = {}
    when: Mapping[str, tuple[object, ...]] = {}

    def matters(self, options: Any) -> bool:
        """Whether it is asked under these house rules."""
        return all(getattr(options, name) in values for name, values in self.when.items())


def fields_asked(sheet: Sequence[SheetField], options: Any, sides: int) -> Iterator[SheetField]:
    """The fields of a sheet of so many sides that these house rules ask for; successive fields of each side come side
    by side."""
    asked = [field for field in sheet if field.matters(options)]
    for of_sides, fields in groupby(asked, key=lambda field: field.each_side):
        if not of_sides:
            yield from fields
            continue
        together = list(fields)
        for side in range(sides):
            for field in together:
                yield field._replace(key=f"{field.key}_{side}", of_side=side, each_side=False)


def no_facts(facts: Mapping[str, Any]) -> Mapping[str, str]:
    """Nothing, for corrections without fields."""
    return {}


class Correction(NamedTuple):
    """A ruling that scores a closed round again. `key` is one of `CORRECTIONS`, `label` what this game calls it
    ("": the club's own word), `rules` the anchors of the headings it usually rests on.

    `ladder` are the multipliers to choose from where the correction is another multiplier, lowest first. `fields` are
    what is asked where facts are corrected, as on a sheet; `written` gives their values from `RoundResult.facts`.
    """

    key: str
    label: str = ""
    rules: tuple[str, ...] = ()
    ladder: tuple[int, ...] = ()
    fields: tuple[SheetField, ...] = ()
    written: Callable[[Mapping[str, Any]], Mapping[str, str]] = no_facts


SUBJECTS: Final[Mapping[str, str]] = {
    "bonus": _("Points were not counted"),
    "declaration": _("A declaration"),
    "call": _("A call out of turn"),
    "misclick": _("A slip of the finger"),
    "clock": _("Time or connection"),
    "conduct": _("Conduct at the table"),
    "collusion": _("Players helping each other"),
    "typed": _("The wrong result was typed in"),
    "revoke": _("A suit was not followed"),
    "other": _("Something else"),
}
"""The questions a player can ask about a round, with the club's own word for each; every game names those that can
arise in it."""

CORRECTIONS: Final = ("bonus", "declaration", "multiplier", "count", "revoke", "facts")
"""The rulings that correct a fact of a closed round, of which every game names those it can score again: points beside
the cards, those of a declaration, how far it was challenged, the points in the cards, a revoke, or all facts. In the
last case every field of the round is written anew; a round on paper can be corrected so in any game, by the fields of
its sheet. `games/disputes/effects.py` names them as kinds of rulings."""
