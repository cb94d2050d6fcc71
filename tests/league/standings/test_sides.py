"""Promises of added-up rounds: every seat has the points of its side, and each other side counts against it once."""

from __future__ import annotations

from games.league.standings.scores import Party, PlayedRound, parties, sum_rounds

EACH = ((0,), (1,), (2,), (3,))
KRAKEN = ((0, 2), (1, 3))


def test_a_pair_has_the_points_of_its_side_once_and_rulings_beside() -> None:
    rounds = [
        PlayedRound((100, 62, 100, 62), (0, 1, 0, 1), {"roem": (20, 0, 20, 0)}, number=1),
        PlayedRound((0, 808, 0, 808), (0, 1, 0, 1), {"roem": (0, 50, 0, 50)}, number=2, seats=(0, -10, 0, 5)),
        PlayedRound(
            (50, 112, 50, 112), (0, 1, 0, 1), {"roem": (0, 0, 0, 0)}, number=3, seats=(7, 0, 0, 0), void=True
        ),
    ]
    home, away = parties(KRAKEN, {0: 1, 2: 1, 1: 2, 3: 2})
    ours = sum_rounds(rounds, seats=home.seats, others=[away])
    theirs = sum_rounds(rounds, seats=away.seats, others=[home])
    assert (ours.points, ours.against, ours.others, ours.rounds) == (107, 870, (865,), 2)
    assert (theirs.points, theirs.against, theirs.others) == (865, 100, (107,))
    assert ours.tallies == {"roem": 20}
    alone = sum_rounds(rounds, seats=(1,), others=[Party((0, 2), False)])
    assert (alone.points, alone.others) == (860, (100,))


def test_sides_that_change_from_round_to_round() -> None:
    """Five players, two against three and then otherwise: everybody has points of his own, each other side once."""
    rounds = [
        PlayedRound((10, 10, 4, 4, 4), (0, 0, 1, 1, 1)),
        PlayedRound((3, 6, 3, 6, 6), (0, 1, 0, 1, 1)),
    ]
    sides = parties([(seat,) for seat in range(5)], {seat: seat for seat in range(5)})
    first = sum_rounds(rounds, seats=(0,), others=sides[1:])
    assert (first.points, first.against, first.others) == (13, 4 + 6, (16, 7, 10, 10))


def test_those_who_always_share_points_are_one_side() -> None:
    assert [side.seats for side in parties(EACH, {0: 1, 1: 2, 2: 3, 3: 4})] == [(0,), (1,), (2,), (3,)]
    assert parties(KRAKEN, {0: 1, 1: 2, 2: 3, 3: 4}) == [Party((0, 2), False), Party((1, 3), False)]
    assert parties(EACH, {0: 1, 1: 2, 2: 1, 3: 2}) == [Party((0, 2), True), Party((1, 3), True)]


def test_void_rounds_and_gifts_among_sides_that_change() -> None:
    """Five seats, three against two: each seat has its side's points, every other side counts against it once."""
    rounds = [
        PlayedRound((30, 30, 30, 70, 70), (0, 0, 0, 1, 1), number=1),
        PlayedRound((50, 20, 20, 20, 50), (0, 1, 1, 1, 0), number=2, seats=(0, -5, 0, 0, 0)),
        PlayedRound((9, 9, 9, 9, 9), (0, 0, 1, 1, 1), number=3, void=True, seats=(0, 0, 0, 7, 0)),
    ]
    totals = [sum_rounds(rounds, seats=[seat]) for seat in range(5)]
    assert [(each.points, each.against, each.rounds) for each in totals] == [
        (80, 90, 2),
        (45, 120, 2),
        (50, 120, 2),
        (97, 80, 2),
        (120, 50, 2),
    ]
