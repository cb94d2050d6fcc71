"""The open decisions of a deal and their choices. No window depends on a card that is covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.cards import JOKER, SUITS, Card, rank_of, show_cards, suit_of
from games.engine.game import Pending
from games.engine.kan import legal, opening, play
from games.engine.kan.legal import HEIGHT
from games.engine.kan.opening import MAX_CARDS_SHOWN
from games.engine.kan.options import Options
from games.engine.kan.scoring import ENDS, outcomes, score_lines, sum_lines
from games.engine.kan.state import FACE_ORDER, Deal, End, Phase, State
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.view import Choice
from games.engine.words import text

CANCEL_SECONDS: Final = 10
"""Seconds in which the opponents may cancel a deal of all aces and the joker."""
ANNOUNCEMENT_CHOICES: Final = (
    Choice({"do": "stop"}, text("choose_stop"), "go"),
    Choice({"do": "juuroku"}, text("choose_juuroku"), "bold", confirm=True),
)


def pending(state: State) -> Mapping[Actor, Pending]:
    """The house deals and swaps, the kan pair speaks at once, then one seat at a time."""
    deal = state.deal
    if state.over:
        return {}
    if deal is None or deal.phase is Phase.OVER:
        return {HOUSE: Pending(f"{1 if deal is None else deal.number + 1}.deal", "deal")}
    window = f"{deal.number}.{deal.phase.value}"
    match deal.phase:
        case Phase.SWAP:
            return {HOUSE: Pending(window, "swap", at_once=True)}
        case Phase.GIVE:
            return {deal.kan[1]: Pending(window, "arrange", listed=False)}
        case Phase.CALL:
            words = dict(deal.words)
            return {seat: Pending(window, "choose") for seat in deal.kan if seat not in words}
        case Phase.SHOW:
            return {deal.shower: Pending(window, "arrange", listed=False)}
        case Phase.TRUMP:
            return {deal.namer: Pending(window, "choose", listed=False)}
        case Phase.CANCEL:
            waiting: dict[Actor, Pending] = dict.fromkeys(
                play.seats_to_cancel(deal), Pending(window, "claim", must=False)
            )
            closing = Pending(f"{deal.number}.close", "close", seconds=CANCEL_SECONDS, implied=True)
            return {**waiting, HOUSE: closing}
        case Phase.ANNOUNCE:
            return {deal.to_play: Pending(window, "choose")}
        case _:
            cards = len(deal.tricks) * len(deal.ring) + len(deal.trick)
            return {deal.to_play: Pending(f"{deal.number}.card{cards}", "play")}


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The choices of the seat. A joker that is led is there once for each suit it can ask for."""
    deal = state.deal
    if deal is None or seat not in pending(state):
        return ()
    hand = deal.hands[seat]
    match deal.phase:
        case Phase.GIVE:
            return tuple(
                Choice({"do": "give", "card": card}, text("choose_give", card=card)) for card in hand
            )
        case Phase.CALL:
            words = opening.CALL_WORDS
            if state.options.lead_call == "first_call":
                return tuple(Choice({"do": word}, text(f"choose_{word}_first")) for word in words)
            return tuple(Choice({"do": word}, text(f"choose_{word}")) for word in words)
        case Phase.SHOW:
            return tuple(_showing(groups) for groups in opening.possible_showings(hand, state.options))
        case Phase.TRUMP:
            return tuple(
                Choice({"do": "trump", "suit": suit}, text("choose_trump", suit=suit)) for suit in SUITS
            )
        case Phase.ANNOUNCE:
            return ANNOUNCEMENT_CHOICES
        case Phase.CANCEL:
            return (Choice({"do": "cancel"}, text("choose_cancel"), "bold", confirm=True),)
        case _:
            return tuple(choice for card in playable(deal, seat) for choice in _plays(deal, card))


def playable(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """The cards the seat may play; it must be its turn."""
    return legal.playable(deal.hands[seat], play.trick_number(deal), deal.suit_to_follow)


def _plays(deal: Deal, card: Card) -> list[Choice]:
    if card == JOKER and not deal.trick:
        return [
            Choice({"do": "play", "card": card, "suit": suit}, text("choose_asked", suit=suit))
            for suit in SUITS
        ]
    return [Choice({"do": "play", "card": card}, text("choose_card", card=card))]


# The usual showing is judgement, no rule: it has a button of its own, and bots show so.

HONOURS: Final[Mapping[str, float]] = {"A": 2.0, "K": 1.3, "Q": 0.8, "J": 0.5}
"""The worth of an honour in trumps beside the length of the suit."""


def usual_showing(hand: Sequence[Card], options: Options) -> tuple[tuple[Card, ...], ...]:
    """The two highest cards of the best suit, together or, where two showings are asked, one after the other: a single
    card twice."""
    suit = max(SUITS, key=lambda suit: (_strength(suit, hand), suit))
    highest = sorted((card for card in hand if suit_of(card) == suit), key=lambda card: -HEIGHT[card])[
        :MAX_CARDS_SHOWN
    ]
    if options.show_rule == "two_required":
        return (highest[0],), (highest[-1],)
    return (tuple(sorted(highest, key=FACE_ORDER.__getitem__)),)


def _strength(suit: str, hand: Sequence[Card]) -> float:
    return sum(1.0 + HONOURS.get(rank_of(card), 0.0) for card in hand if suit_of(card) == suit)


def offered_showings(deal: Deal, seat: Seat, options: Options) -> tuple[Choice, ...]:
    """The showings with a button of their own: the usual one, and none where that is allowed. Any other is put together
    from the hand."""
    groups = usual_showing(deal.hands[seat], options)
    label = text("choose_show_these" if len(groups) == 1 else "choose_show_these_apart")
    usual = _showing(groups)._replace(label=label, tone="go")
    return (usual,) if options.show_rule == "two_required" else (usual, _showing(()))


def _showing(groups: tuple[tuple[Card, ...], ...]) -> Choice:
    data = {"do": "show", "cards": ";".join(map(show_cards, groups))}
    cards = [card for group in groups for card in group]
    if not cards:
        return Choice(data, text("choose_show_none"))
    if len(cards) == 1:
        return Choice(data, text("choose_show_one", card=cards[0]))
    if len(groups) == 1:
        return Choice(data, text("choose_show_both", card=cards[0], other_card=cards[1]))
    if cards[0] == cards[1]:
        return Choice(data, text("choose_show_twice", card=cards[0]))
    return Choice(data, text("choose_show_apart", card=cards[0], other_card=cards[1]))


def at_stake(state: State, deal: Deal) -> Mapping[str, str]:
    """The score of the round, with its sign, for a player of the side that chooses between stopping and all sixteen:
    `stopped`, `made` and `failed`."""
    side = deal.decided
    assert side is not None
    ends = {
        "stopped": play.ENDS_BY_STOP[side],
        "made": play.ENDS_MADE[side],
        "failed": play.ENDS_FAILED[side],
    }
    return {word: _round_score(state, end, side) for word, end in ends.items()}


def _round_score(state: State, end: End, side: int) -> str:
    outcome = ENDS[end.value]
    points = sum_lines(score_lines([*outcomes(state.done), outcome], state.options))[side]
    return f"{points:+d}".replace("-", "−")
