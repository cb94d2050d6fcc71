"""Tables of Kalooki at the questions of a turn, without a database."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from games.engine.game import replace_fields
from games.engine.kalooki.contracts import contract_of
from games.engine.kalooki.melds import Meld
from games.engine.kalooki.scoring import result_of
from games.engine.kalooki.state import Phase, State
from games.table.log.loading import Table
from tests.engine.kalooki.table import after_lines, after_the_draw, deal_game, options, with_deal_fields
from tests.table.play import imagine_table

BEFORE_THE_DRAW = deal_game()
CALLED = after_lines(BEFORE_THE_DRAW, "2 call")
HOLDS_THE_CONTRACT = after_the_draw("S5 H5 D5 S8 H8 XX C9 D9 H9b S2 H3", down=False)
DOWN = after_the_draw("H5 H7 S7 XX", melds=("H6 XXb H8b H9b", "S7b D7 C7"), tack_four="either_end")
BIG_HAND = deal_game(contract_number=9)
"""Sixteen cards before the draw."""
ONLY_JOKERS = after_the_draw("XX", melds=("XXb H6 H7 XXc",), packs=3)

FULL_HAND_WRITTEN = "S5 H5 H7 S7 XX C2b C4b C6b C8b CTb CQb D2b D4b D6b D8b DTb DQb S2b S4b H2b H4b SQb HAb"
FULL_HAND = tuple(FULL_HAND_WRITTEN.split())
"""Twenty-three cards, as many as anybody can hold (C48)."""
FULL_AND_DOWN = after_the_draw(
    FULL_HAND_WRITTEN, melds=("H6 XXb H8b H9b", "S7b D7 C7"), contract_number=9, tack_four="either_end"
)

SIX_LAID = with_deal_fields(
    deal_game(players=6, contract_number=5),
    phase=Phase.ACT,
    down=frozenset(range(6)),
    melds=tuple(
        Meld(seat, tuple(f"{suit}{rank}" for suit in suits), rank)
        for seat, (suits, ranks) in enumerate(product(("SHD", "CSH"), ("2345", "6789", "TJQK")))
        for rank in ranks
    ),
)
"""Four threes of each of six players on the table: the most melds a contract asks for."""

SIX = deal_game(players=6, contract_number=9, packs=3)
FULL_BEFORE_THE_DRAW = with_deal_fields(
    SIX,
    hands=tuple(FULL_HAND[:22] for _ in range(6)),
    calls=(3, 2, 1, 0, 3, 1),
    down=frozenset({3, 4, 5}),
    melds=tuple(meld for meld in SIX_LAID.deal.melds if meld.owner in (3, 4, 5)),
)
"""Six players, of whom three are down; every hand as full as it can be."""
FULL_CALLED = after_lines(FULL_BEFORE_THE_DRAW, "2 call")
FULL_TURN = with_deal_fields(FULL_BEFORE_THE_DRAW, phase=Phase.ACT, hands=(FULL_HAND, *[FULL_HAND[:22]] * 5))
FULL_CONTRACT = with_deal_fields(
    FULL_TURN,
    hands=(
        (
            *(f"{suit}{rank}" for suit in "SHDC" for rank in "2345"),
            "S7b",
            "S9b",
            "H7b",
            "H9b",
            "D7b",
            "D9b",
            "XX",
        ),
        *[FULL_HAND[:22]] * 5,
    ),
)
"""A hand as full as it can be that holds four fours."""
FULL_AMONG_MELDS = with_deal_fields(
    FULL_TURN, down=frozenset(range(6)), melds=(*DOWN.deal.melds, *SIX_LAID.deal.melds[4:])
)
"""The player in turn is down, twenty-two melds lie on the table, and cards of the hand fit some."""

FULL_SHEET = replace_fields(
    with_deal_fields(
        deal_game(players=6, deals=[1, 2, 3, 4, 5, 6, 7, 8, 9]),
        phase=Phase.OVER,
        number=9,
        contract_number=9,
        out=5,
        hands=((),) * 6,
    ),
    results=tuple(
        result_of(
            game,
            contract_of(game),
            tuple(0 if seat == game % 6 else 132 + 23 * seat for seat in range(6)),
            options(),
            out=game % 6,
            bent=game % 2 == 0,
            calls=(3, 2, 1, 0, 3, 1),
            facts={},
            deals=(game,),
        )
        for game in range(1, 10)
    ),
    totals=tuple(1234 + 111 * seat for seat in range(6)),
)
"""Six players after nine deals, every column as wide as it comes."""

GONE_OUT = after_lines(after_the_draw("C9", melds=("S5 H5 D5",)), "0 discard C9")
"""Three players after the only deal, of whom the first went out."""
FULL_HANDS_LEFT = after_lines(
    with_deal_fields(
        SIX,
        phase=Phase.ACT,
        hands=(("C9",), *[FULL_HAND[:22]] * 5),
        down=frozenset({0}),
    ),
    "0 discard C9",
)
"""Six players after a deal in which five were left with as many cards as they can hold."""


def table_of(state: State) -> Table:
    """A table of people in this state, without a database."""
    kinds = ("person",) * state.players
    table = imagine_table(kinds, lambda _table: True, key="kalooki", options={"deals": [1]})
    return replace(table, options=state.options, state=replace_fields(table.state, game_state=state))
