"""Tables of Kan that stand still, one for every phase of a round, with the seat that looks (None: a spectator)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from games.engine.game import replace_fields
from games.engine.kan import Kan
from games.engine.kan.scoring import result_of
from games.engine.kan.state import PACK, SCORING_CARDS, Deal, End, Phase, State
from games.engine.options import read_options
from games.engine.seats import HOUSE, Seat
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import Sitter, TableState
from tests.engine.kan.positions import (
    KAN,
    SHOWN,
    after_moves,
    cancellable,
    deal_first,
    later,
    second_deal,
    to_act,
    with_deal,
)

NAMES: Final = ("Aafke", "Bartholomeus", "Ceciel", "Douwe", "Ferdinand")
COURTS: Final = tuple(sorted(SCORING_CARDS, key=lambda card: ("AKQJ".index(card[1]), card[0])))


def kan_table(state: State) -> Table:
    """A running table with this state, four people and a bot."""
    sitters = tuple(
        Sitter(seat, seat + 1, NAMES[seat], "bot" if seat == 2 else "person") for seat in range(5)
    )
    return Table(
        match_id=9,
        code="BCDFGH",
        game=Kan(),
        options=state.options,
        status=Match.Status.RUNNING,
        phrases_on=True,
        chat_on=False,
        signals="",
        sitters=sitters,
        state=TableState(seq=5, game_state=state),
    )


def play_on(state: State, cards: int, seed: int = 3) -> State:
    """The state after so many cards, each chosen by chance among the legal ones."""
    chance = Random(seed)
    for _ in range(cards):
        actor = to_act(state)
        assert actor != HOUSE
        choice = chance.choice(KAN.choices(state, actor))
        state = KAN.apply(state, actor, KAN.parse(choice.data))
    return state


def mix_hands(seed: int = 1) -> tuple[str, ...]:
    """Five hands as chance deals them."""
    cards = Random(seed).sample(PACK, len(PACK))
    return tuple(" ".join(cards[place::5]) for place in range(5))


def others_have_nothing(side: int) -> State:
    """The moment at which the winner of the trick stops or goes for all sixteen; the other side has nothing."""
    taken = COURTS[: 9 if side == 0 else 8]
    state = play_on(second_deal(*mix_hands()), 10)
    winner: Seat = 0 if side == 0 else 1
    captured = (taken, ()) if side == 0 else ((), taken)
    return with_deal(
        state, phase=Phase.ANNOUNCE, decided=side, captured=captured, to_play=winner, leader=winner, trick=()
    )


def joker_leads() -> State:
    """A trick begun by the joker, which asks for hearts."""
    state = play_on(second_deal("SA S7 S5", "", "H8 XX", "", ""), 5, seed=5)
    assert state.deal is not None
    state = with_deal(state, to_play=2, leader=2)
    return play_on(after_moves(state, "XX:H"), 2)


def ninth_trick() -> State:
    """The lead to the ninth trick, by the seat that still has the joker."""
    state = second_deal("", "", "XX", "", "")
    hands = (("S4", "S3"), ("H8", "C9"), ("XX", "HA"), ("DT", "D4"), ("C3", "S2"))
    seen = play_on(state, 20).deal
    assert seen is not None
    taken = (COURTS[:6], COURTS[6:13])
    without_joker = [trick for trick in seen.tricks if "XX" not in trick.cards]
    tricks = tuple((without_joker * 8)[:8])
    return with_deal(
        state, hands=hands, tricks=tricks, captured=taken, to_play=2, leader=2, trick=(), suit_to_follow=None
    )


def closed_round(*deals: tuple[bool, End], rounds: int = 10, number: int = 3) -> State:
    """A round just written down after some others."""
    options = read_options(Kan.Options, {"rounds": rounds})
    done = [(True, End.PLAYED), (True, End.JUUROKU_FAILED)]
    before = [
        result_of(
            one, ((one + 1) % 5, (one + 3) % 5), done if one % 2 else [(False, End.PLAYED)], options, facts={}
        )
        for one in range(1, number)
    ]
    last = result_of(number, (0, 2), deals, options, facts={}, trump="H")
    results = (*before, last)
    totals = tuple(sum(one.score[seat] for one in results) for seat in range(5))
    hands: tuple[tuple[str, ...], ...] = ((), (), (), (), ())
    deal = Deal(
        number=7,
        place=len(deals),
        dealer=3,
        ring=(0, 1, 2, 3, 4),
        kan=(0, 2),
        hands=hands,
        phase=Phase.OVER,
        trump="H",
        won=deals[-1][0],
        end=deals[-1][1],
    )
    return State(options, round=number, deal=deal, results=results, totals=totals)


FIRST: Final = ("XX SK", "", "SA", "", "")
STRUCK: Final = ((True, End.SUKONKU), (True, End.SUKONKU), (False, End.GYAKU_SUKONKU))
DOUBLED: Final = ((True, End.SUKONKU), (True, End.GYAKU_JUUROKU_FAILED), (True, End.PLAYED))


def phases() -> Mapping[str, tuple[State, Seat | None]]:
    """Every phase that looks different, by name."""
    first = deal_first(*FIRST, rounds=10)
    shown = after_moves(later(*SHOWN), "show:SA;S7")
    played = after_moves(first, "iku", "koi")
    return {
        "call": (first, 0),
        "first call": (deal_first(*FIRST, rounds=10, lead_call="first_call"), 0),
        "first call of others": (deal_first(*FIRST, rounds=10, lead_call="first_call"), 1),
        "two required": (later(*SHOWN, show_rule="two_required"), 0),
        "cancel": (cancellable(shippo_jo="on"), 1),
        "cancel of others": (cancellable(shippo_jo="on"), 0),
        "spoken": (after_moves(first, "iku"), 2),
        "opened": (played, 4),
        "give": (deal_first("XX CA", rounds=10), 2),
        "lead": (played, 0),
        "first card of mukan": (play_on(played, 2), 3),
        "show": (later(*SHOWN), 0),
        "shown to me": (shown, 2),
        "shown to others": (shown, 1),
        "trick": (play_on(second_deal(*mix_hands()), 28), to_act_after(28)),
        "watched": (play_on(second_deal(*mix_hands()), 33), None),
        "joker": (joker_leads(), 4),
        "ninth": (ninth_trick(), 2),
        "ninth of others": (ninth_trick(), 1),
        "stop or juuroku": (others_have_nothing(0), 0),
        "stop or gyaku": (others_have_nothing(1), 1),
        "juuroku": (play_on(after_moves(others_have_nothing(0), "juuroku"), 3), 3),
        "gyaku juuroku": (play_on(after_moves(others_have_nothing(1), "juuroku"), 3), 2),
        "struck": (closed_round(*STRUCK), 0),
        "doubled": (closed_round(*DOUBLED), 1),
        "over": (replace_fields(closed_round(*DOUBLED, rounds=3), deal=closed_round(*DOUBLED).deal), 4),
    }


def to_act_after(cards: int) -> Seat:
    """The seat to play after so many cards of the usual deal."""
    actor = to_act(play_on(second_deal(*mix_hands()), cards))
    assert actor != HOUSE
    return int(actor)
