"""Kan as a `Game` (`games/engine/game.py`); each question goes to the part that knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, Literal

from games.engine import actions
from games.engine.actions import Action, Arrange, Choose, Data, HouseAction, Play, Reader
from games.engine.cards import JOKER, Card, rank_of
from games.engine.club import Correction, Heading, LeagueDefaults, SheetField, Subject, Tally, places
from games.engine.deals import CountedFigure, DealtHand, Figure, cards_among, sometimes
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import CardValues, Game, Pending, Progress, replace_fields
from games.engine.kan import opening, play, scoring, windows
from games.engine.kan import options as house_rules
from games.engine.kan.opening import hands_of
from games.engine.kan.state import (
    CARDS,
    COLUMNS,
    HAND_SIZE,
    PACK,
    SCORING_CARDS,
    SEATS,
    TURNS_RIGHT,
    Deal,
    Phase,
    State,
)
from games.engine.kan.view import sides, view
from games.engine.kan.words import WORDS
from games.engine.options import Preset
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.shuffle import Randomness
from games.engine.view import Choice, CorrectedFacts, NewScore, RoundResult, View
from games.engine.words import gettext_noop as _

CARD_VALUES: Final = (
    CardValues(_("Beats every other card"), ((JOKER, "", None),)),
    CardValues(_("One point each, in every suit"), tuple((rank, "", 1) for rank in "AKQJ")),
)
RULEBOOK: Final = (
    Heading("cards", "1", _("The cards")),
    Heading("partners", "2", _("Kan and mukan")),
    Heading("double-kan", "2.1", _("Joker and ace in one hand")),
    Heading("lead", "2.2", _("Iku and koi")),
    Heading("showing", "3", _("The second and third deal")),
    Heading("which-card", "4", _("Which card may I play?")),
    Heading("joker", "4.1", _("The joker")),
    Heading("deciding", "5", _("Winning a deal")),
    Heading("juuroku", "5.1", _("Sukonku and juuroku")),
    Heading("sheet", "6", _("The sheet")),
    Heading("at-the-table", "7", _("At the table")),
    Heading("lies", "7.1", _("A card that lies")),
    Heading("time", "7.2", _("Time and absence")),
    Heading("silence", "7.3", _("Talk and signs")),
    Heading("words", "8", _("Words")),
)
"""The headings of the rules page (templates/rules/kan.html)."""
SUBJECTS: Final = (
    Subject("typed", rules=("sheet", "deciding")),
    Subject("declaration", _("Stop or juuroku"), ("juuroku", "deciding")),
    Subject("misclick", rules=("lies", "which-card")),
    Subject("clock", rules=("time", "lies")),
    Subject("conduct", rules=("silence", "showing")),
    Subject("collusion", rules=("silence", "showing")),
    Subject("revoke", rules=("which-card", "joker")),
    Subject("other"),
)
CORRECTIONS: Final = (
    Correction(
        "facts",
        _("How the deals ended"),
        ("deciding", "juuroku", "sheet"),
        fields=scoring.FIELDS,
        written=scoring.sheet_values,
    ),
)
"""The disputes that the headings answer, and what a ruling may correct."""
FIGURES: Final = (
    Figure("scoring", _("Scoring cards"), _("Aces, kings, queens and jacks: sixteen in the pack.")),
    Figure("aces", _("Aces")),
    Figure("joker", _("Hands with the joker"), share=True),
)
"""What is counted in the dealt hands beside what chance gives (`games/engine/deals.py`)."""


VOCABULARY: Final[Mapping[str, Reader]] = {
    **dict.fromkeys((*opening.CALL_WORDS, *play.ANNOUNCEMENTS, "cancel"), actions.read_word),
    "trump": actions.read_word_with_suit,
    "give": actions.reader_of_groups(CARDS, "card"),
    "show": actions.reader_of_groups(CARDS, "cards"),
    "play": actions.reader_of_asking_play(CARDS),
    "deal": actions.reader_of_deal(CARDS, seats=5),
    "swap": actions.reader_of_swap(CARDS),
    "close": actions.read_close,
}
NO_COMPARISON_AFTER_CANCEL: Final = _(
    "Where opponents may cancel a deal of all aces and the joker, a table that does so has other cards from then on."
)
"""Why tables with that rule are not compared."""
COVERED_WORDS: Final = ("give", "show", *opening.CALL_WORDS)
"""The words with which a seat tells something that not everybody learns at once."""


class Kan(Game[State]):
    """50 cards, five players, two against three with partners of the cards, highest total wins (rules/kan)."""

    key = "kan"
    name = _("Kan")
    version = 1
    summary = _("Two against three: the joker and the ace of trumps make the partners.")
    showcase: tuple[Card, ...] = (JOKER, "SA", "HJ")
    seats = range(5, 6)
    better: Literal["high", "low"] = "high"
    Options = house_rules.Options
    presets: Sequence[Preset] = house_rules.PRESETS
    vocabulary = VOCABULARY
    words = WORDS
    sheet: Sequence[SheetField] = scoring.SHEET
    figures: Sequence[Figure] = FIGURES
    tallies: Sequence[Tally] = scoring.TALLIES
    subjects: Sequence[Subject] = SUBJECTS
    corrections: Sequence[Correction] = CORRECTIONS
    rulebook: Sequence[Heading] = RULEBOOK
    card_values: Sequence[CardValues] = CARD_VALUES

    def pack(self, options: house_rules.Options, players: int) -> Sequence[Card]:
        return PACK

    def planned_rounds(self, options: house_rules.Options, players: int) -> int | None:
        return options.rounds

    def most_deals(self, options: house_rules.Options) -> int:
        """Three; where joker and ace of trumps in one hand void a first deal, six more. That happens in 9 of 49, so a
        round with seven of them has a chance of one in a hundred thousand. A deal that an opponent cancels is rarer."""
        return 9 if options.double_kan == "redeal" or options.shippo_jo == "on" else 3

    def defaults(self, options: house_rules.Options) -> LeagueDefaults:
        """An average round brings a player nothing; opponents that do not come are worth a won deal in every round."""
        return LeagueDefaults(absence=0, waiting=0, compensation=0, walkover=options.rounds)

    def is_open(self, action: Action) -> bool:
        """The words before the lead and the cards given and shown are covered; everything else lies open."""
        return isinstance(action, Play | Choose) and action.data()["do"] not in COVERED_WORDS

    def start(self, options: house_rules.Options, players: int) -> State:
        """A match before its first deal."""
        if players not in self.seats:
            raise ValueError(f"{players} cannot play Kan")
        return State(options)

    def pending(self, state: State) -> Mapping[Actor, Pending]:
        return windows.pending(state)

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        return windows.choices(state, seat)

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """The state after an action. Raises IllegalAction; nothing has changed then."""
        if state.over:
            raise IllegalAction(Refusal.MATCH_OVER)
        if actor == HOUSE:
            return _by_house(state, action)
        if isinstance(action, actions.HOUSE_ACTIONS):
            raise IllegalAction(Refusal.HOUSE_ONLY)
        if state.deal is None or state.deal.phase is Phase.OVER:
            raise IllegalAction(Refusal.NOT_NOW)
        return _after(state, _by_seat(state.deal, state.options, actor, action))

    def house_action(self, state: State, randomness: Randomness) -> HouseAction:
        """The deal, the first dealer by chance; the blind exchange; the end of the time to cancel a deal."""
        deal = state.deal
        if deal is not None and deal.phase is Phase.SWAP:
            return opening.blind_swap(deal, randomness)
        if deal is not None and deal.phase is Phase.CANCEL:
            return actions.Close()
        dealer = opening.dealer_of_next(state)
        return actions.Deal(
            randomness.number("dealer", 5) if dealer is None else dealer, deck=randomness.shuffled(PACK)
        )

    def view(self, state: State, viewer: Seat | None, public: View | None = None) -> View:
        return view(state, viewer, public)

    def results(self, state: State) -> tuple[RoundResult, ...]:
        return state.results

    def progress(self, state: State) -> Progress:
        return Progress(
            round=state.round,
            rounds=state.options.rounds,
            closed=len(state.results),
            totals=state.totals,
            sides=sides(state),
            columns=COLUMNS,
            ring=state.ring,
            turns_right=TURNS_RIGHT,
            over=state.over,
            deal=state.deal.number if state.deal else 0,
            places=places(state.totals, self.better) if state.over else (),
            void_deals=state.void_deals,
        )

    def dealt_hands(
        self, options: house_rules.Options, done: Iterable[tuple[Actor, Action]], *, players: int
    ) -> tuple[DealtHand, ...]:
        return dealt_hands(done)

    def on_paper(
        self, options: house_rules.Options, typed: Data, *, number: int, players: int
    ) -> RoundResult:
        return scoring.settle(typed, options, number=number)

    def not_comparable(self, options: house_rules.Options) -> str | None:
        """A cancelled deal puts the next ones of its round behind those of the other tables."""
        return NO_COMPARISON_AFTER_CANCEL if options.shippo_jo == "on" else None

    def rescore(
        self, options: house_rules.Options, played: RoundResult, corrected: CorrectedFacts
    ) -> NewScore:
        return scoring.rescore(options, played, corrected)

    def alone(self, options: house_rules.Options, *, number: int) -> house_rules.Options:
        """One round and no more; as the last of its match it begins with spades as trumps (rules/kan K3)."""
        return replace(options, rounds=1)

    def reports(self, state: State) -> list[dict[str, object]]:
        return [*state.reports] if state.closed else [*state.reports, scoring.report(state)]


def _by_house(state: State, action: Action) -> State:
    """Raises IllegalAction: not_now, or the deal's and the exchange's own."""
    deal = state.deal
    if isinstance(action, actions.Deal) and (deal is None or deal.phase is Phase.OVER):
        state = opening.deal_hands(state, action)
        assert state.deal is not None
        return _after(state, state.deal)
    if isinstance(action, actions.Swap) and deal is not None and deal.phase is Phase.SWAP:
        return _after(state, opening.swap(deal, action))
    if isinstance(action, actions.Close) and deal is not None and deal.phase is Phase.CANCEL:
        return _after(state, replace_fields(deal, phase=Phase.OVER))
    raise IllegalAction(Refusal.NOT_NOW)


def _by_seat(deal: Deal, options: house_rules.Options, seat: Seat, action: Action) -> Deal:
    """The deal after what a seat did. Raises IllegalAction."""
    if isinstance(action, Play):
        play.require_legal_card(deal, seat, action)
        return play.play(deal, options, seat, action)
    if isinstance(action, Arrange):
        return (
            opening.give(deal, seat, action)
            if action.word == "give"
            else opening.show(deal, options, seat, action)
        )
    if isinstance(action, Choose):
        if action.word in opening.CALL_WORDS:
            return opening.speak(deal, options, seat, action.word)
        if action.word in play.ANNOUNCEMENTS:
            return play.announce(deal, options, seat, action.word)
        if action.word == "cancel":
            return play.cancel(deal, seat)
        return opening.name_trump(deal, seat, action.suit)
    raise IllegalAction(Refusal.NOT_NOW)


def _after(state: State, deal: Deal) -> State:
    """The match after something was done in its running deal, which may have ended the deal or the round."""
    return scoring.after_deal(state, deal) if deal.phase is Phase.OVER else replace_fields(state, deal=deal)


def dealt_hands(done: Iterable[tuple[Actor, Action]]) -> tuple[DealtHand, ...]:
    """The hands of a deal from the dealer on, round the table. `done` begins with it."""
    _house, deal = next(iter(done))
    assert isinstance(deal, actions.Deal)
    hands = hands_of(deal)
    from_dealer = [(deal.dealer + step) % len(SEATS) for step in SEATS]
    return tuple(DealtHand(seat, _hand_counts(hands[seat])) for seat in from_dealer)


def _hand_counts(hand: tuple[Card, ...]) -> dict[str, CountedFigure]:
    among = {"left": len(PACK), "hand": HAND_SIZE}
    return {
        "scoring": CountedFigure(
            sum(card in SCORING_CARDS for card in hand), cards_among(len(SCORING_CARDS), **among)
        ),
        "aces": CountedFigure(sum(rank_of(card) == "A" for card in hand), cards_among(4, **among)),
        "joker": CountedFigure(int(JOKER in hand), sometimes(Fraction(HAND_SIZE, len(PACK)))),
    }
