"""The rules of the toy game, one position each: proof that the toy has the situations other tests rely on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine import registry
from games.engine.cards import SUITS
from games.engine.errors import IllegalAction, Refusal, RefusalCode
from games.engine.game import replace_fields
from games.engine.log import Entry, replay
from games.engine.options import read_options
from games.engine.record import check_record, write_record
from games.engine.seats import HOUSE
from games.engine.shuffle import SEED_BYTES, VERSION, Randomness, commitment
from tests.engine.playing import play_match
from tests.toy import TOY, Toy
from tests.toy.errors import ToyRefusal
from tests.toy.state import PACK, Phase

pytestmark = pytest.mark.usefixtures("toy")
HANDS = ("S7 S9 SJ SA XX", "H7 H8 H9 HT HJ", "D7 D8 D9 DT DJ", "C7 C8 C9 CT CJ", "S7b H7b D7b C7b SK")
STOCK = "SQ S8 HQ"


def after_lines(state: Any, *lines: str) -> Any:
    """The state after lines such as `0 keep`, `0 meld S7 S9 SJ`, `0 play SA`, `0 place SA m1 high`."""
    for line in lines:
        seat, word, *rest = line.split()
        data = {"do": word}
        if word == "meld":
            data["combinations"] = " ".join(rest)
        elif rest:
            data |= dict(zip(("card", "target", "end"), rest, strict=False))
        state = TOY.apply(state, int(seat), TOY.parse(data))
    return state


def deal_hands(before: Any = None, dealer: int = 0, **options: object) -> Any:
    """A deal with HANDS by seat in the order of play of round one, STOCK on top of the stock."""
    state = before or TOY.start(read_options(TOY.Options, options), 5)
    first = " ".join([*(HANDS[seat] for seat in (0, 2, 4, 1, 3)), STOCK]).split()
    deck = [*first, *(card for card in PACK if card not in first)]
    return TOY.apply(state, HOUSE, TOY.parse({"do": "deal", "dealer": str(dealer), "deck": " ".join(deck)}))


def first_deal_kept(**options: object) -> Any:
    """The first deal, everybody keeping it: seat 0 is to draw."""
    return after_lines(deal_hands(**options), *(f"{seat} keep" for seat in range(5)))


def refusal_of(state: Any, line: str) -> RefusalCode:
    with pytest.raises(IllegalAction) as refusal:
        after_lines(state, line)
    return refusal.value.code


def test_the_pack_has_twins_and_one_joker() -> None:
    assert len(PACK) == len(set(PACK)) == 65
    assert all(f"{suit}7" in PACK and f"{suit}7b" in PACK for suit in SUITS)


def test_a_word_is_sealed_until_all_have_spoken() -> None:
    """Seat 1 sees the same whether seat 0 said keep or throw."""
    one, other = after_lines(deal_hands(), "0 keep"), after_lines(deal_hands(), "0 throw")
    for viewer in (None, 1, 2, 3, 4):
        assert TOY.view(one, viewer) == TOY.view(other, viewer)
    assert TOY.view(one, 1).sealed == (0,)
    assert refusal_of(one, "0 throw") == Refusal.ALREADY_SPOKEN
    opened = after_lines(one, "1 keep", "2 keep", "3 keep", "4 throw")
    assert [seat.word.code for seat in TOY.view(opened, None).seats] == ["said_keep"] * 4 + ["said_throw"]


def test_a_thrown_deal_is_void_and_the_next_one_is_played() -> None:
    throws = [f"{seat} throw" for seat in range(3)]
    void = after_lines(deal_hands(), "3 keep", "4 keep", *throws)
    progress = TOY.progress(void)
    assert (progress.round, progress.deal, progress.void_deals, progress.closed) == (1, 1, (1,), 0)
    assert list(TOY.pending(void)) == [HOUSE]
    again = after_lines(deal_hands(void), "3 throw", "4 throw", *throws)
    assert again.deal.phase is Phase.DRAW
    assert TOY.progress(again).deal == 2


def test_a_thrown_deal_counts_when_the_club_does_not_throw() -> None:
    assert (
        after_lines(deal_hands(throwing="never"), *(f"{seat} throw" for seat in range(5))).deal.phase
        is Phase.DRAW
    )


def test_a_turn_is_draw_lay_place_and_throw_away() -> None:
    state = after_lines(first_deal_kept(), "0 draw", "0 meld S7 S9 SJ", "0 place SQ m1 high")
    assert refusal_of(state, "0 place SA m1 low") == ToyRefusal.DOES_NOT_FIT
    assert refusal_of(state, "0 meld") == Refusal.NOT_NOW
    assert refusal_of(state, "2 draw") == Refusal.NOT_YOUR_TURN
    state = after_lines(state, "0 play SA", "2 take")
    assert "SA" in state.deal.hands[2]
    assert TOY.view(state, 0).melds[0].cards[-1].card == "SQ"


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("S7 S9", ToyRefusal.NOT_A_MELD),
        ("S9 S7 SJ", ToyRefusal.NOT_A_MELD),
        ("S7 S9 S9", Refusal.CARD_USED_TWICE),
        ("S7 S9 SK", Refusal.CARD_NOT_HELD),
    ],
)
def test_what_is_no_meld(cards: str, code: RefusalCode) -> None:
    assert refusal_of(after_lines(first_deal_kept(), "0 draw"), f"0 meld {cards}") == code


def test_the_joker_is_the_ace_where_it_lies() -> None:
    state = after_lines(first_deal_kept(), "0 draw", "0 meld S7 S9 XX")
    assert TOY.view(state, None).melds[0].cards[-1].stands_for == "SA"
    assert (
        refusal_of(after_lines(first_deal_kept(joker="dead"), "0 draw"), "0 meld S7 S9 XX")
        == ToyRefusal.NOT_A_MELD
    )


def test_sides_and_the_ring_change_every_round() -> None:
    state, _ = play_match(TOY, TOY.Options(rounds=5), 1)
    assert [result.sides for result in state.results[:2]] == [(0, 1, 0, 1, 1), (1, 0, 1, 0, 1)]
    assert {sum(result.sides) for result in state.results} == {3}
    assert TOY.progress(state).ring == (4, 1, 3, 0, 2)


class Dearer(Toy):
    """Version 2: every round is worth one point more for everybody."""

    version = 2

    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        after = super().apply(state, actor, action)
        if len(after.results) == len(state.results):
            return after
        *before, last = after.results
        line = replace(last.lines[0], points=(1,) * 5)
        dearer = replace(last, score=tuple(points + 1 for points in last.score), lines=(*last.lines, line))
        return replace_fields(
            after, results=(*before, dearer), totals=tuple(points + 1 for points in after.totals)
        )


def test_a_record_of_either_version_is_checked_by_that_version() -> None:
    """The same deals and moves: two rounds are two points more for everybody in version 2."""
    later, options = Dearer(), TOY.Options(rounds=2)
    players = ["Anna", "Bram", "Cleo", "Daan", "Esra"]
    first, log = play_match(TOY, options, 1)
    entries = [(entry, {}) for entry in log]
    registry.add(later)
    try:
        for game, more in ((TOY, 0), (later, 2)):
            record = write_record(game, options, players=players, entries=entries, proofs=[])
            report = check_record(record, registry.game)
            assert record["version"] == game.version
            assert (report["ok"], report["totals"]) == (True, [each + more for each in first.totals])
    finally:
        registry.remove(later)


def test_a_record_of_a_match_with_a_void_deal_is_checked_deal_by_deal() -> None:
    """With the seeds of the third and fourth deal exchanged the third is named."""
    options, state, entries = TOY.Options(rounds=2, turns=1), None, []
    state = TOY.start(options, 5)
    seeds: list[bytes] = []

    def done(actor: Any, data: dict[str, str]) -> None:
        nonlocal state
        entries.append((Entry(actor, data), {}))
        state = replay(TOY, state, [entries[-1][0]])

    while waiting := TOY.pending(state):
        actor = next(iter(waiting))
        if actor == HOUSE:
            seeds.append(bytes([len(seeds) + 1]) * SEED_BYTES)
            done(HOUSE, TOY.house_action(state, Randomness(seeds[-1])).data())
        elif waiting[actor].window == "1.word":
            done(actor, {"do": "throw"})
        else:
            done(actor, dict(TOY.choices(state, actor)[0].data))
    assert TOY.progress(state).void_deals == (1,)
    assert [result.deals for result in state.results] == [(2, 3), (4, 5)]
    rounds = (1, 1, 1, 2, 2)

    def proofs(*order: int) -> list[dict[str, object]]:
        return [
            {
                "round": round_,
                "deal": deal,
                "shuffle": VERSION,
                "seed": seeds[place].hex(),
                "context": f"TOY1/{deal}",
                "commitment": commitment(seed=seeds[place], context=f"TOY1/{deal}"),
            }
            for deal, (round_, place) in enumerate(zip(rounds, order, strict=True), start=1)
        ]

    def checked(*order: int) -> dict[str, object]:
        players = ["Anna", "Bram", "Cleo", "Daan", "Esra"]
        record = write_record(TOY, options, players=players, entries=entries, proofs=proofs(*order))
        return check_record(record, registry.game, with_choices=True)

    right = checked(0, 1, 2, 3, 4)
    assert right["ok"] is True
    assert right["totals"] == list(state.totals)
    wrong = checked(0, 1, 3, 2, 4)
    assert (wrong["ok"], wrong["code"]) == (False, Refusal.WRONG_PROOF)
    assert "proof of deal 3" in str(wrong["message"])
