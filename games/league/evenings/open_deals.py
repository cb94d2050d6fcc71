"""An open deal as it was dealt, and what each table did with it: the hands, the contract, tricks and bonus.

Read from the logs of the tables, or from the sealed seeds where cards were laid out. Only for deals that
`services.evenings.compared_results.deals_of` gives: nobody is to play those any more. `contracts_made` uses what this
process has folded before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.engine.actions import Deal
from games.engine.cards import ALL_RANKS, JOKER, SUITS, Card, rank_of, show_cards, suit_of
from games.engine.game import DealAhead, Game
from games.engine.seats import Seat
from games.engine.shuffle import VERSION, Randomness
from games.engine.view import RoundResult
from games.engine_words import card_name, place_name, sentence, suit_name
from games.league.models import Competition, Evening
from games.league.services.evenings.compared_results import compared_sides
from games.league.services.evenings.same_cards import LaidOut, lay_out
from games.table.log import folding, loading, rulings
from games.table.log.models import Match
from games.table.log.seeds import SeedLost

LETTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {"T": "10"},
    "nl": {"T": "10", "J": "B", "Q": "V", "K": "H"},
}
"""Ranks as a reader's cards have them, where that is not the engine's letter; by the letters on the reader's cards."""


class SuitHeld(NamedTuple):
    """The cards of one suit in a hand: the `signs` of their ranks from the highest down, and their `names`."""

    suit: str
    name: str
    signs: str
    names: str


@dataclass(frozen=True, slots=True)
class HandDealt:
    """The hand of one place. `at` is its place in the order of play (0: north)."""

    at: int
    place: str
    deals: bool
    suits: tuple[SuitHeld, ...]


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a table did with a deal, north-south before east-west. `label` names the round where rounds have names.

    `makers` is the direction (0 or 1) that chose trumps, None where none did; `marks` are words beside the round.
    `tricks` and `bonus` are empty where no sheet says them.
    """

    label: str
    trump: str
    trump_name: str
    makers: int | None
    marks: str
    tricks: tuple[int, ...]
    bonus: tuple[int, ...]
    bonus_name: str


def rounds_dealt(match: Match) -> dict[int, folding.ClosedRound]:
    """The closed rounds of a match by number, as far as its log can be read."""
    found = {}
    try:
        for closed in folding.closed_rounds(match):
            found[closed.number] = closed
    except folding.UNREADABLE:
        return found
    return found


def hands_dealt(
    match: Match, closed: folding.ClosedRound, *, letters: str
) -> tuple[tuple[HandDealt, ...], ...]:
    """The hands of every deal of a closed round (`rounds_dealt`) as they were dealt, in the order of the seats, north
    first. `letters` are those on the reader's cards."""
    game = match.the_game
    state, deals = closed.before, []
    for line in closed.entries:
        action = game.parse(line.entry.data)
        state = game.apply(state, line.entry.by, action)
        if isinstance(action, Deal):
            deals.append(_hands_in(state, game, letters))
    return tuple(deals)


def _hands_in(state: Any, game: Game[Any], letters: str) -> tuple[HandDealt, ...]:
    """The hands of a state whose cards were just dealt."""
    public = game.view(state, None)
    dealer = next((zone.seat for zone in public.seats if zone.dealer), None)
    return tuple(
        HandDealt(
            seat,
            place_name(seat, len(public.ring)),
            seat == dealer,
            suits_held([held.card for held in game.view(state, seat, public).hand], letters=letters),
        )
        for seat in sorted(public.ring)
    )


class SealedDeal(NamedTuple):
    """The proof of an open deal, and the packs a device needs to shuffle it again."""

    context: str
    commitment: str
    seed: str
    shuffle: str
    pack: str
    deck: str


def laid_out_deal(evening: Evening, *, round_number: int, within: int) -> LaidOut | None:
    """An open deal as it was laid out; None where its deals were not sealed beforehand, or the seed is lost."""
    dealt = evening.deals.filter(round=round_number).select_related("shared_deals").first()
    if dealt is None:
        return None
    try:
        return next(lay_out(dealt, evening.competition, within=within), None)
    except SeedLost:
        return None


def laid_out_deals(evening: Evening) -> dict[tuple[int, int], LaidOut]:
    """Every deal that `laid_out_deal` finds, by round and place in it, those still secret too: the caller shows only
    the open ones. One query."""
    found = {}
    for dealt in evening.deals.select_related("shared_deals"):
        try:
            deals = list(lay_out(dealt, evening.competition))
        except SeedLost:
            continue
        found |= {(dealt.round, within): deal for within, deal in enumerate(deals, start=1)}
    return found


def hands_laid_out(deal: DealAhead, *, letters: str) -> tuple[HandDealt, ...]:
    """The hands of a deal with real cards, north first."""
    return tuple(
        HandDealt(at, place_name(at, len(deal.hands)), at == deal.dealer, suits_held(hand, letters=letters))
        for at, hand in enumerate(deal.hands)
    )


def seals_of(laid_out: LaidOut, competition: Competition, *, later: int) -> tuple[SealedDeal, ...]:
    """The proof of an open deal, and of so many that were dealt `later` in its round."""
    pack = competition.the_game.pack(competition.house_options, competition.the_game.seats[0])
    deck = laid_out.deal.deck if laid_out.deal is not None else Randomness(laid_out.seed).shuffled(pack)
    found = [(laid_out.seed, laid_out.context, laid_out.commitment, deck)]
    found += [(seed, *sealed, Randomness(seed).shuffled(pack)) for seed, *sealed in laid_out.later[:later]]
    return tuple(
        SealedDeal(context, commitment, seed.hex(), VERSION, show_cards(pack), show_cards(deck))
        for seed, context, commitment, deck in found
    )


def suits_held(cards: Collection[Card], *, letters: str) -> tuple[SuitHeld, ...]:
    """These cards by suit, in the order of a hand: spades, hearts, diamonds, clubs, the highest first, and a joker."""
    jokers = [card for card in cards if card[:2] == JOKER]
    cards = [card for card in cards if card[:2] != JOKER]
    signs = LETTERS.get(letters, LETTERS["en"])
    ranked = sorted(cards, key=lambda card: ALL_RANKS.index(rank_of(card)), reverse=True)
    held = [
        SuitHeld(
            suit,
            suit_name(suit),
            " ".join(signs.get(rank_of(card), rank_of(card)) for card in ranked if suit_of(card) == suit),
            ", ".join(card_name(card) for card in ranked if suit_of(card) == suit),
        )
        for suit in SUITS
    ]
    held += [SuitHeld("", "", card_name(card), card_name(card)) for card in jokers]
    return tuple(held)


def contracts_made(
    competition: Competition, matches: Collection[Match], number: int
) -> dict[int, DealResult]:
    """What each of these tables (keys of the matches) did in its round of that number, as it was played; one whose log
    cannot be read is left out."""
    columns = compared_sides(competition)
    found = {}
    for match in matches:
        table = loading.readable_table(match)
        if table is None:
            continue
        results = rulings.rounds_as_played(
            table.game, table.options, table.state, players=len(table.sitters), on_paper=table.on_paper
        )
        result = next((one for one in results if one.number == number), None)
        if result is not None:
            found[match.pk] = _contract_made(result, columns, table.game.words)
    return found


def _contract_made(
    result: RoundResult, columns: Sequence[Sequence[Seat]], words: Mapping[str, str]
) -> DealResult:
    firsts = [column[0] for column in columns]
    ending = result.ending
    bonus_name = ending.bonus_name if ending is not None else None
    makers = [at for at, seat in enumerate(firsts) if result.sides[seat] == result.makers]
    return DealResult(
        label=sentence(result.label, words=words, names=()) if result.label else "",
        trump=result.trump or "",
        trump_name=suit_name(result.trump) if result.trump else "",
        makers=makers[0] if makers else None,
        marks=", ".join(sentence(mark, words=words, names=(), sides=result.sides) for mark in result.marks),
        tricks=tuple(ending.tricks[seat] for seat in firsts) if ending else (),
        bonus=tuple(ending.bonus[seat] for seat in firsts) if ending else (),
        bonus_name=sentence(bonus_name, words=words, names=()) if bonus_name is not None else "",
    )
