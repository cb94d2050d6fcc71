"""Open decisions of Kalooki and the choices in each. The seats that may call follow from what
everybody sees, so a window that is open or closed tells nothing about a hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

from games.engine.actions import Arrange, Data, Place
from games.engine.cards import Card
from games.engine.game import Pending
from games.engine.kalooki import drawing, finding, melds, turn
from games.engine.kalooki.contracts import Contract
from games.engine.kalooki.melds import Meld
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import Deal, Phase, State
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.view import Choice, Tone
from games.engine.words import Text, text

PASS: Final[Data] = {"do": "pass"}
CALL_SECONDS: Final = 6
"""How long a draw window waits for those who may call."""
LAYINGS: Final = 1
"""Layings searched for of a contract: one is enough to propose."""
MORE: Final = (Contract(1, 0), Contract(0, 1))
"""The melds that a seat which is down may lay: a three or a four."""
TONES: Final[Mapping[str, Tone]] = {
    "take": "go",
    "stock": "go",
    "refuse": "go",
    "allow": "go",
    "call": "go",
    "end": "go",
}
COLUMNS: Final[Mapping[str, Literal[1, 2]]] = {
    "take": 1,
    "call": 1,
    "refuse": 1,
    "end": 1,
    "stock": 2,
    "pass": 2,
    "allow": 2,
}
"""Where the button of each word stands: the discard is always had on the left and left to somebody else on the right,
also where a call comes between the two questions of a draw. Who may end a turn is down, so that the left is free."""


def pending(state: State) -> Mapping[Actor, Pending]:
    """The actors and their windows. The player in turn must act, callers may; the house closes their window."""
    deal = state.deal
    if state.over:
        return {}
    if deal is None or deal.phase is Phase.OVER:
        return {HOUSE: Pending(f"{1 if deal is None else deal.number + 1}.deal", "deal")}
    if deal.phase is Phase.RESHUFFLE:
        return {HOUSE: Pending(f"{deal.number}.stock{deal.reshuffles}", "reshuffle", at_once=True)}
    window = f"{deal.number}.turn{deal.turns}"
    if deal.phase is Phase.ACT:
        return {deal.turn: Pending(f"{window}.act{deal.steps}", "play")}
    if deal.phase is Phase.ANSWER:
        return {deal.turn: Pending(f"{window}.answer", "choose")}
    return _in_the_draw_window(deal, state.options, window)


def _in_the_draw_window(deal: Deal, options: Options, window: str) -> Mapping[Actor, Pending]:
    waiting: dict[Actor, Pending] = {}
    words = drawing.turn_words(deal)
    if words:
        stage = ".asked" if deal.asked else ".settled" if deal.settled else ""
        waiting[deal.turn] = Pending(f"{window}.draw{stage}", "choose", must="stock" in words)
    silent = drawing.silent_callers(deal, options)
    if silent:
        waiting |= dict.fromkeys(silent, _call(window))
        waiting[HOUSE] = Pending(f"{window}.close", "close", seconds=CALL_SECONDS)
    return waiting


def _call(window: str) -> Pending:
    return Pending(f"{window}.call", "choose", must=False, default=PASS, declinable=True)


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The choices of the seat now. Of melds to lay one proposal, though others may be laid too."""
    deal = state.running
    if deal is None:
        return ()
    if seat != deal.turn:
        silent = drawing.silent_callers(deal, state.options)
        return tuple(map(_word, drawing.CALL_WORDS)) if seat in silent else ()
    if deal.phase is Phase.ANSWER:
        return tuple(_word(word, _answer_label(deal, state.options, word)) for word in drawing.ANSWERS)
    if deal.phase is not Phase.ACT:
        return tuple(map(_word, drawing.turn_words(deal)))
    return (*_layings(deal, state.options), *_placings(deal, state.options), *_endings(deal))


def _word(word: str, label: Text | None = None) -> Choice:
    label, tone = label or text(f"choose_{word}"), TONES.get(word, "quiet")
    return Choice({"do": word}, label, tone, listed=word != "end", column=COLUMNS[word])


def _answer_label(deal: Deal, options: Options, word: str) -> Text:
    """The answer to a call in words: who has the card then."""
    if word == "allow":
        return text("choose_allow", seat=deal.called[0])
    return text("choose_refuse" if options.refuse_means == "take_discard" else "choose_refuse_free")


def layings(deal: Deal, options: Options) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """Melds the player in turn could lay: the contract, or one meld more."""
    hand = deal.hands[deal.turn]
    if not deal.is_down:
        found = finding.layings(hand, deal.contract, options, most=LAYINGS)
    else:
        found = _further_melds(hand, turn.own_melds(deal, deal.turn), options)
    keeps = options.final_discard == "required"
    return tuple(laid for laid in found if not keeps or sum(map(len, laid)) < len(hand))


def _further_melds(
    hand: Sequence[Card], own: Collection[Meld], options: Options
) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """Each meld that this hand makes beside the player's own, as a laying of it alone."""
    ranks = {meld.sign for meld in own if not meld.is_four}
    suits = {meld.sign for meld in own if meld.is_four}
    return tuple(
        laid
        for more in MORE
        for laid in finding.layings(hand, more, options, ranks=ranks, suits=suits, most=LAYINGS)
    )


def proposal(deal: Deal, options: Options, *, most: int) -> tuple[tuple[Card, ...], ...]:
    """Up to `most` melds the player in turn could lay at once: those of the first laying, threes before fours, then
    what the rest of the hand makes. Empty where nothing can be laid."""
    hand, keeps = deal.hands[deal.turn], options.final_discard == "required"
    laid = sorted((meld for first in layings(deal, options)[:1] for meld in first), key=melds.is_run)
    while laid and len(laid) < most:
        read = (melds.read_meld(deal.turn, cards, options) for cards in laid)
        own = [*turn.own_melds(deal, deal.turn), *(meld for meld in read if meld is not None)]
        rest = [card for card in hand if not any(card in cards for cards in laid)]
        found = [more for (more,) in _further_melds(rest, own, options) if not keeps or len(more) < len(rest)]
        if not found:
            break
        laid.append(found[0])
    return tuple(laid)


def _layings(deal: Deal, options: Options) -> list[Choice]:
    return [
        Choice(
            Arrange("lay", laid, "melds").data(),
            text("choose_lay", count=len(laid)) if len(laid) > 1 else text("choose_lay_one"),
            "bold",
            listed=False,
        )
        for laid in layings(deal, options)
    ]


def _placings(deal: Deal, options: Options) -> list[Choice]:
    places = [("tack", place) for place in turn.tacks(deal, options)]
    places += [("shift", place) for place in turn.shifts(deal, options)]
    return [
        Choice(
            Place(place.card, str(place.meld), place.end, word, "meld").data(),
            _placing(deal, word, place.card, deal.melds[place.meld].owner),
            listed=False,
        )
        for word, place in places
    ]


def _placing(deal: Deal, word: str, card: Card, owner: Seat) -> Text:
    own = word == "tack" and owner == deal.turn
    return text("choose_tack_own", card=card) if own else text(f"choose_{word}", card=card, seat=owner)


def _endings(deal: Deal) -> list[Choice]:
    discards = [
        Choice(Place(card, word="discard").data(), text("choose_discard", card=card))
        for card in turn.discards(deal)
    ]
    return [*discards, _word("end")] if turn.may_end(deal) else discards
