"""Tips on a turn of Kalooki."""

from __future__ import annotations

from dataclasses import replace

from games.table.screen import rendering
from tests.engine.kalooki.table import after_the_draw
from tests.table.kalooki.tables import HOLDS_THE_CONTRACT, table_of
from tests.table.screen.advised import GIVEN


def test_a_tip_to_add_a_card_points_at_its_meld_among_those_it_fits() -> None:
    table = table_of(after_the_draw("XX D5 H2", melds=("CA DA SA", "DQ HQ SQ", "H6 S6 XXb")))
    sitters = tuple(replace(one, kind="bot" if one.number else "person") for one in table.sitters)
    table = replace(table, sitters=sitters, casual=True)
    window = table.game.pending(table.state.game_state)[0].window
    zones = rendering.zones_of(table, seat=0, talk=(), language="en", advised=window)
    assert "Add joker" in GIVEN.findall("".join(zones.values()))[0]
    assert zones["prompt"].count('class="spot-card lit"') == 1
    assert zones["prompt"].count('class="spot-card') == 3


def test_a_tip_to_lay_the_contract_points_at_the_button_that_fills_it_in() -> None:
    table = table_of(HOLDS_THE_CONTRACT)
    sitters = tuple(replace(one, kind="bot" if one.number else "person") for one in table.sitters)
    table = replace(table, sitters=sitters, casual=True)
    window = table.game.pending(table.state.game_state)[0].window
    usual, advised = (
        "".join(rendering.zones_of(table, seat=0, talk=(), language="en", advised=asked).values())
        for asked in ("", window)
    )
    assert "Lay 3 melds" in GIVEN.findall(advised)[0]
    assert ' lit"><span class="by-script">Fill in what fits' not in usual
    assert ' lit"><span class="by-script">Fill in what fits' in advised
