"""Playing cards to tricks, and claiming roem and stuk while their windows are open (rules/kraken 1.5, 1.6,
1.4.6)."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Card, rank_of
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.kraken.declarations import bonus_points, trick_bonus
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.legal import POINTS, STRENGTH, legal_cards, refusal_of
from games.engine.kraken.options import Options
from games.engine.kraken.scoring import revoke
from games.engine.kraken.scoring.settlement import TRICKS
from games.engine.kraken.state import COLUMNS, SEATS, Phase, RoemClaim, Round
from games.engine.seats import Seat
from games.engine.trick_taking import Trick, winning_place

FALSE_CLAIM: Final = 20
"""Points for the other side where roem was claimed that did not lie there (`false_claim`)."""


def playable(round_: Round, options: Options, seat: Seat) -> tuple[Card, ...]:
    """The cards the seat may play now; it must be its turn. Where revokes are possible, all it holds."""
    assert round_.trump is not None
    if revoke.is_possible(options):
        return round_.hands[seat]
    return legal_cards(round_.hands[seat], round_.trick, round_.trump, options)


def require_legal_card(round_: Round, options: Options, seat: Seat, card: Card) -> None:
    """The seat may play that card. Raises IllegalAction: card_not_held, or why the card may not be played."""
    assert round_.trump is not None
    hand = round_.hands[seat]
    if card not in hand:
        raise IllegalAction(Refusal.CARD_NOT_HELD)
    allowed = playable(round_, options, seat)
    if card not in allowed:
        raise refusal_of(card, allowed, round_.trick, round_.trump)


def play(round_: Round, options: Options, seat: Seat, card: Card) -> Round:
    """A legal card goes to the trick; the fourth completes it. After the eighth trick the phase is CLAIM."""
    trump = round_.trump
    assert trump is not None
    hands = list(round_.hands)
    hands[seat] = tuple([held for held in hands[seat] if held != card])
    trick = (*round_.trick, card)
    leader = round_.leader if round_.trick else seat
    fields: dict[str, object] = {"hands": tuple(hands), "leader": leader}
    if seat == round_.stuk_holder and card in (trump + "K", trump + "Q"):
        other = trump + ("Q" if rank_of(card) == "K" else "K")
        if other not in hands[seat]:
            fields["stuk_trick"] = len(round_.tricks)
    if len(trick) < 4:
        return replace_fields(round_, trick=trick, to_play=(seat + 1) % 4, **fields)

    winner = (leader + winning_place(trick, STRENGTH[trump], trump)) % 4
    points = POINTS[trump]
    worth = points[trick[0]] + points[trick[1]] + points[trick[2]] + points[trick[3]]
    last = len(round_.tricks) + 1 == TRICKS
    done = Trick(
        leader=leader,
        cards=trick,
        winner=winner,
        points=worth + (options.last_trick_points if last else 0),
        bonus=bonus_points(trick, trump, options.quads),
    )
    phase = Phase.CLAIM if last else Phase.PLAY
    return replace_fields(
        round_, trick=(), to_play=winner, phase=phase, tricks=(*round_.tricks, done), **fields
    )


def roem_of(round_: Round, options: Options) -> tuple[tuple[str, int], ...]:
    """The roem in the last trick as (name, points)."""
    assert round_.trump is not None
    return trick_bonus(round_.tricks[-1].cards, round_.trump, options.quads)


def bonus_claimants(round_: Round, options: Options) -> tuple[Seat, ...]:
    """The seats for which the roem window of the last trick is open, with or without roem in it (rules/kraken
    1.6).
    """
    if options.bonus_mode == "automatic" or round_.trick or not round_.tricks:
        return ()
    if round_.claimed and round_.claimed[-1].trick == len(round_.tricks) - 1:
        return ()
    return seats_entitled_to_bonus(round_, options)


def points_at_nothing(round_: Round, options: Options) -> bool:
    """Whether the table, which points at roem, sees none in the last trick, and no stuk can be claimed either."""
    return (
        options.bonus_mode == "assisted"
        and bool(round_.tricks)
        and not round_.tricks[-1].bonus
        and stuk_claimant(round_, options) is None
    )


def seats_entitled_to_bonus(round_: Round, options: Options) -> tuple[Seat, ...]:
    """The seats that may claim the roem of the last trick: its winners, or all seats (`bonus_claim_by`)."""
    return SEATS if options.bonus_claim_by == "anyone" else COLUMNS[round_.tricks[-1].winner % 2]


def claim_bonus(round_: Round, options: Options, seat: Seat) -> Round:
    """One press claims the whole bonus of the last trick for its winners; without one it does nothing or
    costs 20.

    Raises IllegalAction: claimed_by_itself, not_now, claim_too_late, already_claimed, not_your_claim.
    """
    if options.bonus_mode == "automatic":
        raise IllegalAction(KrakenRefusal.CLAIMED_BY_ITSELF)
    if not round_.tricks:
        raise IllegalAction(Refusal.NOT_NOW)
    if round_.trick:
        raise IllegalAction(KrakenRefusal.CLAIM_TOO_LATE)
    if seat not in seats_entitled_to_bonus(round_, options):
        raise IllegalAction(KrakenRefusal.NOT_YOUR_CLAIM)
    if not bonus_claimants(round_, options):
        raise IllegalAction(KrakenRefusal.ALREADY_CLAIMED)
    claimed = (*round_.claimed, RoemClaim(len(round_.tricks) - 1, seat))
    false_claims = round_.false_claims
    if not round_.tricks[-1].bonus and options.false_claim == "twenty_to_opponents":
        false_claims = (
            false_claims[0] + FALSE_CLAIM * (seat % 2),
            false_claims[1] + FALSE_CLAIM * (1 - seat % 2),
        )
    return replace_fields(round_, claimed=claimed, false_claims=false_claims)


def stuk_is_fresh(round_: Round) -> bool:
    """Whether king and queen of trumps of one hand are played and the next trick is not led yet (1.4.6)."""
    if round_.stuk_trick is None:
        return False
    finished = len(round_.tricks)
    return finished == round_.stuk_trick or (finished == round_.stuk_trick + 1 and not round_.trick)


def stuk_claimant(round_: Round, options: Options) -> Seat | None:
    """The holder of stuk while it may be claimed (rules/kraken 1.4.6)."""
    if round_.stuk_claimed or options.stuk_mode == "automatic" or options.declarations == "off":
        return None
    return round_.stuk_holder if stuk_is_fresh(round_) else None


def claimants(round_: Round, options: Options) -> tuple[Seat, ...]:
    """The seats that may claim roem or stuk now."""
    pressers = bonus_claimants(round_, options)
    holder = stuk_claimant(round_, options)
    return pressers if holder is None or holder in pressers else (*pressers, holder)


def claim_stuk(round_: Round, options: Options, seat: Seat) -> Round:
    """Raises IllegalAction: not_now, claimed_by_itself, stuk_not_held, already_claimed, claim_too_late."""
    if options.declarations == "off":
        raise IllegalAction(Refusal.NOT_NOW)
    if options.stuk_mode == "automatic":
        raise IllegalAction(KrakenRefusal.CLAIMED_BY_ITSELF)
    if seat != round_.stuk_holder or round_.stuk_trick is None:
        raise IllegalAction(KrakenRefusal.STUK_NOT_HELD)
    if round_.stuk_claimed:
        raise IllegalAction(KrakenRefusal.ALREADY_CLAIMED)
    if not stuk_is_fresh(round_):
        raise IllegalAction(KrakenRefusal.CLAIM_TOO_LATE)
    return replace_fields(round_, stuk_claimed=True)


def has_claim_window(options: Options) -> bool:
    """Whether the house must close a window of claims after the eighth trick."""
    stuk_by_itself = options.stuk_mode == "automatic" or options.declarations == "off"
    return options.bonus_mode != "automatic" or not stuk_by_itself
