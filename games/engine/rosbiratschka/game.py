"""Rosbiratschka as a `Game` (`games/engine/game.py`); each question goes to the part that knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal

from games.engine import actions
from games.engine.actions import Action, Choose, Deal, HouseAction, Place, Play, Reader
from games.engine.cards import CARDS_OF_32, PACK_OF_32, RANKS_FROM_SEVEN, Card, rank_of, suit_of
from games.engine.club import Heading, LeagueDefaults, Subject, Tally, places
from games.engine.deals import HAND, PACK, CountedFigure, DealtHand, Figure, cards_among, sometimes
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import CardValues, DealAhead, Game, Pending, Progress, replace_fields
from games.engine.options import Preset
from games.engine.rosbiratschka import options as house_rules
from games.engine.rosbiratschka import play, scoring, windows
from games.engine.rosbiratschka.play import KING_OF_HEARTS
from games.engine.rosbiratschka.state import (
    COLUMNS,
    CONTRACTS,
    HAND_SIZE,
    HEIGHT,
    SEATS,
    Contract,
    Round,
    State,
    left_of,
)
from games.engine.rosbiratschka.view import view
from games.engine.rosbiratschka.words import WORDS
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.shuffle import Randomness
from games.engine.view import Choice, RoundResult, View
from games.engine.words import gettext_noop as _

CARD_VALUES: Final = (
    CardValues(_("From high to low"), tuple((rank, "", None) for rank in reversed(RANKS_FROM_SEVEN))),
    CardValues(_("In Hundred"), tuple((rank, "", points) for rank, points in play.RANK_VALUES.items())),
)
RULEBOOK: Final = (
    Heading("cards", "1", _("The cards")),
    Heading("which-card", "2", _("Deals with tricks")),
    Heading("contracts", "3", _("The six contracts")),
    Heading("no-tricks", "3.1", _("No tricks")),
    Heading("no-hearts", "3.2", _("No hearts")),
    Heading("no-jacks", "3.3", _("No jacks")),
    Heading("king-of-hearts", "3.4", _("Beware the king of hearts")),
    Heading("hundred", "3.5", _("Hundred")),
    Heading("rosbiratschka", "3.6", _("Rosbiratschka")),
    Heading("winning", "4", _("Winning")),
    Heading("at-the-table", "5", _("At the table")),
    Heading("lies", "5.1", _("A card that lies")),
    Heading("time", "5.2", _("Time and absence")),
    Heading("silence", "5.3", _("Talk and signs")),
)
"""The headings of the rules page (templates/rules/rosbiratschka.html), and below the cases that rest on them."""
SUBJECTS: Final = (
    Subject("misclick", rules=("lies", "which-card")),
    Subject("clock", rules=("time", "lies")),
    Subject("conduct", rules=("silence", "at-the-table")),
    Subject("collusion", rules=("silence", "at-the-table")),
    Subject("revoke", rules=("which-card",)),
    Subject("other"),
)
FIGURES: Final = (
    Figure("hearts", _("Hearts")),
    Figure("jacks", _("Jacks")),
    Figure("king_of_hearts", _("Hands with the king of hearts"), share=True),
)
"""What is counted in the dealt hands beside what chance gives (`games/engine/deals.py`): the cards that cost points in
some contract, in all six alike, since the cards are dealt before anybody can choose."""


VOCABULARY: Final[Mapping[str, Reader]] = {
    "play": actions.reader_of_play(CARDS_OF_32),
    "place": actions.reader_of_place(CARDS_OF_32),
    "pass": actions.read_word,
    "deal": actions.reader_of_deal(CARDS_OF_32, seats=4, draws=True),
}
EVEN_SHARE: Final = 2
"""Points a player pays in a deal when everybody pays the same."""


class Rosbiratschka(Game[State]):
    """32 cards, four players each for himself, six contracts, lowest total wins (rules/rosbiratschka)."""

    key = "rosbiratschka"
    name = _("Rosbiratschka")
    version = 1
    summary = _("Six rounds, six different things to avoid, every player alone: the lowest total wins.")
    showcase: tuple[Card, ...] = ("HK", "DJ", "H9")
    seats = range(4, 5)
    better: Literal["high", "low"] = "low"
    Options = house_rules.Options
    presets: Sequence[Preset] = house_rules.PRESETS
    vocabulary = VOCABULARY
    words = WORDS
    figures: Sequence[Figure] = FIGURES
    tallies: Sequence[Tally] = scoring.TALLIES
    subjects: Sequence[Subject] = SUBJECTS
    rulebook: Sequence[Heading] = RULEBOOK
    card_values: Sequence[CardValues] = CARD_VALUES

    def pack(self, options: house_rules.Options, players: int) -> Sequence[Card]:
        return PACK_OF_32

    def planned_rounds(self, options: house_rules.Options, players: int) -> int | None:
        return scoring.rounds(options)

    def defaults(self, options: house_rules.Options) -> LeagueDefaults:
        """Every contract costs eight points between four players: an even share is two.

        Compensation is that share, a round of waiting is a match of even shares and an evening off three; those whose
        opponents did not come have a match without a penalty.
        """
        match = scoring.rounds(options) * EVEN_SHARE
        return LeagueDefaults(absence=3 * match, waiting=match, compensation=EVEN_SHARE, walkover=0)

    def is_open(self, action: Action) -> bool:
        """Everything a seat does lies open on the table."""
        return isinstance(action, Play | Place | Choose)

    def start(self, options: house_rules.Options, players: int) -> State:
        """A match before its first deal."""
        if players not in self.seats:
            raise ValueError(f"{players} cannot play Rosbiratschka")
        return State(options)

    def pending(self, state: State) -> Mapping[Actor, Pending]:
        return windows.pending(state)

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        return windows.choices(state, seat)

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """The state after an action. Raises IllegalAction; nothing has changed then."""
        if state.over:
            raise IllegalAction(Refusal.MATCH_OVER)
        round_ = state.round
        if actor == HOUSE:
            if not isinstance(action, Deal) or (round_ is not None and not round_.closed):
                raise IllegalAction(Refusal.NOT_NOW)
            return replace_fields(state, round=_deal(round_, action))
        if isinstance(action, actions.HOUSE_ACTIONS):
            raise IllegalAction(Refusal.HOUSE_ONLY)
        if round_ is None or round_.closed:
            raise IllegalAction(Refusal.NOT_NOW)
        after = _move(round_, state.options, actor, action)
        return scoring.close_round(state, after) if after.closed else replace_fields(state, round=after)

    def house_action(self, state: State, randomness: Randomness) -> HouseAction:
        """The deal: the first dealer by chance, with the cards drawn for it, then clockwise."""
        deck = randomness.shuffled(PACK_OF_32)
        if state.round is not None:
            return Deal(left_of(state.round.dealer), deck=deck)
        dealer = randomness.number("dealer", 4)
        return Deal(dealer, deck=deck, drawn=draw_for_dealer(dealer, randomness))

    def view(self, state: State, viewer: Seat | None, public: View | None = None) -> View:
        return view(state, viewer, public)

    def deal_ahead(
        self, options: house_rules.Options, *, number: int, first: Randomness, own: Randomness
    ) -> DealAhead:
        deal = Deal((first.number("dealer", 4) + number - 1) % 4, deck=own.shuffled(PACK_OF_32))
        return DealAhead(deal.dealer, hands_of(deal), deal.deck)

    def results(self, state: State) -> tuple[RoundResult, ...]:
        return state.results

    def progress(self, state: State) -> Progress:
        return Progress(
            round=state.round.number if state.round else 0,
            rounds=scoring.rounds(state.options),
            closed=len(state.results),
            totals=state.totals,
            sides=SEATS,
            columns=COLUMNS,
            ring=SEATS,
            over=state.over,
            deal=state.round.number if state.round else 0,
            places=places(state.totals, self.better) if state.over else (),
        )

    def dealt_hands(
        self, options: house_rules.Options, done: Iterable[tuple[Actor, Action]], *, players: int
    ) -> tuple[DealtHand, ...]:
        return dealt_hands(done)

    def reports(self, state: State) -> list[dict[str, object]]:
        running = state.round is not None and not state.round.closed
        return [*state.reports, scoring.report(state.round)] if running and state.round else [*state.reports]


def _move(round_: Round, options: house_rules.Options, seat: Seat, action: Action) -> Round:
    """Raises IllegalAction: not_now (a word of another contract), not_your_turn, or the contract's own."""
    laying = round_.contract is Contract.LAYOUT
    if isinstance(action, Place) or (isinstance(action, Choose) and action.word == "pass"):
        fitting = laying
    else:
        fitting = isinstance(action, Play) and not laying
    if not fitting:
        raise IllegalAction(Refusal.NOT_NOW)
    if seat != round_.to_play:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
    if isinstance(action, Place):
        play.require_may_place(round_, options, seat, action.card)
        return play.place(round_, seat, action.card)
    if not isinstance(action, Play):
        play.require_may_pass(round_, options, seat)
        return play.say_pass(round_, seat)
    if round_.has_tricks:
        play.require_follows(round_, seat, action.card)
        return play.play_to_trick(round_, options, seat, action.card)
    play.require_held(round_, seat, action.card)
    return play.add_to_total(round_, options, seat, action.card)


def _deal(before: Round | None, action: Deal) -> Round:
    """The next contract, left of the dealer to begin. Raises IllegalAction: wrong_dealer (also where another seat drew
    the lowest card), wrong_deal."""
    if before is not None and (action.drawn or action.dealer != left_of(before.dealer)):
        raise IllegalAction(Refusal.WRONG_DEALER)
    if action.drawn and not draws_dealer(action.drawn, action.dealer):
        raise IllegalAction(Refusal.WRONG_DEALER)
    hands = hands_of(action)
    whole = [card for hand in hands for card in hand]
    if len(hands) != 4 or any(len(hand) != HAND_SIZE for hand in hands) or set(whole) != set(PACK_OF_32):
        raise IllegalAction(Refusal.WRONG_DEAL)
    in_face_order = tuple(tuple(sorted(hand, key=PACK_OF_32.index)) for hand in hands)
    number = 1 if before is None else before.number + 1
    contract = CONTRACTS[(number - 1) % len(CONTRACTS)]
    first = left_of(action.dealer)
    return Round(
        number,
        contract,
        action.dealer,
        in_face_order,
        in_face_order,
        to_play=first,
        leader=first,
        drawn=action.drawn,
    )


def hands_of(deal: Deal) -> tuple[tuple[Card, ...], ...]:
    """The hands by seat: as named, or as the deck is given out card by card, clockwise from the dealer's left."""
    return deal.hands or tuple(deal.deck[(seat - left_of(deal.dealer)) % 4 :: 4] for seat in SEATS)


def draw_for_dealer(dealer: Seat, randomness: Randomness) -> tuple[Card, ...]:
    """A card for each seat from a pack of its own, no two of a rank (equal ones are drawn again), the lowest at the
    first dealer: `dealer` is as likely each seat, so the cards are spread as if they had been drawn first."""
    drawn: dict[str, Card] = {}
    for card in randomness.shuffled(PACK_OF_32, "first dealer"):
        drawn.setdefault(rank_of(card), card)
    cards = list(drawn.values())[: len(SEATS)]
    lowest = min(SEATS, key=lambda seat: HEIGHT[cards[seat]])
    cards[lowest], cards[dealer] = cards[dealer], cards[lowest]
    return tuple(cards)


def draws_dealer(drawn: tuple[Card, ...], dealer: Seat) -> bool:
    """Whether these are a card for each seat of which the dealer's alone is the lowest."""
    heights = [HEIGHT[card] for card in drawn]
    return len(drawn) == len(SEATS) and all(
        heights[seat] > heights[dealer] for seat in SEATS if seat != dealer
    )


def dealt_hands(done: Iterable[tuple[Actor, Action]]) -> tuple[DealtHand, ...]:
    """The hands of a deal, the dealer's first. `done` begins with it."""
    _house, deal = next(iter(done))
    assert isinstance(deal, Deal)
    hands = hands_of(deal)
    from_dealer = [(deal.dealer + step) % len(SEATS) for step in SEATS]
    return tuple(DealtHand(seat, _hand_counts(hands[seat])) for seat in from_dealer)


def _hand_counts(hand: tuple[Card, ...]) -> dict[str, CountedFigure]:
    return {
        "hearts": CountedFigure(sum(suit_of(card) == "H" for card in hand), cards_among(8)),
        "jacks": CountedFigure(sum(rank_of(card) == "J" for card in hand), cards_among(4)),
        "king_of_hearts": CountedFigure(int(KING_OF_HEARTS in hand), sometimes(Fraction(HAND, PACK))),
    }
