"""The view of one viewer as zones, and the results of closed rounds, which every viewer sees, with what a look back
finds in one (`Game.findings`) and what a ruling corrects in it (`Game.rescore`). A game builds the view from an
allow-list; the screen draws zones and knows no game.

A zone that is absent is None or empty: a template asks "is it there", never "may he". Seats are absolute
numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from games.engine.actions import Data
from games.engine.cards import Card, Suit
from games.engine.seats import Seat, clockwise
from games.engine.words import Text
from games.engine.zones import (
    ArrangeZone,
    BonusZone,
    CapturedZone,
    ClaimAnswer,
    DiscardZone,
    MeldZone,
    PlaceZone,
    PosterZone,
    QuotaZone,
    RoleZone,
    RowZone,
    RunningZone,
    ShowingZone,
)

Tone: TypeAlias = Literal["quiet", "go", "bold", "gold"]


class Group(NamedTuple):
    """Cards that belong together in a choice, e.g. a run found in the hand."""

    cards: tuple[Card, ...]
    label: Text


class Choice(NamedTuple):
    """One thing a seat can do now. `data` is the form; `groups` are ticked together with it where it arranges
    cards.

    `tone` is how it is drawn (bold = kraken and its like, gold = roem, go = go on), `confirm` asks for a
    second tap, `lit` points at it (assisted claims). `listed` is False for a word that is allowed in more forms than
    are offered, so that a record check does not list them. `column` is where its button always stands, 1 or 2, in a
    game whose buttons keep their places (`View.keeps_buttons`).
    """

    data: Data
    label: Text
    tone: Tone = "quiet"
    groups: tuple[Group, ...] = ()
    confirm: bool = False
    lit: bool = False
    listed: bool = True
    column: Literal[1, 2] = 1


class SeatZone(NamedTuple):
    """The public state of one seat. `cards` is how many it holds, `word` what it said last in this deal,
    `taken` what it has taken so far of whatever this deal counts, where a game says so.
    """

    seat: Seat
    side: int
    cards: int
    dealer: bool
    to_act: bool
    word: Text | None
    tricks: int = 0
    taken: Text | None = None


class HeldCard(NamedTuple):
    """A card of the viewer's own hand, in screen order. `why_not` is set when it may not be played now."""

    card: Card
    playable: bool
    why_not: Text | None = None


class TrickBonus(NamedTuple):
    """Points beside those of its cards that a finished trick has brought its winners, and the cards that made them."""

    points: int
    cards: tuple[Card, ...]


class TrickZone(NamedTuple):
    """A trick in order of play: (seat, card). `winning` is the seat whose card wins as it lies. `bonus` is what
    everybody knows to have been counted; it says nothing of what only lay there.
    """

    number: int
    cards: tuple[tuple[Seat, Card], ...]
    winning: Seat | None
    complete: bool
    bonus: TrickBonus | None = None


class LaidGroup(NamedTuple):
    """Cards a seat has laid face up for everybody."""

    seat: Seat
    cards: tuple[Card, ...]
    label: Text


class SpokenWord(NamedTuple):
    """Something a seat has said in the running deal. `trick` is the number of the trick it belongs to, 0 for what was
    said before the first."""

    seat: Seat
    text: Text
    trick: int = 0


class AccuseZone(NamedTuple):
    """What the viewer may say of cards played against a rule: `word` with the number of a finished trick and one of
    these seats, answered to `window`. `tricks` is how many the deal will have, so that the zone stays the same all
    through it. `label` is what it is called, `text` what comes of it.
    """

    window: str
    word: str
    tricks: int
    seats: tuple[Seat, ...]
    label: Text
    text: Text


class Contract(NamedTuple):
    """The contract of the round: trump, its maker, and the ladder of challenges (level 0-3 of `ladder`
    multipliers).
    """

    trump: Suit | None
    maker: Seat | None
    level: int
    ladder: tuple[int, ...]
    challenges: tuple[tuple[Seat, Text], ...]
    turned: tuple[Suit, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the sheet: a code, and what it adds for each seat. The lines of a round add up to its
    score.

    A line that a later one cancelled adds nothing; `cancelled` is what it had added for each seat.
    """

    text: Text
    points: tuple[int, ...]
    cancelled: tuple[int, ...] = ()


class CountedCard(NamedTuple):
    """A card left in a hand, and the points it counts."""

    card: Card
    points: int


EndingKind: TypeAlias = Literal["", "failed", "won", "all"]


class Ending(NamedTuple):
    """How a round ended, as the table shows it at a glance. `tricks`, `cards` and `bonus` are the amounts per seat,
    seats of one side the same: tricks or other cards taken, the points in them, and points beside those. `times` is how
    often they count in the end. `shown` are the cards themselves, where a game lets them lie open.

    `text` says it, of the side of `about` where that is a seat, `own` says it to that side and `against` to
    the others where it is good news for them. `kind` asks for a
    picture: "failed" of a side that lost what it had taken on, "won" of one that won what was at stake, "all" of one
    that took everything.
    """

    tricks: tuple[int, ...]
    cards: tuple[int, ...]
    bonus: tuple[int, ...]
    bonus_name: Text | None
    about: Seat | None
    text: Text
    own: Text | None
    kind: EndingKind = ""
    times: int = 1
    shown: tuple[tuple[Card, ...], ...] = ()
    against: Text | None = None


class Accusation(NamedTuple):
    """What the seat `by` said of card number `card` of the round (from 1), which `seat` played; `text` says it."""

    by: Seat
    seat: Seat
    card: int
    text: Text


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One closed round. `score` per seat is the sum of `lines`; seats of one side have the same score, which that
    side got once. `verdict` says it in one sentence, `label` names the round where rounds have names.

    `sides` is the side of each seat in this round, `deals` the numbers of its deals within the match (none for a round
    played with real cards). `tallies` gives for each key of the game's tallies an amount per seat; seats of one side
    have the same amount. `facts` are the plain results the game itself needs again, JSON values only. `trump` and
    `times` say what was trumps and how often the points count, where a game has that. `marks` are short words beside
    the round on a sheet. `left` are, where a game counts them, the cards left in the hand of each seat, the dearest
    first. `ending` is how it ended at a glance, where a game says so. `makers` is the side that chose trumps, where one
    side does and the points hang on it. `accused` is what a director has to
    decide.
    """

    number: int
    score: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    verdict: Text
    facts: Mapping[str, object]
    sides: tuple[int, ...]
    tallies: Mapping[str, tuple[int, ...]]
    deals: tuple[int, ...] = ()
    label: Text | None = None
    trump: Suit | None = None
    times: int = 1
    marks: tuple[Text, ...] = ()
    left: tuple[tuple[CountedCard, ...], ...] = ()
    ending: Ending | None = None
    makers: int | None = None
    accused: tuple[Accusation, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a look back at a closed round should point at, after its card number `card` (0: before the first).

    `missed` says that points were left lying: `points` of them (before any settlement) for `side`; `grants` is the
    correction (a key of `club.CORRECTIONS`) by which a ruling gives them. `lost_by` says in words by which rule of this
    table they were lost, `rule` is the anchor of that rule in the rulebook. `broken`: that card broke the rules.
    """

    card: int
    text: Text
    side: int
    points: int
    missed: bool
    grants: str = ""
    lost_by: Text | None = None
    rule: str = ""
    broken: bool = False


@dataclass(frozen=True, slots=True)
class CorrectedFacts:
    """Corrections of a closed round, from which it is scored again; a field left out keeps what was written.

    Sides are those of the round. `bonus` is added to each side's bonus, `cards` are each side's card points, `level`
    is how far it was challenged (0 to 3), `revoked` are the sides that did not follow suit where they had to, the one
    that did so first first: that counts where the cards do not tell it. `facts` are the
    values of the fields of the game's correction of facts (`club.Correction.fields`), all of them.
    """

    bonus: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    level: int | None = None
    revoked: tuple[int, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)


class NewScore(NamedTuple):
    """A closed round scored again: score and tallies per seat, as in `RoundResult`, and the lines that add up to the
    score; none where it is scored as it was played."""

    score: tuple[int, ...]
    tallies: Mapping[str, tuple[int, ...]]
    lines: tuple[ScoreLine, ...] = ()


class Prompt(NamedTuple):
    """The one question to the viewer, or whom everybody waits for. `window` goes back with the answer.

    `arrange` are groups to fill from the hand, `place` the places where a card of the hand fits, `first` what somebody
    reads who plays a card before the answer (without it `text`), `aside` a sentence beside the question.
    """

    text: Text
    window: str = ""
    must: bool = False
    choices: tuple[Choice, ...] = ()
    arrange: ArrangeZone | None = None
    place: tuple[PlaceZone, ...] = ()
    first: Text | None = None
    aside: Text | None = None


@dataclass(frozen=True)
class View:
    """A whole table for one viewer (None: a spectator). Without slots: four seats get a changed copy of one view.

    `phase` is the game's own word for where the deal is, for bots of that game: no screen asks for it. `played` is what
    everybody has seen go by: the finished tricks of the running deal card by card, for bots; a screen shows no more of
    it than `last_trick`. `words` and `laid_open` are for them too: everything said in this deal so that all heard it,
    and the groups that lie or have lain open. `options` are the house rules of the match. `label` names the round where
    rounds have names. `hand_word` is the word a card of the hand is sent with: to the trick, or into a row. `stock`
    counts its cards. `joker_suit` is the one a joker that was led asks for. `sealed` are the seats that have spoken a
    sealed word. `sorts` offers the orders of a big hand for every hand, `by_rank` says that it lies in that of the
    ranks. `so_far` is a round of several deals as it
    counts between two of them, with what happened last as its verdict, or one that is counted and not written down yet;
    `earlier` is the former while the next deal is played. `accuse` is what the viewer may say of cards played against a
    rule, `accused` are all such claims of the deal, with what came of them. `poster` tells what is played, until the
    first card lies; `claim_answer` what came of a claim about the finished trick that lies there. `keeps_buttons` says
    that each answer has a place of its own under the question, also while others are not possible: where one turn has
    several steps, no step moves the buttons of another. `just_decided` says that everybody is to read what was decided
    before a bot acts. `bonus` are the points beside the cards so far.

    `totals` and, once the match is over, `places` are per seat; `sides`, `columns`, `ring`,
    `turns_right` are those of `Progress`.
    """

    game: str
    viewer: Seat | None
    phase: str
    round: int
    rounds: int | None
    totals: tuple[int, ...]
    seats: tuple[SeatZone, ...]
    contract: Contract | None
    prompt: Prompt
    hand: tuple[HeldCard, ...] = ()
    trick: TrickZone | None = None
    last_trick: TrickZone | None = None
    played: tuple[tuple[Seat, Card], ...] = ()
    words: tuple[SpokenWord, ...] = ()
    laid_open: tuple[LaidGroup, ...] = ()
    shown: tuple[LaidGroup, ...] = ()
    results: tuple[RoundResult, ...] = ()
    sides: tuple[int, ...] = ()
    columns: tuple[tuple[Seat, ...], ...] = ()
    ring: tuple[Seat, ...] = ()
    turns_right: bool = False
    deal: int = 0
    places: tuple[int, ...] = ()
    over: bool = False
    options: Any = None
    label: Text | None = None
    hand_word: str = "play"
    rows: tuple[RowZone, ...] = ()
    running: RunningZone | None = None
    stock: int | None = None
    discard: DiscardZone | None = None
    melds: tuple[MeldZone, ...] = ()
    captured: tuple[CapturedZone, ...] = ()
    quotas: tuple[QuotaZone, ...] = ()
    joker_suit: Suit | None = None
    roles: tuple[RoleZone, ...] = ()
    showings: tuple[ShowingZone, ...] = ()
    sealed: tuple[Seat, ...] = ()
    sorts: bool = False
    by_rank: bool = False
    so_far: RoundResult | None = None
    earlier: RoundResult | None = None
    accuse: AccuseZone | None = None
    accused: tuple[Text, ...] = ()
    poster: PosterZone | None = None
    keeps_buttons: bool = False
    just_decided: bool = False
    claim_answer: ClaimAnswer | None = None
    bonus: BonusZone | None = None

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """The seats as they sit round the table."""
        return clockwise(self.ring, turns_right=self.turns_right)

    @property
    def hand_cards(self) -> tuple[Card, ...]:
        """The cards of the viewer's hand."""
        return tuple([held.card for held in self.hand])

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place; none while the match runs."""
        return tuple([seat for seat, place in enumerate(self.places) if place == 1])
