"""The interface of a game: `Game`, which every game implements (`registry.py` lists the games).

A match is the fold of its actions. Every function is pure: state in, state out; states are frozen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from games.engine.actions import Action, Data, HouseAction, Reader, parse_action
from games.engine.cards import Card
from games.engine.club import Better, Correction, Heading, LeagueDefaults, SheetField, Subject, Tally
from games.engine.deals import DealtHand, Figure
from games.engine.errors import MalformedAction, Refusal
from games.engine.options import Preset
from games.engine.seats import Actor, Seat, clockwise
from games.engine.shuffle import Randomness
from games.engine.view import Choice, CorrectedFacts, Finding, NewScore, RoundResult, View
from games.engine.words import Text

Kind: TypeAlias = Literal[
    "choose", "arrange", "play", "place", "claim", "accuse", "deal", "turn", "swap", "reshuffle", "close"
]
S = TypeVar("S")


class Pending(NamedTuple):
    """An open decision of an actor who may or must act. `window` changes with the decision; an answer names
    it.

    `default` is done when time runs out (None: the stand-in chooses). `at_once` marks what the house owes
    without delay. `seconds` is how long a `close` of the house waits. `listed` says that a record check lists what
    could be chosen. `declinable` is a question out of turn that a seat may decline for the whole deal: it is then not
    asked, and the window stays open as long as without its answer. `implied` is a `close` of the house that a record
    may leave out: the next deal, or the end of the record, says the same. `beside` is a second window of the same actor
    that stays open next to this one: a word that nobody waits for, such as that another broke a rule (`accuse`).
    `empty` is a `claim` at a table that points at what can be claimed, where there is nothing: nobody is asked, and
    nobody waited for.
    """

    window: str
    kind: Kind
    must: bool = True
    default: Data | None = None
    at_once: bool = False
    seconds: int | None = None
    listed: bool = True
    declinable: bool = False
    implied: bool = False
    beside: str = ""
    empty: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a match is: match > round > deal.

    `round` and `deal` are the numbers, within the match, of the running or last round and deal (0 before the first);
    `closed` rounds are on the sheet, `rounds` is how many there will be (None: nobody knows); `void_deals` are the
    numbers of deals that counted for nothing.

    `totals` are per seat, `places` too once the match is over (shared places allowed). `sides` is the side of each
    seat in the running or last round. `columns` are the seats that share their points all through the match, one
    column of the sheet each. `ring` is the order of play, which `turns_right` where the next player is the one on the
    right; a seat's number is its identity and never changes.
    """

    round: int
    rounds: int | None
    closed: int
    totals: tuple[int, ...]
    sides: tuple[int, ...]
    columns: tuple[tuple[Seat, ...], ...]
    ring: tuple[Seat, ...]
    over: bool
    deal: int = 0
    places: tuple[int, ...] = ()
    void_deals: tuple[int, ...] = ()
    turns_right: bool = False

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """The seats as they sit round the table."""
        return clockwise(self.ring, turns_right=self.turns_right)

    @property
    def column_totals(self) -> tuple[int, ...]:
        """The total of each column of the sheet."""
        return tuple([self.totals[column[0]] for column in self.columns])


class CardValues(NamedTuple):
    """Ranks (and the joker) with the suits where it matters in which, and what each is worth, the highest first: None
    where only their order counts. `label` says where."""

    label: str
    ranks: tuple[tuple[str, str, int | None], ...]


class DealAhead(NamedTuple):
    """A deal before it is played: its dealer, the hands by seat, and the pack in dealing order."""

    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]


class Game(Protocol[S]):
    """A game of cards. Errors are `MalformedAction` (parse) and `IllegalAction` (check, apply).

    A game inherits from it and has all that has no value or body here; what has one is that of a game in which
    nothing is claimed, typed from paper, corrected or laid out beforehand, and in which rounds have only numbers.
    """

    key: str
    name: str
    version: int
    summary: str
    """One sentence for those who do not know it."""
    showcase: tuple[Card, ...]
    """Three cards that stand for it in a picture."""
    seats: range
    better: Better
    Options: type[Any]
    presets: Sequence[Preset]
    vocabulary: Mapping[str, Reader]
    """How each action of a seat or of the house is read, by its word."""
    words: Mapping[str, str]
    """Every code of `Text` this game uses, with its English form."""
    sheet: Sequence[SheetField] = ()
    """The fields of a round typed from paper; none for a game that is not kept on paper."""
    figures: Sequence[Figure]
    """The figures counted in every hand it deals."""
    tallies: Sequence[Tally]
    """The tallies added up over the rounds beside points; every `RoundResult.tallies` has these keys."""
    subjects: Sequence[Subject]
    """The questions about a round that make sense in this game, the usual first."""
    corrections: Sequence[Correction] = ()
    """The facts of a closed round that a ruling can correct; none where `rescore` returns None."""
    rulebook: Sequence[Heading]
    """The headings of its rules page, in order."""
    card_values: Sequence[CardValues] = ()
    """What one has to know of the cards to play: it stands on the sheet before the first round is written down."""

    def pack(self, options: Any, players: int) -> Sequence[Card]:
        """All cards it is played with, each another string, in face order."""
        ...

    def planned_rounds(self, options: Any, players: int) -> int | None:
        """How many rounds a match has; None where the options leave it open (a match to so many points)."""
        ...

    def most_deals(self, options: Any) -> int:
        """The most deals of a round, so many are sealed ahead where tables share them."""
        return 1

    def defaults(self, options: Any) -> LeagueDefaults:
        """The points a league gives for rounds and evenings nobody played, where it does not say otherwise."""
        ...

    def is_open(self, action: Action) -> bool:
        """Whether everybody at the table sees the whole of a seat's action at once."""
        ...

    def enforces_rules(self, options: Any) -> bool:
        """Whether the app lets nobody play against the rules. Where it does not, players accuse each other
        (`View.accuse`), and no screen says which card to play."""
        return True

    def by_the_rules(self, state: S) -> S:
        """The state as it would be where the app enforces the rules, to tell afterwards what was allowed."""
        return state

    def start(self, options: Any, players: int) -> S:
        """A match before its first deal. Raises ValueError for a number of players outside `seats`."""
        ...

    def pending(self, state: S) -> Mapping[Actor, Pending]:
        """The window of every actor that may or must act; none once the match is over."""
        ...

    def choices(self, state: S, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do in its window; none where it has none. Groups of cards that it puts together itself may
        be missing (`Choice.listed`)."""
        ...

    def parse(self, data: Data) -> Action:
        """The action from its form. Raises MalformedAction."""
        return parse_action(data, self.vocabulary)

    def check(self, state: S, actor: Actor, action: Action) -> None:
        """Raises IllegalAction where `apply` would, by applying the action."""
        self.apply(state, actor, action)

    def apply(self, state: S, actor: Actor, action: Action) -> S:
        """The state after an action. Raises IllegalAction; nothing has changed then."""
        ...

    def house_action(self, state: S, randomness: Randomness) -> HouseAction:
        """The action of the house for its pending window, with random choices taken from `randomness`."""
        ...

    def view(self, state: S, viewer: Seat | None, public: View | None = None) -> View:
        """The view of a seat, or of a spectator (None). `public` is the spectator's view of the same state,
        where the caller has it: the views of the seats reuse its public parts.
        """
        ...

    def results(self, state: S) -> tuple[RoundResult, ...]:
        """The closed rounds in order."""
        ...

    def progress(self, state: S) -> Progress:
        """How far the match is."""
        ...

    def findings(self, state: S) -> tuple[Finding, ...]:
        """What a look back should point at in the round closed last, points claimed or missed, in order of play;
        empty while a round runs.
        """
        return ()

    def dealt_hands(
        self, options: Any, done: Iterable[tuple[Actor, Action]], *, players: int
    ) -> tuple[DealtHand, ...]:
        """The hands of one deal, the dealer's first and then in order of play, counted by `figures`. `done` is what was
        done and stands, from the deal on; no more of it is taken than is needed."""
        ...

    def label(self, options: Any, *, number: int) -> Text | None:
        """The name of a round before it is played; None where rounds have only numbers."""
        return None

    def on_paper(self, options: Any, typed: Data, *, number: int, players: int) -> RoundResult:
        """A round of so many players with real cards, as it stands on paper (`club.fields_asked` of `sheet`). Raises
        MalformedAction."""
        raise MalformedAction(Refusal.NOT_ON_PAPER)

    def deal_ahead(
        self, options: Any, *, number: int, first: Randomness, own: Randomness
    ) -> DealAhead | None:
        """The deal of the round of that number in a match whose first deal follows from `first` and this one from
        `own`, for those who lay it out with real cards; None where cards alone do not say all that chance decides."""
        return None

    def not_comparable(self, options: Any) -> str | None:
        """The sentence why tables that are dealt the same cards cannot be compared, in its English form; None where
        they can, place by place."""
        return None

    def rescore(self, options: Any, played: RoundResult, corrected: CorrectedFacts) -> NewScore | None:
        """Score and tallies of a closed round by the same rules from corrected facts; None for a game in which nothing
        can be corrected so. Raises MalformedAction for what cannot be."""
        return None

    def alone(self, options: Any, *, number: int) -> Any | None:
        """The options of a match that is nothing but this round, for a round played again; None for a game whose
        rounds belong together."""
        return None

    def reports(self, state: S) -> list[dict[str, object]]:
        """The rounds as `check_record` prints them, the running one with its score null."""
        ...


def progress_at_start(game: Game[Any], options: Any, players: int) -> Progress:
    """The progress before the first deal at a table of so many: its columns, and the sides from the start on."""
    return game.progress(game.start(options, players))


def possible_subjects(game: Game[Any], options: Any, *, on_paper: bool) -> tuple[Subject, ...]:
    """The questions about a round that can arise at a table of this game, the usual first: with cards in the app no
    result is typed and the rules may be enforced, with real cards the app takes no part in the play."""
    if on_paper:
        impossible = {"declaration", "misclick", "clock"}
    else:
        impossible = {"typed", "revoke"} if game.enforces_rules(options) else {"typed"}
    return tuple(subject for subject in game.subjects if subject.key not in impossible)


def replace_fields(state: S, /, **fields: object) -> S:
    """A copy of a frozen dataclass (without slots) with some fields changed.

    `dataclasses.replace` runs `__init__` over every field; replaying a match makes a thousand copies, so this
    does not.
    """
    copy = object.__new__(type(state))
    object.__setattr__(copy, "__dict__", {**state.__dict__, **fields})
    return copy
