"""The view of a Rosbiratschka table for one viewer, built from an allow-list; hands only of the viewer's own
seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.engine.cards import SUITS, Card, rank_of, suit_of
from games.engine.club import places
from games.engine.errors import Refusal
from games.engine.game import replace_fields
from games.engine.rosbiratschka import play, scoring, windows
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.state import COLUMNS, HEIGHT, SEATS, Contract, Round, State
from games.engine.seats import Seat
from games.engine.trick_taking import Trick, cards_left_of, code_of_waiting, sorted_hand, winning_place
from games.engine.view import HeldCard, Prompt, SeatZone, TrickZone, View
from games.engine.words import Text, text
from games.engine.zones import LineZone, PosterZone, RowZone, RunningZone

NOTHING_YET: Final = View(
    game="rosbiratschka",
    viewer=None,
    phase="deal",
    round=0,
    rounds=None,
    totals=(),
    seats=(),
    contract=None,
    prompt=Prompt(text("prompt_deal")),
    sides=SEATS,
    columns=COLUMNS,
    ring=SEATS,
)
"""The constant fields of a view of Rosbiratschka; `replace_fields` fills in the rest."""
NOTHING_TAKEN: Final[Sequence[Text | None]] = (None, None, None, None)
PIPS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
"""The signs of the suits, which are short enough for what a seat says on a phone."""
POSTERS: Final[dict[Contract, tuple[Card, ...]]] = {
    Contract.NO_TRICKS: ("S9", "SJ", "SK", "SA"),
    Contract.NO_HEARTS: ("H8", "HT", "HQ", "HA"),
    Contract.NO_JACKS: ("SJ", "HJ", "CJ", "DJ"),
    Contract.KING: ("HK",),
    Contract.HUNDRED: ("CA", "DT", "SK"),
    Contract.LAYOUT: ("HT", "HJ", "HQ"),
}
"""The cards on the poster of each contract."""
MAX_HANDS_KEPT: Final = 4000
"""Hands kept sorted: three of four do not change from one move to the next."""


def view(state: State, viewer: Seat | None, public: View | None = None) -> View:
    """The table for a seat, or for a spectator (None). Nothing depends on a card the viewer may not see."""
    public = public or _public(state)
    if viewer is None:
        return public
    hand = _hand(state, state.round, viewer) if state.round else ()
    return replace_fields(public, viewer=viewer, prompt=_prompt(state, viewer), hand=hand)


def _public(state: State) -> View:
    round_ = state.round
    taken = _penalty_texts(round_) if round_ else NOTHING_TAKEN
    return replace_fields(
        NOTHING_YET,
        phase=_phase(state),
        round=round_.number if round_ else 0,
        rounds=scoring.rounds(state.options),
        totals=state.totals,
        seats=tuple([_seat_zone(state, seat, taken[seat]) for seat in SEATS]),
        prompt=_prompt(state, None),
        trick=_trick(round_) if round_ else None,
        last_trick=_finished_trick(len(round_.tricks), round_.tricks[-1])
        if round_ and round_.tricks
        else None,
        played=round_.seen if round_ and not round_.closed else (),
        results=state.results,
        deal=round_.number if round_ else 0,
        places=places(state.totals, "low") if state.over else (),
        over=state.over,
        options=state.options,
        label=round_.contract.label if round_ else None,
        hand_word="place" if round_ and round_.contract is Contract.LAYOUT else "play",
        rows=_rows(round_) if round_ and round_.contract is Contract.LAYOUT else (),
        running=_running_zone(round_) if round_ and round_.contract is Contract.HUNDRED else None,
        poster=_poster(round_, state.options) if round_ and round_.untouched and not round_.closed else None,
    )


def _poster(round_: Round, options: Options) -> PosterZone:
    """What the contract avoids, and what that costs."""
    contract = round_.contract
    code = f"{contract.value}_{options.hundred_line}" if contract is Contract.HUNDRED else contract.value
    shunned = contract not in (Contract.HUNDRED, Contract.LAYOUT)
    return PosterZone(contract.label, text(f"poster_{code}"), POSTERS[contract], shunned)


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if state.round is None:
        return "deal"
    return "closed" if state.round.closed else "play"


def _to_act(state: State, seat: Seat) -> bool:
    return seat in windows.pending(state)


def _seat_zone(state: State, seat: Seat, taken: Text | None) -> SeatZone:
    round_ = state.round
    if round_ is None:
        return SeatZone(seat, seat, 0, dealer=False, to_act=False, word=None)
    return SeatZone(
        seat=seat,
        side=seat,
        cards=len(round_.hands[seat]),
        dealer=seat == round_.dealer,
        to_act=_to_act(state, seat),
        word=_last_word(round_, seat, to_act=_to_act(state, seat)),
        tricks=len([trick for trick in round_.tricks if trick.winner == seat]),
        taken=taken,
    )


def _penalty_texts(round_: Round) -> Sequence[Text | None]:
    """The penalties of each seat so far, as texts; in the layout they are known at the end only."""
    if round_.contract is Contract.LAYOUT:
        return NOTHING_TAKEN
    counts: Sequence[int]
    if round_.contract is Contract.HUNDRED:
        crossed = round_.crossed
        counts = [sum([one.points for one in crossed if one.seat == seat]) for seat in SEATS]
    else:
        counts = scoring.penalty_counts(round_)
    code = f"taken_{round_.contract.value}"
    return [text(code, count=count) if count else None for count in counts]


def _is_drawn_for(round_: Round) -> bool:
    """Whether the cards that were drawn for the first dealer are told: until the first card."""
    return bool(round_.drawn) and round_.untouched


def _last_word(round_: Round, seat: Seat, *, to_act: bool) -> Text | None:
    """The last move of the seat as a text: the card drawn for the first dealer until the first card, a pass until the
    seat is to act again, out of cards, or a line crossed; None for any other."""
    if _is_drawn_for(round_):
        card = round_.drawn[seat]
        return text("said_drew", pip=PIPS[suit_of(card)], rank=rank_of(card))
    if round_.contract is Contract.LAYOUT:
        if not round_.hands[seat]:
            return text("said_out")
        moves = [card for mover, card in round_.laid if mover == seat]
        return text("said_pass") if moves and moves[-1] is None and not to_act else None
    if round_.contract is Contract.HUNDRED and round_.laid and round_.crossed:
        last = round_.crossed[-1]
        if seat == last.seat and round_.laid[-1] == (seat, last.card):
            return text("said_crossed", line=last.line)
    return None


def _trick(round_: Round) -> TrickZone | None:
    """The trick on the table; a finished one stays until the next lead."""
    if round_.trick:
        cards = tuple(((round_.leader + place) % 4, card) for place, card in enumerate(round_.trick))
        winning = cards[winning_place(round_.trick, HEIGHT)][0]
        return TrickZone(len(round_.tricks) + 1, cards, winning, complete=False)
    return _finished_trick(len(round_.tricks), round_.tricks[-1]) if round_.tricks else None


def _finished_trick(number: int, trick: Trick) -> TrickZone:
    cards = tuple(((trick.leader + place) % 4, card) for place, card in enumerate(trick.cards))
    return TrickZone(number, cards, trick.winner, complete=True)


def _rows(round_: Round) -> tuple[RowZone, ...]:
    placed = play.laid_cards(round_)
    latest = round_.seen[-1] if round_.seen else None
    return tuple(
        RowZone(
            suit,
            play.row(suit, placed),
            play.next_cards(suit, placed),
            latest if latest is not None and suit_of(latest[1]) == suit else None,
        )
        for suit in SUITS
    )


def _running_zone(round_: Round) -> RunningZone:
    crossed_by = {crossing.line: crossing.seat for crossing in round_.crossed}
    lines = tuple(LineZone(line, points, crossed_by.get(line)) for line, points in play.LINES)
    return RunningZone(round_.total, round_.seen, lines)


def _hand(state: State, round_: Round, viewer: Seat) -> tuple[HeldCard, ...]:
    """The viewer's cards in screen order, the playable ones marked once it is the viewer's turn."""
    hand = cards_left_of(_in_screen_order(round_.dealt[viewer]), round_.hands[viewer])
    if not _to_act(state, viewer):
        return tuple(HeldCard(card, playable=False) for card in hand)
    playable = windows.playable(round_, state.options, viewer)
    return tuple(
        HeldCard(card, playable=True) if card in playable else HeldCard(card, False, _why_not(round_, card))
        for card in hand
    )


@lru_cache(maxsize=MAX_HANDS_KEPT)
def _in_screen_order(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    return sorted_hand(hand, HEIGHT)


def _why_not(round_: Round, card: Card) -> Text:
    if round_.contract is Contract.LAYOUT:
        return text(play.why_not(card).value)
    return text(Refusal.MUST_FOLLOW_SUIT.value, suit=suit_of(round_.trick[0]))


def _prompt(state: State, viewer: Seat | None) -> Prompt:
    waiting = windows.pending(state).get(viewer) if viewer is not None else None
    round_ = state.round
    aside = text("why_deals") if round_ is not None and _is_drawn_for(round_) else None
    if viewer is None or waiting is None or round_ is None:
        return Prompt(_waiting_text(state), aside=aside)
    words = tuple(choice for choice in windows.choices(state, viewer) if "card" not in choice.data)
    question = _question(round_, must_pass=bool(words))
    return Prompt(question, waiting.window, waiting.must, words, aside=aside)


def _question(round_: Round, *, must_pass: bool) -> Text:
    if must_pass:
        return text("prompt_pass")
    if round_.contract is Contract.LAYOUT:
        return text("prompt_place")
    if round_.contract is Contract.HUNDRED:
        return text("prompt_hundred", total=round_.total)
    return text("prompt_play" if round_.trick else "prompt_lead")


def _waiting_text(state: State) -> Text:
    if state.over:
        return text("prompt_over")
    if state.round is None:
        return text("prompt_deal")
    if state.round.closed:
        return text("prompt_closed", round=state.round.number)
    round_ = state.round
    code = code_of_waiting(round_.trick, round_.tricks) if round_.has_tricks else "wait_play"
    return text(code, seat=round_.to_play)
