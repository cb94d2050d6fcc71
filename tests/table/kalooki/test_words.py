"""Every word of Kalooki can be said from its screen by plain forms, and every place shows what a meld would become."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

import pytest

from games.engine.actions import Arrange, Data
from games.engine.kalooki.game import VOCABULARY
from games.engine.kalooki.state import State
from games.engine.seats import Seat
from games.table.log.folding import GAME
from games.table.log.loading import Table
from games.table.review.evidence import Step
from games.table.review.happenings import draw_happenings, happening
from games.table.screen import rendering
from games.table.screen.narration import Narrator
from games.table.sockets.submissions import read_fields
from tests.engine.kalooki.table import KALOOKI, after_lines, after_the_draw
from tests.table.kalooki.tables import (
    BEFORE_THE_DRAW,
    CALLED,
    DOWN,
    HOLDS_THE_CONTRACT,
    ONLY_JOKERS,
    table_of,
)
from tests.table.plain_forms import Form, forms_of
from tests.table.play import imagine_table

BY_THE_HOUSE = {"deal", "reshuffle", "close"}
ANSWERS = ("hand", "answer", "answer-arrange", "answer-proposal", "answer-place")


def page_of(state: State, seat: Seat) -> str:
    return str(rendering.whole_table(table_of(state), seat=seat, talk=(), language="en"))


def sayable(state: State, seat: Seat) -> Iterator[Data]:
    """The data the buttons of the page send without a script; of the hand the cards that may be played."""
    for form in forms_of(page_of(state, seat)):
        if form.id in ANSWERS:
            yield from _data_sent(form)


def _data_sent(form: Form) -> Iterator[Data]:
    for button in form.buttons or [("", "")]:
        yield read_fields(dict(form.pressed(button))).data


@pytest.mark.parametrize(
    ("state", "seat", "words"),
    [
        (BEFORE_THE_DRAW, 0, {"take", "stock"}),
        (BEFORE_THE_DRAW, 1, {"call", "pass"}),
        (CALLED, 0, {"allow", "refuse"}),
        (HOLDS_THE_CONTRACT, 0, {"lay", "discard"}),
        (DOWN, 0, {"lay", "tack", "shift", "discard"}),
        (ONLY_JOKERS, 0, {"end"}),
    ],
)
def test_a_word_that_can_be_said_has_a_button(state: State, seat: Seat, words: set[str]) -> None:
    found = list(sayable(state, seat))
    offered = [dict(choice.data) for choice in KALOOKI.choices(state, seat)]
    assert {data["do"] for data in offered} == words
    assert [data for data in offered if data not in found] == []


def test_no_word_is_left_out() -> None:
    met = {
        data["do"]
        for state in (BEFORE_THE_DRAW, CALLED, HOLDS_THE_CONTRACT, DOWN, ONLY_JOKERS)
        for seat in range(state.players)
        for data in map(dict, (choice.data for choice in KALOOKI.choices(state, seat)))
    }
    assert met == set(VOCABULARY) - BY_THE_HOUSE


@pytest.mark.parametrize("seed", range(3))
def test_in_a_deal_of_bots_every_choice_can_be_sent_by_a_form(seed: int) -> None:
    """Every choice of every seat at every fifth step; of the melds to lay the first proposal."""
    steps = 0

    def checked(table: Table) -> bool:
        nonlocal steps
        state: State = table.state.game_state
        steps += 1
        if steps % 5 == 0:
            for seat in range(state.players):
                choices = [dict(choice.data) for choice in KALOOKI.choices(state, seat)]
                found = list(sayable(state, seat)) if choices else []
                lays = [data for data in choices if data["do"] == "lay"][1:]
                assert [data for data in choices if data not in found and data not in lays] == []
        return not table.running or bool(state.results)

    imagine_table(("bot",) * 4, checked, rng=Random(seed), key="kalooki", options={"deals": [1]})
    assert steps > 20


def test_a_place_says_what_the_meld_becomes() -> None:
    view = KALOOKI.view(after_the_draw("H7 S2", melds=("H6 XX H8 H9",)), 0)
    (shift,) = [place for place in view.prompt.place if place.word == "shift"]
    assert [[laid.card for laid in cards] for cards in shift.becomes] == [["H6", "H7", "H8", "H9", "XX"]]
    assert shift.becomes[0][-1].stands_for == "HT"


def test_the_proposal_fills_the_slots_in_their_order() -> None:
    state = after_the_draw("S5 H5 D5 C4 C5b C6 C7 S9 D9 H9 S2", down=False, contract_number=2)
    zone = KALOOKI.view(state, 0).prompt.arrange
    assert zone is not None
    assert [len(cards) for cards in zone.proposal] == [3, 3, 4]
    assert KALOOKI.apply(
        state, 0, KALOOKI.parse({"do": "lay", "melds": ";".join(map(" ".join, zone.proposal))})
    )


THREES_AND_MORE = "S5 H5 D5 S7 H7 D7 S9 H9 D9"


@pytest.mark.parametrize(
    ("hand", "down", "proposed"),
    [
        ("S5 H5 D5 C4 C5b C6 C7 S9 S2", False, None),
        (f"{THREES_AND_MORE} SQ HQ DQ S2", False, [*"579", "Q"]),
        (f"{THREES_AND_MORE} SQ HQ DQ SJ HJ DJ S2", False, [*"579", "J", "Q"]),
        (f"{THREES_AND_MORE} SQ HQ S2", False, [*"579"]),
        ("SK HK S2", True, None),
        ("SQ HQ DQ SJ HJ DJ S2", True, ["J", "Q"]),
    ],
    ids=["no contract", "a set more", "two more", "a pair more", "fits own kings only", "down"],
)
def test_the_proposal_is_all_that_can_be_laid_at_once_and_nothing_is_asked_where_nothing_can(
    hand: str, down: bool, proposed: list[str] | None
) -> None:
    """Cards that fit a meld on the table are added to it one by one: a second three of its rank may not be laid."""
    state = after_the_draw(hand, down=down, melds=("CK CKb DK",) if down else ())
    zone = KALOOKI.view(state, 0).prompt.arrange
    assert (zone and [cards[0][1] for cards in zone.proposal]) == proposed
    if zone:
        laid = ";".join(map(" ".join, zone.proposal))
        assert KALOOKI.apply(state, 0, KALOOKI.parse({"do": "lay", "melds": laid}))


@pytest.mark.parametrize(
    ("put", "lies"),
    [
        ("S5 S7 S8 XX", "S5 XX S7 S8"),
        ("S8 S7 S6 S5", "S5 S6 S7 S8"),
        ("SA SK XX SJ", "SJ XX SK SA"),
        ("SA S2 S4 XX", "SA S2 XX S4"),
        ("S9 XX S6 XXb", "S9 XX S6 XXb"),
        ("S5 S6 S7 XX", "S5 S6 S7 XX"),
        ("H5 XX S5", "H5 XX S5"),
        ("H5 S6 D7 C8", "H5 S6 D7 C8"),
    ],
)
def test_cards_put_together_without_a_script_lie_in_a_legal_order_where_there_is_one(
    put: str, lies: str
) -> None:
    """Two jokers never come to lie side by side; cards that are no meld are refused as they were put."""
    fields = {"do": ["lay"], "any_order": ["yes"], "melds": [""], "arranged_as": ["melds"]}
    data = read_fields({**fields, "arranged": [f"1 {card}" for card in put.split()]}).data
    action = KALOOKI.parse(data)
    assert isinstance(action, Arrange)
    assert " ".join(action.groups[0]) == lies
    assert "any_order" not in action.data()


def narrate_step(state: State, line: str) -> tuple[Narrator, Step]:
    """A step of seat 0 in words for a review."""
    word, _blank, rest = line.partition(" ")
    after = after_lines(state, f"0 {line}")
    narrator = Narrator(KALOOKI, ("Anna", "Bram", "Cleo"), (0, 1, 2), ((0,), (1,), (2,)))
    data = {"do": word, **({"melds": rest} if rest else {})}
    at = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
    return narrator, Step(7, 0, GAME, data, at, "person", None, state, after)


def test_a_look_back_says_a_laying_in_words_also_where_it_was_not_the_proposal() -> None:
    narrator, step = narrate_step(HOLDS_THE_CONTRACT, "lay S5 H5 D5;S8 H8 XX;C9 D9 H9b")
    laid = happening(narrator, step)
    assert laid is not None
    assert (laid.name, laid.words) == ("Anna", "Lay it down")
    assert [card.card for card in laid.cards] == ["S5", "H5", "D5", "S8", "H8", "XX", "C9", "D9", "H9b"]


def test_a_look_back_shows_every_card_that_was_drawn() -> None:
    narrator, step = narrate_step(BEFORE_THE_DRAW, "take")
    (one,) = draw_happenings(narrator, step)
    assert (one.name, one.words) == ("Anna", "draws")
    assert [card.card for card in one.cards] == ["S2"]
