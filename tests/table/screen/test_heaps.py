"""The sheet of a table: the heaps at the end of a round add up to what is written down, line by line, wherever they
show its points; before anything is written it tells what cards are worth."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from games.engine import registry
from games.engine.game import Game
from games.table.screen import rendering
from games.table.screen.speech import Speech
from games.table.screen.zones.scene import scene_of
from games.table.screen.zones.scores import Heap, RoundEnd, Rounds, sheet_of
from tests.table.play import imagine_table


def end_of_round(key: str, seed: int) -> RoundEnd | None:
    """The end of a round that bots played."""
    table = imagine_table(
        ("bot",) * 4,
        lambda now: bool(now.game.view(now.state.game_state, None).results),
        key=key,
        rng=Random(seed),
    )
    view = table.game.view(table.state.game_state, None)
    speech = Speech(language="en", names=("Anna", "Bram", "Cleo", "Daan"), words=table.game.words)
    columns = scene_of(view, speech, speech.names).columns
    low = table.game.better == "low"
    rounds = Rounds(
        speech,
        "BCDFGH",
        columns,
        view.columns,
        view.results,
        (),
        view.totals,
        (),
        False,
        True,
        low,
        False,
        False,
        faces=("", "", "", ""),
    )
    return sheet_of(rounds).end


def adds_up(heap: Heap) -> bool:
    """Whether what stands below a heap leads to what is written."""
    return heap.cards + heap.bonus + sum(points for _words, points, _moved in heap.further) == heap.written


@pytest.mark.parametrize(
    ("key", "seed"),
    [("kraken", 5), ("kraken", 8), ("kraken", 13), ("kraken", 9), ("rosbiratschka", 4), ("kalooki", 4)],
)
def test_the_heaps_of_a_round_lead_to_what_is_written_down(key: str, seed: int) -> None:
    end = end_of_round(key, seed)
    assert end is not None
    assert all(map(adds_up, end.heaps))
    assert any(heap.bonus or heap.further for heap in end.heaps)


@pytest.mark.parametrize(
    ("seed", "lost"), [(5, -73), (8, -107), (13, -162), (14, -82), (21, -128), (9, None)]
)
def test_points_that_go_to_the_other_side_are_known(seed: int, lost: int | None) -> None:
    """A makers' side that failed loses what it has to the others; seed 9 has no such line."""
    end = end_of_round("kraken", seed)
    assert end is not None
    moved = sorted(points for heap in end.heaps for _words, points, moves in heap.further if moves)
    assert moved == ([] if lost is None else [lost, -lost])


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.key)
def test_an_empty_sheet_tells_what_the_cards_are_worth(game: Game[Any]) -> None:
    seats = ("bot",) * max(game.seats)
    empty = imagine_table(seats, lambda table: table.state.seq > 1, key=game.key, rng=Random(3))
    written = imagine_table(
        seats, lambda table: bool(table.game.results(table.state.game_state)), key=game.key, rng=Random(3)
    )
    sheets = [
        str(rendering.zones_of(table, seat=0, talk=(), language="en")["sheet"]) for table in (empty, written)
    ]
    told = re.findall(
        r"<span class=\"visually-hidden\">([^<]+)</span>(?: <span>(\d+)</span>)?</li>", sheets[0]
    )
    assert len(told) == sum(len(one.ranks) for one in game.card_values) > 0
    assert [int(points) for _name, points in told if points] == [
        points for one in game.card_values for _rank, _suits, points in one.ranks if points is not None
    ]
    assert all(f">{one.label}</" in sheets[0] for one in game.card_values)
    assert 'class="worth"' not in sheets[1]


@pytest.mark.parametrize("seed", [5, 8, 13, 9])
def test_the_points_that_decided_begin_with_the_side_of_the_sentence(seed: int) -> None:
    end = end_of_round("kraken", seed)
    assert end is not None
    own = next(heap for heap in end.heaps if heap.at == end.about)
    assert end.taken[0] == own.cards + own.bonus
