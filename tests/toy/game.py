"""The toy game as a `Game` (`games/engine/game.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal

from games.engine import actions
from games.engine.actions import Action, Choose, HouseAction, Reader
from games.engine.cards import JOKER, Card
from games.engine.club import Heading, LeagueDefaults, Subject, Tally, places
from games.engine.deals import Chance, CountedFigure, DealtHand, Figure
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import Game, Pending, Progress, replace_fields
from games.engine.options import Preset
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.shuffle import Randomness
from games.engine.view import Choice, RoundResult, View
from tests.toy import options as house_rules
from tests.toy import play, scoring, windows
from tests.toy.state import (
    CARDS,
    COLUMNS,
    DEALS_A_ROUND,
    HAND_SIZE,
    PACK,
    SEATS,
    Deal,
    Phase,
    State,
    captain,
    ring,
    sides,
)
from tests.toy.view import view
from tests.toy.words import WORDS

VOCABULARY: Final[Mapping[str, Reader]] = {
    **dict.fromkeys(("keep", "throw", "draw", "take"), actions.read_word),
    "meld": actions.reader_of_groups(CARDS),
    "place": actions.reader_of_place(CARDS, "target", "end"),
    "play": actions.reader_of_play(CARDS),
    "deal": actions.reader_of_deal(CARDS, seats=5),
}
RULEBOOK: Final = (
    Heading("cards", "1", "The cards"),
    Heading("melds", "2", "Melds"),
    Heading("at-the-table", "3", "At the table"),
    Heading("lies", "3.1", "A card that lies"),
    Heading("time", "3.2", "Time and absence"),
    Heading("silence", "3.3", "Talk and signs"),
)
JOKER_HELD: Final = Fraction(HAND_SIZE, len(PACK))


class Toy(Game[State]):
    """65 cards, five players, sides that change every round, highest total wins."""

    key = "toy"
    name = "Toy"
    version = 1
    summary = "Five players, two packs, a joker."
    showcase = (JOKER, "SA", "HK")
    seats = range(5, 6)
    better: Literal["high", "low"] = "high"
    Options = house_rules.Options
    presets: Sequence[Preset] = house_rules.PRESETS
    vocabulary = VOCABULARY
    words = WORDS
    figures: Sequence[Figure] = (Figure("joker", "The joker", share=True),)
    tallies: Sequence[Tally] = scoring.TALLIES
    subjects: Sequence[Subject] = (
        Subject("misclick", rules=("lies",)),
        Subject("clock", rules=("time",)),
        Subject("conduct", "A word out of place", ("silence",)),
        Subject("other"),
    )
    rulebook: Sequence[Heading] = RULEBOOK

    def pack(self, options: house_rules.Options, players: int) -> Sequence[Card]:
        return PACK

    def planned_rounds(self, options: house_rules.Options, players: int) -> int | None:
        return options.rounds

    def most_deals(self, options: house_rules.Options) -> int:
        """One may be thrown in."""
        return DEALS_A_ROUND + 1

    def defaults(self, options: house_rules.Options) -> LeagueDefaults:
        """A deal brings a side some four points."""
        match = 8 * options.rounds
        return LeagueDefaults(absence=match // 2, waiting=match, compensation=8, walkover=match)

    def is_open(self, action: Action) -> bool:
        """The word about the deal is sealed; everything else lies open."""
        return not (isinstance(action, Choose) and action.word in play.WORDS)

    def start(self, options: house_rules.Options, players: int) -> State:
        if players not in self.seats:
            raise ValueError(f"{players} cannot play the toy game")
        return State(options)

    def pending(self, state: State) -> Mapping[Actor, Pending]:
        return windows.pending(state)

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        return windows.choices(state, seat)

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """The state after an action. Raises IllegalAction; nothing has changed then."""
        if state.over:
            raise IllegalAction(Refusal.MATCH_OVER)
        running = state.deal is not None and state.deal.phase is not Phase.OVER
        if actor == HOUSE:
            if not isinstance(action, actions.Deal) or running:
                raise IllegalAction(Refusal.NOT_NOW)
            return _deal(state, action)
        if isinstance(action, actions.HOUSE_ACTIONS):
            raise IllegalAction(Refusal.HOUSE_ONLY)
        deal = state.deal
        if deal is None or not running:
            raise IllegalAction(Refusal.NOT_NOW)
        is_word = isinstance(action, Choose) and action.word in play.WORDS
        if is_word is not (deal.phase is Phase.WORD):
            raise IllegalAction(Refusal.NOT_NOW)
        if isinstance(action, Choose) and is_word:
            may_throw = state.options.throwing == "majority" and not state.thrown
            return _after(state, play.speak(deal, actor, action.word, may_throw=may_throw))
        return _after(state, play.act(deal, state.options, actor, action))

    def house_action(self, state: State, randomness: Randomness) -> HouseAction:
        return actions.Deal(captain(_round_of_next(state)), deck=randomness.shuffled(PACK))

    def view(self, state: State, viewer: Seat | None, public: View | None = None) -> View:
        return view(state, viewer, public)

    def results(self, state: State) -> tuple[RoundResult, ...]:
        return state.results

    def progress(self, state: State) -> Progress:
        number = max(state.round, 1)
        return Progress(
            round=state.round,
            rounds=state.options.rounds,
            closed=len(state.results),
            totals=state.totals,
            sides=sides(number),
            columns=COLUMNS,
            ring=ring(number),
            over=state.over,
            deal=state.deal.number if state.deal else 0,
            places=places(state.totals, self.better) if state.over else (),
            void_deals=state.void_deals,
        )

    def dealt_hands(
        self, options: house_rules.Options, done: Iterable[tuple[Actor, Action]], *, players: int
    ) -> tuple[DealtHand, ...]:
        """Whether each hand of the first deal had the joker."""
        deal = next(action for _, action in done if isinstance(action, actions.Deal))
        chance = Chance(float(JOKER_HELD), float(JOKER_HELD * (1 - JOKER_HELD)))
        order = ring(deal.dealer + 1)
        hands = [deal.deck[HAND_SIZE * place :][:HAND_SIZE] for place in range(len(SEATS))]
        return tuple(
            DealtHand(seat, {"joker": CountedFigure(int(JOKER in hand), chance)})
            for seat, hand in zip(order, hands, strict=True)
        )

    def alone(self, options: house_rules.Options, *, number: int) -> None:
        """None: everybody is captain in turn, so the rounds belong together."""
        return

    def reports(self, state: State) -> list[dict[str, object]]:
        return [*state.reports] if state.closed else [*state.reports, scoring.report(state)]


def _round_of_next(state: State) -> int:
    """The number of the round to which the next deal belongs."""
    return state.round + 1 if state.closed else state.round


def _deal(state: State, action: actions.Deal) -> State:
    """Five cards each in order of play, the rest is the stock. Raises IllegalAction: wrong_dealer, wrong_deal."""
    number = _round_of_next(state)
    if action.dealer != captain(number):
        raise IllegalAction(Refusal.WRONG_DEALER)
    if len(action.deck) != len(PACK) or set(action.deck) != CARDS:
        raise IllegalAction(Refusal.WRONG_DEAL)
    order = ring(number)
    hands = {seat: action.deck[HAND_SIZE * place :][:HAND_SIZE] for place, seat in enumerate(order)}
    deal = Deal(
        number=state.deal.number + 1 if state.deal else 1,
        hands=tuple(hands[seat] for seat in SEATS),
        stock=action.deck[HAND_SIZE * len(SEATS) :],
        ring=order,
    )
    if number > state.round:
        return replace_fields(state, round=number, deal=deal, done=(), thrown=False)
    return replace_fields(state, deal=deal)


def _after(state: State, deal: Deal) -> State:
    """The match after something was done in its running deal, which may have ended the deal or the round."""
    state = replace_fields(state, deal=deal)
    if deal.phase is not Phase.OVER:
        return state
    if deal.void:
        return replace_fields(state, thrown=True, void_deals=(*state.void_deals, deal.number))
    state = replace_fields(state, done=(*state.done, deal))
    return scoring.close_round(state) if len(state.done) == DEALS_A_ROUND else state
