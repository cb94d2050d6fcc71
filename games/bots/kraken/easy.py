"""The easy player of Kraken: what it says, what it claims, and the card it plays. What a hand
and a card are worth is in `hand_worth` and `card_worth`, the end in `last_tricks`; why, in words, in `reasons`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from math import inf
from typing import Final

from games.bots.kraken import last_tricks, reasons
from games.bots.kraken.card_worth import Promise, chances_to_win, possible_roem, prospect
from games.bots.kraken.compact.positions import compact_covers
from games.bots.kraken.hand_worth import worth
from games.bots.kraken.knowledge import Knowledge, knowledge, without_revokes
from games.bots.kraken.reasons import Reason
from games.bots.kraken.roem import would_be_theirs
from games.bots.player import Decision, clearly
from games.engine.actions import Data
from games.engine.cards import Card, Suit, rank_of, suit_of
from games.engine.kraken.declarations import bonus_points
from games.engine.kraken.legal import POINTS
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.revoke import WORD
from games.engine.seats import Seat
from games.engine.view import Choice, View
from games.engine.words import Text, text


def decide(view: View, choices: Sequence[Choice]) -> Decision:
    """Return the decision for this seat. Claims come first, because they lapse with the next card."""
    view = without_revokes(view)
    words = {choice.data["do"] for choice in choices}
    claim = claim_revoke(view, choices) or claim_roem(view, words)
    if claim is not None:
        return claim
    if "declare" in words:
        return declare_everything(choices)
    if "play" in words:
        return choose_card(view)
    if "trump" in words or "accept" in words:
        return name_trump(view, choices)
    return answer_challenge(view, choices) if view.prompt.must else clearly(None, why_none(view, words))


# Words: naming trumps, and kraken, re, superkraken (rules/kraken 1.2, 1.3).
#
# `words` reads these figures too, for what others said and would say: a change raises `lookback.VERSION`.

ENOUGH_FOR_TRUMP: Final = 30.0
"""The `worth` from which making trumps gains more than it loses; failing makers lose all points."""
ENOUGH_FOR_KRAKEN: Final = 50.0
"""Against makers who chose their suit, such a hand wins three times in four, and pays for the re that may
follow."""
ENOUGH_FOR_RE: Final = 105.0
ENOUGH_FOR_PARTNERS_RE: Final = 35.0
"""The kraken was said against the maker's good suit, so the maker needs much more than for naming it; its
partner, whose hand has not spoken yet, needs less."""
ENOUGH_FOR_SUPERKRAKEN: Final = 90.0
RAISES: Final = {"kraken": Reason.KRAKEN, "re": Reason.RE, "superkraken": Reason.SUPERKRAKEN}


def name_trump(view: View, choices: Sequence[Choice]) -> Decision:
    """The best suit to name or accept, or a pass where one is offered and the hand is not good enough."""
    hand = view.hand_cards
    named: dict[Suit, Data] = {}
    for choice in choices:
        if choice.data["do"] == "trump":
            named[choice.data["suit"]] = choice.data
        elif choice.data["do"] == "accept" and view.contract is not None:
            named[view.contract.turned[-1]] = choice.data
    gains = {suit: gain_of_naming(hand, suit, view.options) for suit in named}
    best = max(gains, key=gains.__getitem__)
    may_pass = any(choice.data["do"] == "pass" for choice in choices)
    if may_pass and gains[best] < 0:
        return clearly({"do": "pass"}, text(Reason.NO_SUIT))
    return clearly(named[best], why_suit(hand, best, gains[best]))


def why_suit(hand: Sequence[Card], suit: Suit, gain: float) -> Text:
    """Why this suit is named or accepted, with its `gain_of_naming`."""
    if gain < 0:
        return text(Reason.LEAST_BAD_SUIT, suit=suit)
    if suit + "J" in hand:
        return text(Reason.TWO_HIGHEST_TRUMPS if suit + "9" in hand else Reason.HIGHEST_TRUMP, suit=suit)
    return text(Reason.BEST_SUIT, suit=suit, count=sum(suit_of(card) == suit for card in hand))


def answer_challenge(view: View, choices: Sequence[Choice]) -> Decision:
    """Kraken, re or superkraken when the hand is worth it, else a pass."""
    contract = view.contract
    if contract is not None and contract.trump is not None:
        strength = worth(view.hand_cards, contract.trump, view.options)
        enough = {
            "kraken": ENOUGH_FOR_KRAKEN,
            "re": ENOUGH_FOR_RE if view.viewer == contract.maker else ENOUGH_FOR_PARTNERS_RE,
            "superkraken": ENOUGH_FOR_SUPERKRAKEN,
        }
        for choice in choices:
            if strength >= enough.get(choice.data["do"], inf):
                return clearly(choice.data, text(RAISES[choice.data["do"]], suit=contract.trump))
    return clearly({"do": "pass"}, text(Reason.NOT_ENOUGH))


def gain_of_naming(hand: Sequence[Card], suit: Suit, options: Options) -> float:
    """Expected points above the threshold for naming this suit; doubled where double spades apply (1.7.1)."""
    gain = worth(hand, suit, options) - ENOUGH_FOR_TRUMP
    return 2 * gain if suit == "S" and options.double_spades in ("cards", "all") else gain


# Claims: all roem, stuk and combinations it may (rules/kraken 1.4, 1.6), and the revokes a good player would notice.


def claim_roem(view: View, words: Collection[str]) -> Decision | None:
    """The claim to make now: stuk whenever it is offered, roem when its own side won a trick that holds
    some. `player` claims by it too: a change raises `lookback.VERSION`."""
    if "stuk" in words:
        return clearly({"do": "stuk"}, text(Reason.STUK))
    points = _own_roem(view) if "bonus" in words else 0
    if not points or would_be_theirs(view):
        return None
    return clearly({"do": "bonus"}, text(Reason.ROEM, points=points))


def claim_revoke(view: View, choices: Sequence[Choice]) -> Decision | None:
    """The revoke to claim now: an opponent who did not follow a suit has shown a card of it since. What else a card may
    have been against the rules for, a player who sees only what lies on the table does not notice. A bot brings nothing
    before the director."""
    if view.options.revoke_policy != "claimable":
        return None
    offered = [choice.data for choice in choices if choice.data["do"] == WORD]
    if not offered:
        return None
    tricks = [view.played[start : start + 4] for start in range(0, len(view.played), 4)]
    lying = [view.trick.cards] if view.trick is not None and not view.trick.complete else []
    for data in offered:
        number, seat = int(data["trick"]), int(data["seat"])
        led = suit_of(tricks[number - 1][0][1])
        if suit_of(_card_of(seat, tricks[number - 1])) == led:
            continue
        since = [_card_of(seat, trick) for trick in [*tricks[number:], *lying]]
        shown = next((card for card in since if card and suit_of(card) == led), None)
        if shown is not None:
            return clearly(data, text(Reason.REVOKE, card=shown, suit=led, trick=number))
    return None


def _card_of(seat: Seat, trick: Sequence[tuple[Seat, Card]]) -> Card:
    """The card of the seat in that trick, "" where it has not played yet."""
    return next((card for player, card in trick if player == seat), "")


def why_none(view: View, words: Collection[str]) -> Text:
    """Why nothing is claimed."""
    lying = "bonus" in words and _own_roem(view)
    return text(Reason.ROEM_FOR_OTHERS if lying else Reason.NO_CLAIM)


def _own_roem(view: View) -> int:
    """Points of roem in the last trick, where its own side won it."""
    trick, contract = view.last_trick, view.contract
    if trick is None or contract is None or contract.trump is None:
        return 0
    if trick.winning is None or view.viewer is None or (trick.winning - view.viewer) % 2:
        return 0
    cards = [card for _, card in trick.cards]
    return bonus_points(cards, contract.trump, view.options.quads)


def declare_everything(choices: Sequence[Choice]) -> Decision:
    """The declaration with all combinations: the one that names most cards."""
    best = max((choice.data for choice in choices), key=lambda data: len(data["combinations"]))
    return clearly(best, text(Reason.DECLARE if best["combinations"] else Reason.NOTHING_TO_DECLARE))


# Choice of a card: the one with the most expected points in this trick and in the tricks after it.
#
# Every playable card is weighed the same way: who will win the trick with it, what the trick will hold, and what the
# rest of the hand is good for. Taking cheaply, feeding the partner, drawing trumps, holding the boer all follow.

PARTNER_LEAD_WORTH: Final = 6.0
"""Points gained when the partner leads to the next trick, so that this seat plays after an opponent."""
MAX_POINTS_FROM_OTHERS: Final = 5.0
"""Points another seat adds at most on average to a trick without trumps."""
PLAIN_ABOVE: Final = {"T": "A"}
TRUMP_ABOVE: Final = {"9": "J"}
"""Ranks that are not led while the opponents may hold the one card above them, by that card."""
TRUMPS_DRAWN_FACTOR: Final = 1.2
"""A trump lead pulls a little more out of the opponents' hands than the odds of one card each say."""


def choose_card(view: View) -> Decision:
    """The best of the playable cards, all of them where several are equal."""
    playable = [held.card for held in view.hand if held.playable]
    if len(playable) == 1:
        return clearly({"do": "play", "card": playable[0]}, text(Reason.ONLY_CARD))
    if len(view.hand) == last_tricks.CARDS_COUNTED_OUT and compact_covers(view.options):
        counted = {"do": "play", "card": last_tricks.best_over_deals(view)}
        return clearly(counted, text(Reason.COUNTED_OUT))
    known = knowledge(view)
    playable = playable if known.table else _sound_leads(known, playable)
    promises = {candidate: promise(known, candidate) for candidate in playable}
    most = max(one.total for one in promises.values())
    best = [candidate for candidate, one in promises.items() if one.total == most]
    answers = tuple([{"do": "play", "card": candidate} for candidate in best])
    return Decision(answers, partial(reasons.why_card, known, promises), drawn=True)


def _sound_leads(known: Knowledge, playable: list[Card]) -> list[Card]:
    """The leads without those that give a high card away: a plain ten while the ace is out, the trump nine while the
    jack is; all of them where nothing else is held."""
    sound = []
    for candidate in playable:
        suit = suit_of(candidate)
        above = (TRUMP_ABOVE if suit == known.trump else PLAIN_ABOVE).get(rank_of(candidate))
        if above is None or known.odds_of_opponents(suit + above) <= 0:
            sound.append(candidate)
    return sound or playable


def promise(known: Knowledge, candidate: Card) -> Promise:
    """Expected points of our side in the rest of the round after this card. Only differences between cards of
    one hand are meaningful. `player` chooses by it among equal cards and takes its reasons from it: a change raises
    `lookback.VERSION`.
    """
    trick = [*(other for _, other in known.table), candidate]
    chances = chances_to_win(known, trick)
    ours = chances[known.seat] + chances[known.partner]
    rest = [held for held in known.hand if held != candidate]
    return Promise(
        chances,
        (2 * ours - 1) * _worth(known, trick),
        prospect(known, rest, known.opponents_trumps - _trumps_drawn(known, trick)),
        PARTNER_LEAD_WORTH * chances[known.partner],
    )


def _worth(known: Knowledge, trick: list[Card]) -> float:
    """Points and roem the finished trick will hold."""
    points = POINTS[known.trump]
    still = len(known.still_to_play)
    from_others = known.mean_points
    if all(suit_of(card) != known.trump for card in (trick[0], trick[-1])):
        from_others = min(from_others, MAX_POINTS_FROM_OTHERS)
    lying = sum(points[card] for card in trick) + bonus_points(trick, known.trump, known.quads)
    return lying + still * from_others + (possible_roem(known, trick) if still else 0.0)


def _trumps_drawn(known: Knowledge, trick: list[Card]) -> float:
    """How many trumps the opponents still to play will have to give to a trump lead."""
    if suit_of(trick[0]) != known.trump:
        return 0.0
    trumps = known.unseen_of(known.trump)
    behind = [seat for seat in known.still_to_play if seat != known.partner]
    return min(
        TRUMPS_DRAWN_FACTOR * sum(known.holds_one(seat, trumps) for seat in behind), known.opponents_trumps
    )
