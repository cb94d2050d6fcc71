"""Settlement of a round: double spades, pit, points the declaring team needs, shares, multiplier
(rules/kraken 1.7).

The sheet is a list of lines, each adding points to either team; their sum is the score. Team 0 is seats 0 and
2.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from games.engine.cards import Suit
from games.engine.kraken.opening import LADDER
from games.engine.kraken.options import Options
from games.engine.kraken.state import per_seat
from games.engine.view import ScoreLine
from games.engine.words import Text, text

Pair: TypeAlias = tuple[int, int]

PIT: Final = 100
TRICKS: Final = 8
MULTIPLIERS: Final = (1, 2, 4, 8)
LEVEL_WORDS: Final = ("round", *LADDER)
"""By level of challenge: the beginning of the codes that say how the round was made or lost."""


class TeamLine(NamedTuple):
    """A line of the sheet as the two columns have it; seats get it as a `ScoreLine`."""

    text: Text
    points: Pair

    def per_seat(self) -> ScoreLine:
        """The line with the points of each seat."""
        return ScoreLine(self.text, per_seat(self.points))


@dataclass(frozen=True, slots=True)
class Facts:
    """The results of a round before settlement, per team. `cards` are plain card points with the last trick
    in them, `trump_points` the part of them that lies in trumps (asked for where spades are trumps), `bonus`
    claimed roem + declarations + stuk, `won` tricks.
    """

    cards: Pair
    bonus: Pair
    won: Pair
    declarers: int
    trump: Suit
    level: int
    trump_points: Pair = (0, 0)
    lines: tuple[TeamLine, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Settlement:
    """The outcome. `compared` decided it, `must_beat` is the team that had to have more, `failed` that it had
    not. `pit` is what was made, paid only to the winner."""

    score: Pair
    winner: int
    must_beat: int
    compared: Pair
    multiplier: int
    pit: Pair
    failed: bool
    lines: tuple[TeamLine, ...]
    verdict: Text


def settle(facts: Facts, options: Options) -> Settlement:
    """Settle a round (1.7.1 to 1.7.5). `facts.lines` explain cards and bonus; lines for the rest are
    added."""
    cards, bonus, spade_lines = _double_spades(facts, options)
    pit = _pit(facts, options)
    counted = pit if options.pit_counts_for_target else (0, 0)
    compared = (cards[0] + bonus[0] + counted[0], cards[1] + bonus[1] + counted[1])
    must_beat = _must_beat(facts, options)
    failed = compared[must_beat] <= compared[1 - must_beat]
    winner = 1 - must_beat if failed else must_beat

    paid_pit = (pit[0] if winner == 0 else 0, pit[1] if winner == 1 else 0)
    multiplier = MULTIPLIERS[facts.level]
    shares = _shares(facts, options, winner=winner, failed=failed)
    score = tuple(
        _team_score(team, cards, bonus, paid_pit, shares, multiplier, options.multiplier_scope)
        for team in (0, 1)
    )
    before = tuple(_team_score(team, cards, bonus, paid_pit, ((1, 0), (0, 1)), 1, "all") for team in (0, 1))
    shared = tuple(_team_score(team, cards, bonus, paid_pit, shares, 1, "all") for team in (0, 1))
    lines = [*facts.lines, *spade_lines]
    add_line(lines, text("pit"), paid_pit)
    add_line(lines, text(_share_word(facts, shares, failed=failed), side=winner), _minus(shared, before))
    add_line(lines, text("multiplied", times=multiplier), _minus(score, shared))
    return Settlement(
        score=(score[0], score[1]),
        winner=winner,
        must_beat=must_beat,
        compared=compared,
        multiplier=multiplier,
        pit=pit,
        failed=failed,
        lines=tuple(lines),
        verdict=_verdict(facts, winner=winner, must_beat=must_beat, compared=compared, failed=failed),
    )


def _double_spades(facts: Facts, options: Options) -> tuple[Pair, Pair, list[TeamLine]]:
    """Cards and bonus after double spades (1.7.1), and the line that says what it added. A pit stays
    single."""
    if facts.trump != "S" or options.double_spades == "off":
        return facts.cards, facts.bonus, []
    added = facts.trump_points if options.double_spades == "trump_cards" else facts.cards
    cards = (facts.cards[0] + added[0], facts.cards[1] + added[1])
    lines: list[TeamLine] = []
    add_line(lines, text(f"double_spades_{options.double_spades}"), added)
    if options.double_spades != "all":
        return cards, facts.bonus, lines
    add_line(lines, text("double_spades_bonus"), facts.bonus)
    return cards, (facts.bonus[0] * 2, facts.bonus[1] * 2), lines


def _pit(facts: Facts, options: Options) -> Pair:
    """100 for all eight tricks (not for all points), to whom `pit_for` allows it."""
    may = {"declarers": (facts.declarers,), "either": (0, 1), "none": ()}[options.pit_for]
    pit = [PIT if team in may and facts.won[team] == TRICKS else 0 for team in (0, 1)]
    return pit[0], pit[1]


def _must_beat(facts: Facts, options: Options) -> int:
    """The team that must have more: the makers, or once challenged the team that spoke last (1.7.3,
    1.7.4)."""
    spoke_last = facts.declarers if facts.level % 2 == 0 else 1 - facts.declarers
    return facts.declarers if options.must_beat == "declarers" else spoke_last


def _shares(facts: Facts, options: Options, *, winner: int, failed: bool) -> tuple[Pair, Pair]:
    """Which teams' points each team writes down: shares[t] = (takes team 0's, takes team 1's)."""
    own: tuple[Pair, Pair] = ((1, 0), (0, 1))
    all_to_winner: tuple[Pair, Pair] = ((1, 1), (0, 0)) if winner == 0 else ((0, 0), (1, 1))
    if facts.level == 0:
        return all_to_winner if failed else own
    if options.challenged_settlement == "both_score" and not failed and winner == facts.declarers:
        return own
    if options.challenged_settlement == "own_points" and not failed:
        return ((1, 0), (0, 0)) if winner == 0 else ((0, 0), (0, 1))
    return all_to_winner


def _team_score(
    team: int, cards: Pair, bonus: Pair, pit: Pair, shares: tuple[Pair, Pair], multiplier: int, scope: str
) -> int:
    """The score of one team. The pit goes to the team that made it (1.7.5: a losing team's pit is not paid)."""
    share = shares[team]
    own_cards = cards[0] * share[0] + cards[1] * share[1]
    own_bonus = bonus[0] * share[0] + bonus[1] * share[1]
    times_bonus = multiplier if scope == "all" else 1
    times_pit = multiplier if scope in ("all", "cards_and_pit") else 1
    return own_cards * multiplier + own_bonus * times_bonus + pit[team] * times_pit


def for_team(team: int, points: int) -> Pair:
    """Points for one team, none for the other."""
    return (points, 0) if team == 0 else (0, points)


def _minus(after: tuple[int, ...], before: tuple[int, ...]) -> Pair:
    return after[0] - before[0], after[1] - before[1]


def add_line(lines: list[TeamLine], what: Text, points: Pair) -> None:
    """Add a line to a sheet, unless it changes nothing."""
    if any(points):
        lines.append(TeamLine(what, points))


def _share_word(facts: Facts, shares: tuple[Pair, Pair], *, failed: bool) -> str:
    if facts.level == 0 and failed:
        return "failed"
    return "takes_all" if (1, 1) in shares else "only_winner"


def _verdict(facts: Facts, *, winner: int, must_beat: int, compared: Pair, failed: bool) -> Text:
    """The round in one sentence: who had to have more, and whether they had."""
    level = LEVEL_WORDS[facts.level]
    outcome = "failed" if failed else "made"
    if failed and compared[0] == compared[1]:
        outcome = "equal"
    return text(
        f"verdict_{level}_{outcome}",
        side=must_beat,
        other=1 - must_beat,
        points=compared[must_beat],
        against=compared[1 - must_beat],
    )
