"""Caribbean Kalooki as a `Game` (`games/engine/game.py`); each question goes to the part that knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from games.engine import actions
from games.engine.actions import Action, Choose, Close, Data, HouseAction, Place, Reader, Reshuffle
from games.engine.cards import JOKER, Card
from games.engine.club import Correction, Heading, LeagueDefaults, SheetField, Subject, Tally, places
from games.engine.deals import CountedFigure, DealtHand, Figure, cards_among
from games.engine.errors import IllegalAction, MalformedAction, Refusal
from games.engine.game import CardValues, Game, Pending, Progress, replace_fields
from games.engine.kalooki import contracts, drawing, melds, scoring, turn, windows
from games.engine.kalooki import options as house_rules
from games.engine.kalooki.contracts import CARDS, CONTRACTS, hand_size, pack
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.melds import is_joker
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import Deal, Discard, Phase, State, clockwise_from, left_of
from games.engine.kalooki.view import view
from games.engine.kalooki.words import WORDS
from games.engine.options import Preset
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.shuffle import Randomness
from games.engine.view import Choice, CorrectedFacts, NewScore, RoundResult, View
from games.engine.words import Text
from games.engine.words import gettext_noop as _

CARD_VALUES: Final = (
    CardValues(
        _("What a card left in the hand costs"),
        (
            (JOKER, "", scoring.JOKER),
            ("A", "SC", scoring.BLACK_ACE),
            *((rank, "", scoring.TEN) for rank in "KQJT"),
            *((rank, "", int(rank)) for rank in "92"),
            ("A", "HD", scoring.RED_ACE),
        ),
    ),
)
RULEBOOK: Final = (
    Heading("cards", "1", _("The cards")),
    Heading(
        "contracts",
        "2",
        _("The nine contracts"),
        (KalookiRefusal.NOT_A_MELD, KalookiRefusal.GROUP_NOT_A_MELD, KalookiRefusal.CONTRACT_INCOMPLETE),
    ),
    Heading("threes", "2.1", _("Threes"), (KalookiRefusal.RANK_TWICE,)),
    Heading("fours", "2.2", _("Fours"), (KalookiRefusal.SUIT_TWICE,)),
    Heading("turn", "3", _("A turn"), (Refusal.NOT_YOUR_TURN,)),
    Heading("drawing", "3.1", _("Drawing"), (KalookiRefusal.DRAW_FIRST, KalookiRefusal.DRAW_FROM_STOCK)),
    Heading(
        "calls",
        "3.2",
        _("Calls"),
        (
            KalookiRefusal.CANNOT_CALL,
            KalookiRefusal.CALLED_FIRST,
            KalookiRefusal.CALLS_CLOSED,
            KalookiRefusal.CALL_TOO_LATE,
            Refusal.ALREADY_SPOKEN,
        ),
    ),
    Heading(
        "laying",
        "3.3",
        _("Laying and adding"),
        (
            KalookiRefusal.LAY_FIRST,
            Refusal.CARD_USED_TWICE,
            KalookiRefusal.DOES_NOT_FIT_MELD,
            KalookiRefusal.NAME_THE_END,
        ),
    ),
    Heading(
        "jokers",
        "3.4",
        _("Moving a joker"),
        (KalookiRefusal.JOKERS_STAY, KalookiRefusal.NO_JOKER_THERE, KalookiRefusal.JOKER_CANNOT_MOVE),
    ),
    Heading(
        "discarding",
        "3.5",
        _("Discarding"),
        (KalookiRefusal.JOKER_NOT_DISCARDED, KalookiRefusal.MUST_DISCARD, KalookiRefusal.KEEP_A_DISCARD),
    ),
    Heading("stock", "3.6", _("When the stock runs out")),
    Heading("winning", "4", _("Going out and counting")),
    Heading("at-the-table", "5", _("At the table")),
    Heading("lies", "5.1", _("A card that lies")),
    Heading("time", "5.2", _("Time and absence")),
    Heading("silence", "5.3", _("Talk and signs")),
)
"""The headings of the rules page (templates/rules/kalooki.html), each with the refusals that it explains."""
SUBJECTS: Final = (
    Subject("bonus", _("The cards left in a hand were counted wrong"), ("winning", "cards")),
    Subject("typed", rules=("winning", "cards")),
    Subject("call", _("A call: who was first, or a refusal"), ("calls", "drawing", "time")),
    Subject("declaration", _("A meld or a joker"), ("laying", "threes", "fours", "jokers")),
    Subject("misclick", rules=("lies", "discarding")),
    Subject("clock", rules=("time", "calls")),
    Subject("conduct", rules=("silence", "at-the-table")),
    Subject("collusion", rules=("silence", "at-the-table")),
    Subject("other"),
)
"""The questions about a round, with the headings that usually answer them."""
CORRECTIONS: Final = (
    Correction(
        "facts",
        _("Calls, hands and who went out"),
        ("calls", "winning", "cards"),
        fields=scoring.SHEET,
        written=scoring.sheet_values,
    ),
)
"""A deal is written anew: a call may count for somebody else, a hand be counted again."""
FIRST: Final = min(contract.cards for contract in CONTRACTS)
"""The first nine cards of a hand, which are dealt in every contract: the log of a deal does not name its contract,
and a tenth card would have another chance."""
FIGURES: Final = (
    Figure("jokers", _("Jokers"), _("Among the first nine cards of a hand.")),
    Figure("black_aces", _("Black aces"), _("Among the first nine cards of a hand.")),
)
"""What is counted in the dealt hands beside what chance gives (`games/engine/deals.py`)."""


VOCABULARY: Final[Mapping[str, Reader]] = {
    **dict.fromkeys(("take", "stock", "call", "pass", "allow", "refuse", "end"), actions.read_word),
    "lay": actions.reader_of_groups(contracts.EVERY_CARD, "melds", in_order=melds.in_order),
    "tack": actions.reader_of_place(contracts.EVERY_CARD, "meld", field="meld", end=True),
    "shift": actions.reader_of_place(contracts.EVERY_CARD, "meld", field="meld"),
    "discard": actions.reader_of_place(contracts.EVERY_CARD),
    "deal": actions.reader_of_deal(contracts.EVERY_CARD, seats=6),
    "reshuffle": actions.reader_of_reshuffle(contracts.EVERY_CARD),
    "close": actions.read_close,
}
TURN_WORDS: Final = ("end",)
"""The words of a turn itself; all others answer what may be drawn."""
OTHER_CARDS: Final = _(
    "Everybody draws cards all the time here, so after a few turns every table has other cards, whatever was dealt."
)
"""Why tables are never compared by the same cards."""
EVEN_SHARE: Final = 85
"""Points a player pays on average in a deal between players of the same strength (measured with bots)."""


class Kalooki(Game[State]):
    """Two packs and jokers, three to six players each for himself, nine contracts, lowest total wins
    (rules/kalooki)."""

    key = "kalooki"
    name = _("Caribbean Kalooki")
    summary = _(
        "Nine deals, nine contracts of threes and fours, every player alone: the lowest total wins. It takes four "
        "players about 90 minutes."
    )
    showcase: tuple[Card, ...] = ("H5", "S5", "D5")
    version = 1
    seats = range(3, 7)
    better: Literal["high", "low"] = "low"
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
        return contracts.pack(options.packs)

    def planned_rounds(self, options: house_rules.Options, players: int) -> int | None:
        return len(options.deals)

    def defaults(self, options: house_rules.Options) -> LeagueDefaults:
        """Compensation is an even share, a round of waiting is a match of even shares and an evening off three; those
        whose opponents did not come have a match without a penalty."""
        match = len(options.deals) * EVEN_SHARE
        return LeagueDefaults(absence=3 * match, waiting=match, compensation=EVEN_SHARE, walkover=0)

    def is_open(self, action: Action) -> bool:
        """Everything a seat says or lays lies open; the cards it draws are named by no action."""
        return not isinstance(action, actions.HOUSE_ACTIONS)

    def start(self, options: house_rules.Options, players: int) -> State:
        """A match before its first deal."""
        if players not in self.seats:
            raise ValueError(f"{players} cannot play Kalooki")
        return State(options, players, totals=(0,) * players)

    def pending(self, state: State) -> Mapping[Actor, Pending]:
        return windows.pending(state)

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        return windows.choices(state, seat)

    def parse(self, data: Data) -> Action:
        """Raises MalformedAction, also for a meld or an end that is no place on any table."""
        action = actions.parse_action(data, VOCABULARY)
        if isinstance(action, Place):
            if action.word in ("tack", "shift") and not melds.is_number(action.target):
                raise MalformedAction(KalookiRefusal.UNKNOWN_PLACE, place=action.target[:12])
            if "end" in data and action.end not in (melds.HIGH, melds.LOW):
                raise MalformedAction(KalookiRefusal.UNKNOWN_PLACE, place=action.end[:12])
        return action

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """The state after an action. Raises IllegalAction; nothing has changed then."""
        if state.over:
            raise IllegalAction(Refusal.MATCH_OVER)
        deal = state.running
        if actor == HOUSE:
            return _by_house(state, deal, action)
        if isinstance(action, actions.HOUSE_ACTIONS):
            raise IllegalAction(Refusal.HOUSE_ONLY)
        if deal is None:
            raise IllegalAction(Refusal.NOT_NOW)
        if isinstance(action, Choose) and action.word not in TURN_WORDS:
            return _after(state, drawing.say(deal, state.options, actor, action.word))
        return _after(state, turn.act(deal, state.options, actor, action))

    def house_action(self, state: State, randomness: Randomness) -> HouseAction:
        """The deal (the first dealer by chance), a new stock, or the end of a draw window."""
        deal = state.running
        if deal is None:
            dealer = next_dealer(state)
            dealer = randomness.number("dealer", state.players) if dealer is None else dealer
            return actions.Deal(dealer, deck=randomness.shuffled(contracts.pack(state.options.packs)))
        if deal.phase is Phase.RESHUFFLE:
            cards = drawing.cards_to_reshuffle(deal)
            return Reshuffle(randomness.shuffled(cards, f"stock {deal.reshuffles + 1}"))
        return Close()

    def view(self, state: State, viewer: Seat | None, public: View | None = None) -> View:
        return view(state, viewer, public)

    def results(self, state: State) -> tuple[RoundResult, ...]:
        return state.results

    def progress(self, state: State) -> Progress:
        seats = tuple(range(state.players))
        return Progress(
            round=state.round,
            rounds=len(state.options.deals),
            closed=len(state.results),
            totals=state.totals,
            sides=seats,
            columns=tuple((seat,) for seat in seats),
            ring=seats,
            over=state.over,
            deal=state.deal.number if state.deal else 0,
            places=places(state.totals, self.better) if state.over else (),
            void_deals=state.void_deals,
        )

    def dealt_hands(
        self, options: house_rules.Options, done: Iterable[tuple[Actor, Action]], *, players: int
    ) -> tuple[DealtHand, ...]:
        return dealt_hands(options, done, players)

    def label(self, options: house_rules.Options, *, number: int) -> Text:
        """The contract of the deal."""
        return contracts.contract_of(options.deals[number - 1]).label

    def on_paper(
        self, options: house_rules.Options, typed: Data, *, number: int, players: int
    ) -> RoundResult:
        return scoring.settle(typed, options, number=number, players=players)

    def not_comparable(self, options: house_rules.Options) -> str:
        """Every turn draws from the stock or the discards, so tables differ after the first draw."""
        return OTHER_CARDS

    def rescore(
        self, options: house_rules.Options, played: RoundResult, corrected: CorrectedFacts
    ) -> NewScore:
        return scoring.rescore(options, played, corrected)

    def alone(self, options: house_rules.Options, *, number: int) -> house_rules.Options:
        """A match of that deal alone: each contract can be played by itself."""
        return replace_fields(options, deals=(options.deals[number - 1],))

    def reports(self, state: State) -> list[dict[str, object]]:
        running = state.running
        return [*state.reports, scoring.report(running, state.options)] if running else [*state.reports]


def _by_house(state: State, deal: Deal | None, action: Action) -> State:
    """Raises IllegalAction: not_now, wrong_dealer, wrong_deal."""
    if deal is None and isinstance(action, actions.Deal):
        return replace_fields(state, deal=next_deal(state, action))
    if deal is not None and isinstance(action, Reshuffle):
        return _after(state, drawing.reshuffle(deal, state.options, action.deck))
    if deal is not None and isinstance(action, Close):
        return _after(state, drawing.close(deal, state.options))
    raise IllegalAction(Refusal.NOT_NOW)


def _after(state: State, deal: Deal) -> State:
    """The match after something was done in its running deal, which may have ended it."""
    return scoring.close_deal(state, deal) if deal.phase is Phase.OVER else replace_fields(state, deal=deal)


def next_contract_number(state: State) -> int:
    """The contract (1 to 9) of the next deal: that of a void one again."""
    return state.options.deals[len(state.results)]


def next_dealer(state: State) -> Seat | None:
    """The seat that deals next: left of the last one, or the same again after a void deal; None for any seat."""
    if state.deal is None:
        return None
    return state.deal.dealer if state.voids else left_of(state.deal.dealer, state.players)


def next_deal(state: State, action: actions.Deal) -> Deal:
    """The next deal. Raises IllegalAction: wrong_dealer, wrong_deal."""
    expected = next_dealer(state)
    if action.dealer >= state.players or expected not in (None, action.dealer):
        raise IllegalAction(Refusal.WRONG_DEALER)
    pack = CARDS[state.options.packs]
    if len(action.deck) != len(pack) or set(action.deck) != pack:
        raise IllegalAction(Refusal.WRONG_DEAL)
    number, first = next_contract_number(state), left_of(action.dealer, state.players)
    hands, upcards, stock = deal_hands(action, state.options, number, state.players)
    return Deal(
        number=1 if state.deal is None else state.deal.number + 1,
        contract_number=number,
        dealer=action.dealer,
        turn=first,
        hands=hands,
        dealt=hands,
        stock=stock,
        pile=tuple(Discard(card, None) for card in upcards),
        calls=(0,) * state.players,
    )


def deal_hands(
    action: actions.Deal, options: Options, contract_number: int, players: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[Card, ...]]:
    """The hands by seat, the cards turned up and the stock: one card at a time from the dealer's left."""
    deck, size = action.deck, hand_size(contract_number, options)
    order = clockwise_from(left_of(action.dealer, players), players)
    dealt_count = size * players
    hands = tuple(deck[order.index(seat) : dealt_count : players] for seat in range(players))
    turned = 1
    while options.upcard_joker == "turn_again" and is_joker(deck[dealt_count + turned - 1]):
        turned += 1
    return hands, deck[dealt_count : dealt_count + turned], deck[dealt_count + turned :]


def dealt_hands(
    options: Options, done: Iterable[tuple[Actor, Action]], players: int
) -> tuple[DealtHand, ...]:
    """The hands of a deal, the dealer's first. `done` begins with it."""
    _house, deal = next(iter(done))
    assert isinstance(deal, actions.Deal)
    order = clockwise_from(left_of(deal.dealer, players), players)
    hands = {seat: deal.deck[place : FIRST * players : players] for place, seat in enumerate(order)}
    cards = pack(options.packs)
    return tuple(
        DealtHand(
            seat,
            {
                "jokers": _card_count(hands[seat], [card for card in cards if is_joker(card)], len(cards)),
                "black_aces": _card_count(
                    hands[seat], [card for card in cards if card[:2] in ("SA", "CA")], len(cards)
                ),
            },
        )
        for seat in clockwise_from(deal.dealer, players)
    )


def _card_count(hand: Sequence[Card], wanted: Sequence[Card], of: int) -> CountedFigure:
    """How many of the wanted cards the hand has, beside what chance gives nine cards of so many."""
    return CountedFigure(len({*hand} & {*wanted}), cards_among(len(wanted), left=of, hand=FIRST))
