"""Kraken as a `Game` (`games/engine/game.py`); each question goes to the part that knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from games.engine import actions
from games.engine.actions import (
    Accuse,
    Action,
    Arrange,
    Choose,
    Close,
    Data,
    Deal,
    HouseAction,
    Play,
    Reader,
    Turn,
)
from games.engine.cards import CARDS_OF_32, PACK_OF_32, SUITS, Card
from games.engine.club import Correction, Heading, LeagueDefaults, SheetField, Subject, Tally
from games.engine.deals import DealtHand, Figure
from games.engine.errors import AskedFirst, IllegalAction, Refusal
from games.engine.game import CardValues, DealAhead, Game, Pending, Progress, replace_fields
from games.engine.kraken import dealt, opening, play, windows
from games.engine.kraken import options as house_rules
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.legal import PLAIN_POINTS, TRUMP_POINTS
from games.engine.kraken.scoring import closing, paper, revoke
from games.engine.kraken.state import COLUMNS, SEATS, SIDES, Phase, Round, State, left_of, per_seat
from games.engine.kraken.view import view
from games.engine.kraken.words import WORDS
from games.engine.options import Preset
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.shuffle import Randomness
from games.engine.view import Choice, CorrectedFacts, Finding, NewScore, RoundResult, View
from games.engine.words import gettext_noop as _

CARD_VALUES: Final = (
    CardValues(_("Trumps"), tuple((rank, "", points) for rank, points in TRUMP_POINTS.items())),
    CardValues(_("Other suits"), tuple((rank, "", points) for rank, points in PLAIN_POINTS.items())),
)
RULEBOOK: Final = (
    Heading("cards", "1", _("The cards")),
    Heading("which-card", "2", _("Which card may I play?")),
    Heading("revoke", "2.1", _("A revoke")),
    Heading("challenges", "3", _("Kraken, re, superkraken")),
    Heading("roem", "4", _("Roem")),
    Heading("in-the-hand", "4.1", _("In the hand")),
    Heading("in-a-trick", "4.2", _("In a trick")),
    Heading("sheet", "5", _("The sheet")),
    Heading("at-the-table", "6", _("At the table")),
    Heading("lies", "6.1", _("A card that lies")),
    Heading("time", "6.2", _("Time and absence")),
    Heading("silence", "6.3", _("Talk and signs")),
    Heading("words", "7", _("Words")),
)
"""The headings of the rules page (templates/rules/kraken.html), and below the cases and rulings that rest on them."""
SUBJECTS: Final = (
    Subject("typed", rules=("sheet", "cards")),
    Subject("revoke", rules=("revoke", "which-card", "sheet")),
    Subject("bonus", _("Roem was not counted"), ("in-a-trick", "in-the-hand", "roem")),
    Subject("declaration", rules=("in-the-hand", "roem")),
    Subject("misclick", rules=("lies", "which-card")),
    Subject("clock", rules=("time", "lies")),
    Subject("conduct", rules=("silence", "at-the-table")),
    Subject("collusion", rules=("silence", "at-the-table")),
    Subject("other"),
)
CORRECTIONS: Final = (
    Correction("bonus", _("Roem or stuk counts"), ("in-a-trick", "in-the-hand")),
    Correction("declaration", rules=("in-the-hand",)),
    Correction("multiplier", rules=("challenges",), ladder=(1, 2, 4, 8)),
    Correction("count", rules=("cards",)),
    Correction("revoke", rules=("revoke", "which-card")),
)


VOCABULARY: Final[Mapping[str, Reader]] = {
    "play": actions.reader_of_play(CARDS_OF_32),
    "trump": actions.read_word_with_suit,
    "pass": actions.read_word,
    "accept": actions.read_word,
    "kraken": actions.read_word,
    "re": actions.read_word,
    "superkraken": actions.read_word,
    "declare": actions.reader_of_groups(CARDS_OF_32),
    "bonus": actions.read_word,
    "stuk": actions.read_word,
    revoke.WORD: actions.reader_of_accusation(seats=4),
    "deal": actions.reader_of_deal(CARDS_OF_32, seats=4),
    "turn": actions.read_turn,
    "close": actions.read_close,
}
TRUMP_WORDS: Final = ("trump", "pass", "accept")
HAND_SIZE: Final = 8
ROUNDS: Final = 16
"""Rounds of a whole match (a "boom"), by which the points of the league are reckoned."""
FACE_ORDER: Final = {card: place for place, card in enumerate(PACK_OF_32)}


class Kraken(Game[State]):
    """32 cards, two teams of two, eight tricks (rules/kraken)."""

    key = "kraken"
    name = _("Kraken")
    version = 1
    summary = _(
        "Klaverjas for four, with a bold word: kraken doubles the round, re and superkraken double it again."
    )
    showcase: tuple[Card, ...] = ("SJ", "S9", "SA")
    seats = range(4, 5)
    better: Literal["high", "low"] = "high"
    Options = house_rules.Options
    presets: Sequence[Preset] = house_rules.PRESETS
    vocabulary = VOCABULARY
    words = WORDS
    sheet: Sequence[SheetField] = paper.SHEET
    figures: Sequence[Figure] = dealt.FIGURES
    tallies: Sequence[Tally] = closing.TALLIES
    subjects: Sequence[Subject] = SUBJECTS
    corrections: Sequence[Correction] = CORRECTIONS
    rulebook: Sequence[Heading] = RULEBOOK
    card_values: Sequence[CardValues] = CARD_VALUES

    def pack(self, options: house_rules.Options, players: int) -> Sequence[Card]:
        return PACK_OF_32

    def planned_rounds(self, options: house_rules.Options, players: int) -> int | None:
        """The number of rounds; None for a match to so many points. An equal score may add rounds beyond it."""
        return options.rounds if options.match_length == "rounds" else None

    def defaults(self, options: house_rules.Options) -> LeagueDefaults:
        """A round holds 162 points without roem: 81 is an even share. An evening off is worth 5000 where three matches
        of 16 rounds are played, waiting and a walkover 1500 for one such match; shorter ones in proportion."""
        rounds = options.rounds if options.match_length == "rounds" else ROUNDS
        return LeagueDefaults(
            absence=5000 * rounds // ROUNDS,
            waiting=1500 * rounds // ROUNDS,
            compensation=81,
            walkover=1500 * rounds // ROUNDS,
        )

    def is_open(self, action: Action) -> bool:
        """Declared combinations stay covered until all have spoken; everything else is said or laid open, "nothing to
        declare" too (rules/kraken 1.4.5).
        """
        if isinstance(action, Arrange):
            return not action.groups
        return isinstance(action, Play | Choose | Accuse)

    def enforces_rules(self, options: house_rules.Options) -> bool:
        """Not where a revoke is possible (`revoke_policy`)."""
        return not revoke.is_possible(options)

    def by_the_rules(self, state: State) -> State:
        """With the cards that `revoke_policy` lets through barred."""
        options = replace(state.options, revoke_policy="impossible")
        return replace_fields(state, options=options, answered=None)

    def start(self, options: house_rules.Options, players: int) -> State:
        """A match before its first deal."""
        if players not in self.seats:
            raise ValueError(f"{players} cannot play Kraken")
        return State(options)

    def pending(self, state: State) -> Mapping[Actor, Pending]:
        return windows.pending(state)

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        return windows.choices(state, seat)

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """The state after an action. Raises IllegalAction; nothing has changed then."""
        if actor == HOUSE:
            return _apply_house(state, action)
        if isinstance(action, actions.HOUSE_ACTIONS):
            raise IllegalAction(Refusal.HOUSE_ONLY)
        round_ = state.round
        if state.over:
            raise IllegalAction(Refusal.MATCH_OVER)
        if round_ is None or round_.phase is Phase.CLOSED:
            raise IllegalAction(Refusal.NOT_NOW)
        if isinstance(action, Play):
            return _apply_card(state, round_, actor, action.card)
        if isinstance(action, Arrange):
            return _apply_declaration(state, round_, actor, action)
        if isinstance(action, Accuse):
            return replace_fields(state, round=revoke.claim(round_, state.options, actor, action))
        if isinstance(action, Choose):
            return _apply_word(state, round_, actor, action)
        raise IllegalAction(Refusal.NOT_NOW)

    def house_action(self, state: State, randomness: Randomness) -> HouseAction:
        """Deal, turn or close, whichever is pending for the house."""
        kind = self.pending(state)[HOUSE].kind
        if kind == "close":
            return Close()
        if kind == "turn":
            assert state.round is not None
            return Turn(SUITS[randomness.number(f"turn {len(state.round.turned)}", len(SUITS))])
        dealer = randomness.number("dealer", 4) if state.round is None else left_of(state.round.dealer)
        return Deal(dealer, deck=randomness.shuffled(PACK_OF_32))

    def view(self, state: State, viewer: Seat | None, public: View | None = None) -> View:
        return view(state, viewer, public)

    def on_paper(
        self, options: house_rules.Options, typed: Data, *, number: int, players: int
    ) -> RoundResult:
        return paper.settle_round(paper.typed_round(typed), options, number=number)

    def deal_ahead(
        self, options: house_rules.Options, *, number: int, first: Randomness, own: Randomness
    ) -> DealAhead | None:
        """None where a card is turned for trumps: a sheet with the second card would tell it too early."""
        if options.trump_mode == "random":
            return None
        deal = Deal((first.number("dealer", 4) + number - 1) % 4, deck=own.shuffled(PACK_OF_32))
        return DealAhead(deal.dealer, dealt.hands_of(deal, options), deal.deck)

    def results(self, state: State) -> tuple[RoundResult, ...]:
        return state.results

    def progress(self, state: State) -> Progress:
        number = state.round.number if state.round else 0
        return Progress(
            round=number,
            rounds=state.rounds,
            closed=len(state.results),
            totals=per_seat(state.totals),
            sides=SIDES,
            columns=COLUMNS,
            ring=SEATS,
            over=state.over,
            deal=number,
            places=closing.places(state),
        )

    def findings(self, state: State) -> tuple[Finding, ...]:
        return closing.findings(state)

    def dealt_hands(
        self, options: house_rules.Options, done: Iterable[tuple[Actor, Action]], *, players: int
    ) -> tuple[DealtHand, ...]:
        return dealt.dealt_hands(options, done)

    def rescore(
        self, options: house_rules.Options, played: RoundResult, corrected: CorrectedFacts
    ) -> NewScore:
        return paper.rescore(options, played, corrected)

    def alone(self, options: house_rules.Options, *, number: int) -> house_rules.Options:
        """One round and no more, even where it ends equal; what holds for a first round holds only for that one."""
        clubs = options.first_round_clubs and number == 1
        return replace(options, match_length="rounds", rounds=1, match_tie="draw", first_round_clubs=clubs)

    def reports(self, state: State) -> list[dict[str, object]]:
        if state.round is None or state.round.phase is Phase.CLOSED:
            return [*state.reports]
        return [*state.reports, closing.report(state.round, state.options)]


def _apply_house(state: State, action: Action) -> State:
    waiting = windows.pending(state).get(HOUSE)
    if state.over:
        raise IllegalAction(Refusal.MATCH_OVER)
    if waiting is None:
        raise IllegalAction(Refusal.NOT_NOW)
    round_ = state.round
    if isinstance(action, Deal) and waiting.kind == "deal":
        return replace_fields(state, round=_deal(state, action))
    if isinstance(action, Turn) and waiting.kind == "turn" and round_ is not None:
        return replace_fields(
            state,
            round=_to_declarations(opening.turn_card(round_, state.options, action.suit), state.options),
        )
    if isinstance(action, Close) and waiting.kind == "close" and round_ is not None:
        return closing.count_round(state) if round_.phase is Phase.CLAIM else closing.close_round(state)
    raise IllegalAction(Refusal.NOT_NOW)


def _deal(state: State, action: Deal) -> Round:
    """Raises IllegalAction: wrong_dealer, wrong_deal."""
    if state.round is not None and action.dealer != left_of(state.round.dealer):
        raise IllegalAction(Refusal.WRONG_DEALER)
    hands = dealt.hands_of(action, state.options)
    whole = [card for hand in hands for card in hand]
    if len(hands) != 4 or any(len(hand) != HAND_SIZE for hand in hands) or set(whole) != CARDS_OF_32:
        raise IllegalAction(Refusal.WRONG_DEAL)
    in_face_order = tuple(tuple(sorted(hand, key=FACE_ORDER.__getitem__)) for hand in hands)
    number = 1 if state.round is None else state.round.number + 1
    first = left_of(action.dealer)
    opened = Round(
        number, action.dealer, in_face_order, in_face_order, Phase.TRUMP, to_play=first, leader=first
    )
    return opening.open_trump_phase(opened, state.options)


def _apply_card(state: State, round_: Round, seat: Seat, card: Card) -> State:
    if round_.phase is Phase.DECLARE and seat in opening.declarers(round_, state.options):
        raise AskedFirst(KrakenRefusal.DECLARE_FIRST)
    if round_.phase is not Phase.PLAY:
        raise IllegalAction(Refusal.NOT_NOW)
    if seat != round_.to_play:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
    play.require_legal_card(round_, state.options, seat, card)
    after = replace_fields(state, round=play.play(round_, state.options, seat, card))
    assert after.round is not None
    if after.round.phase is Phase.CLAIM and not play.has_claim_window(state.options):
        return closing.count_round(after)
    return after


def _apply_declaration(state: State, round_: Round, seat: Seat, action: Arrange) -> State:
    if round_.phase is not Phase.DECLARE:
        raise IllegalAction(Refusal.NOT_NOW)
    if seat not in opening.declarers(round_, state.options) and round_.declared[seat] is None:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
    word = "declared" if action.groups else "nothing"
    after = opening.declare(round_, state.options, seat, action.groups)
    return replace_fields(state, round=replace_fields(after, words=(*round_.words, (seat, word, None))))


def _apply_word(state: State, round_: Round, seat: Seat, action: Choose) -> State:
    options = state.options
    if action.word == "bonus" and round_.phase in (Phase.PLAY, Phase.CLAIM):
        return replace_fields(state, round=play.claim_bonus(round_, options, seat))
    if action.word == "stuk" and round_.phase in (Phase.PLAY, Phase.CLAIM):
        return replace_fields(state, round=play.claim_stuk(round_, options, seat))
    if round_.phase is Phase.TRUMP and action.word in TRUMP_WORDS:
        if seat != opening.trump_speaker(round_, options):
            raise IllegalAction(Refusal.NOT_YOUR_TURN)
        after = opening.say_trump(round_, options, seat, action.word, action.suit)
    elif round_.phase is Phase.CHALLENGE and action.word in ("pass", *opening.LADDER):
        if seat not in opening.challengers(round_, options):
            raise IllegalAction(Refusal.NOT_YOUR_TURN)
        after = opening.answer_challenge(round_, options, seat, action.word)
    else:
        raise IllegalAction(Refusal.NOT_NOW)
    suit = after.trump if action.word == "accept" else action.suit
    after = replace_fields(after, words=(*round_.words, (seat, action.word, suit)))
    return replace_fields(state, round=_to_declarations(after, options))


def _to_declarations(round_: Round, options: house_rules.Options) -> Round:
    """The challenges are over: open the declarations, which may be over at once."""
    return opening.open_declarations(round_, options) if round_.phase is Phase.DECLARE else round_
