"""A Kraken player of one honest level. What it says is in `speaking`, what it claims in `claims`; the card it plays is
chosen here, by what it knows of the other hands (`knowledge`) and by the tricks to come (`prospects`). Why, in words,
is in `reasons`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from games.bots.kraken import claims, endings, reasons, speaking
from games.bots.kraken.compact.positions import compact_covers
from games.bots.kraken.knowledge import Knowledge, knowledge, without_revokes
from games.bots.kraken.prospects import Promise, possible_roem, prospect, winners
from games.bots.kraken.reasons import Reason
from games.bots.player import Decision, clearly
from games.engine.cards import Card, rank_of, suit_of
from games.engine.kraken.declarations import bonus_points
from games.engine.kraken.ranks import POINTS
from games.engine.view import Choice, View
from games.engine.words import text


def decide(view: View, choices: Sequence[Choice]) -> Decision:
    """Return the decision for this seat. Claims come first, because they lapse with the next card."""
    view = without_revokes(view)
    words = {choice.data["do"] for choice in choices}
    claim = claims.revoke(view, choices) or claims.claim(view, words)
    if claim is not None:
        return claim
    if "declare" in words:
        return claims.declare_everything(choices)
    if "play" in words:
        return choose_card(view)
    if "trump" in words or "accept" in words:
        return speaking.trump(view, choices)
    return speaking.answer(view, choices) if view.prompt.must else clearly(None, claims.why_none(view, words))


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
    if len(view.hand) == endings.CARDS_COUNTED_OUT and compact_covers(view.options):
        counted = {"do": "play", "card": endings.best_over_layouts(view)}
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
    one hand are meaningful.
    """
    trick = [*(other for _, other in known.table), candidate]
    chances = winners(known, trick)
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
