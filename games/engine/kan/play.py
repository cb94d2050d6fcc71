"""Cards to tricks, the end of a deal, and what is announced after a shut-out (rules/kan 2, Play and Deciding)."""

from __future__ import annotations

from typing import Final

from games.engine.actions import Play
from games.engine.cards import JOKER, SUITS, Card, suit_of
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.kan import legal
from games.engine.kan.errors import KanRefusal
from games.engine.kan.options import Options
from games.engine.kan.state import HAND_SIZE, KAN, SCORING_CARDS, Deal, End, Phase, other_side, without
from games.engine.seats import Seat
from games.engine.trick_taking import Trick

ANNOUNCEMENTS: Final = ("stop", "juuroku")
ENDS_BY_STOP: Final = (End.SUKONKU, End.GYAKU_SUKONKU)
ENDS_MADE: Final = (End.JUUROKU_MADE, End.GYAKU_JUUROKU_MADE)
ENDS_FAILED: Final = (End.JUUROKU_FAILED, End.GYAKU_JUUROKU_FAILED)
"""The ends by the side that shut out the other one or announced."""
POWER_CARDS: Final = frozenset((JOKER, *(suit + "A" for suit in SUITS)))
"""The cards that, all on one side, may cancel a deal."""


def trick_number(deal: Deal) -> int:
    """The number of the running trick, from 1."""
    return len(deal.tricks) + 1


def require_legal_card(deal: Deal, seat: Seat, action: Play) -> None:
    """The seat may play that card now. Raises IllegalAction: not_now, not_your_turn, card_not_held, why the card may
    not be played, joker_asks, suit_not_offered."""
    if deal.phase is not Phase.PLAY:
        raise IllegalAction(Refusal.NOT_NOW)
    if seat != deal.to_play:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
    hand, number = deal.hands[seat], trick_number(deal)
    if action.card not in hand:
        raise IllegalAction(Refusal.CARD_NOT_HELD)
    if action.card not in legal.playable(hand, number, deal.suit_to_follow):
        refusal = legal.why_not(hand, action.card, number)
        facts = (
            {"suit": deal.suit_to_follow}
            if refusal is Refusal.MUST_FOLLOW_SUIT and deal.suit_to_follow
            else {}
        )
        raise IllegalAction(refusal, **facts)
    asks = action.card == JOKER and not deal.trick
    if asks and action.suit is None:
        raise IllegalAction(KanRefusal.JOKER_ASKS)
    if not asks and action.suit is not None:
        raise IllegalAction(Refusal.SUIT_NOT_OFFERED)


def play(deal: Deal, options: Options, seat: Seat, action: Play) -> Deal:
    """A legal card goes to the trick; the trick may be complete with it, and the deal over."""
    trick = (*deal.trick, action.card)
    suit_to_follow = deal.suit_to_follow if deal.trick else action.suit or suit_of(action.card)
    after = replace_fields(
        deal, hands=without(deal.hands, seat, action.card), trick=trick, suit_to_follow=suit_to_follow
    )
    if len(trick) < len(deal.ring):
        return replace_fields(after, to_play=deal.after(seat))
    first = deal.ring.index(deal.leader)
    winner = deal.ring[(first + legal.winner(trick, deal.trump)) % len(deal.ring)]
    scoring = tuple([card for card in trick if card in SCORING_CARDS])
    side = deal.sides[winner]
    captured = [*deal.captured]
    captured[side] = (*captured[side], *scoring)
    finished = replace_fields(
        after,
        trick=(),
        suit_to_follow=None,
        tricks=(*deal.tricks, Trick(deal.leader, trick, winner, points=len(scoring))),
        captured=tuple(captured),
        to_play=winner,
        leader=winner,
    )
    return _finish_trick(finished, options)


def _finish_trick(deal: Deal, options: Options) -> Deal:
    """The deal after a complete trick: going on, waiting for a word, or over."""
    if deal.announced is not None:
        rivals = other_side(deal.announced)
        if deal.points[rivals]:
            return finish_deal(deal, options, ENDS_FAILED[deal.announced], winner=rivals)
        if deal.points[deal.announced] == len(SCORING_CARDS):
            return finish_deal(deal, options, ENDS_MADE[deal.announced], winner=deal.announced)
        return deal
    if deal.decided is None:
        decided, shut_out = legal.status(deal.points, deal.place, options)
        deal = replace_fields(deal, decided=decided)
        if decided is not None and shut_out:
            if deal.place == 1:
                return finish_deal(deal, options, ENDS_BY_STOP[decided], winner=decided)
            return replace_fields(deal, phase=Phase.ANNOUNCE)
    decided_early = deal.decided is not None and options.early_stop == "on"
    if decided_early or len(deal.tricks) == HAND_SIZE:
        assert deal.decided is not None
        return finish_deal(deal, options, End.PLAYED, winner=deal.decided)
    return deal


def announce(deal: Deal, options: Options, seat: Seat, word: str) -> Deal:
    """The choice after a shut-out: stop, or go on for all sixteen. Raises IllegalAction: not_now, not_your_turn."""
    if deal.phase is not Phase.ANNOUNCE:
        raise IllegalAction(Refusal.NOT_NOW)
    if seat != deal.to_play:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
    side = deal.sides[seat]
    if word == "juuroku":
        return replace_fields(deal, phase=Phase.PLAY, announced=side, words=(*deal.words, (seat, word)))
    return finish_deal(
        replace_fields(deal, words=(*deal.words, (seat, word))), options, ENDS_BY_STOP[side], winner=side
    )


def finish_deal(deal: Deal, options: Options, end: End, *, winner: int) -> Deal:
    """The finished deal; it waits for the opponents' word where all aces and the joker lay on one side."""
    waits = options.shippo_jo == "on" and powerful_side(deal) is not None
    phase = Phase.CANCEL if waits else Phase.OVER
    return replace_fields(deal, phase=phase, end=end, won=winner == KAN)


def powerful_side(deal: Deal) -> int | None:
    """The side that held the joker and all aces, as far as the cards played show it; None where neither did."""
    sides, holders = deal.sides, set()
    played = played_cards(deal)
    for seat, card in played:
        if card in POWER_CARDS:
            holders.add(sides[seat])
    shown = sum(card in POWER_CARDS for _, card in played)
    return holders.pop() if shown == len(POWER_CARDS) and len(holders) == 1 else None


def seats_to_cancel(deal: Deal) -> tuple[Seat, ...]:
    """The seats that may cancel the deal: the opponents of the side that held all aces and the joker."""
    strong = powerful_side(deal)
    return tuple([seat for seat in deal.ring if deal.sides[seat] != strong])


def cancel(deal: Deal, seat: Seat) -> Deal:
    """The deal counts for nothing and is dealt again. Raises IllegalAction: not_now, not_your_turn."""
    if deal.phase is not Phase.CANCEL:
        raise IllegalAction(Refusal.NOT_NOW)
    if seat not in seats_to_cancel(deal):
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
    return replace_fields(deal, phase=Phase.OVER, void=True)


def played_cards(deal: Deal) -> tuple[tuple[Seat, Card], ...]:
    """Every card of finished tricks: (seat, card) in order of play."""
    cards = []
    for trick in deal.tricks:
        first = deal.ring.index(trick.leader)
        cards += [(deal.ring[(first + place) % 5], card) for place, card in enumerate(trick.cards)]
    return tuple(cards)
