"""A closed round as it is told: every card, word and reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.bots import levels
from games.bots.bot import Level
from games.engine.actions import Accuse, Arrange, Deal
from games.engine.cards import Card, Suit, show_cards
from games.engine.game import Game
from games.engine.record import cuts_of_proof
from games.engine.seats import HOUSE, Seat
from games.engine.view import Choice, CorrectedFacts, Finding, RoundResult, SeatZone, View
from games.engine_words import card_name, suit_name
from games.table.log import rulings
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import GAME, proofs_of
from games.table.log.models import Match, Round
from games.table.log.states import RoundRulings
from games.table.review import rulebook
from games.table.review.evidence import (
    Absence,
    AbsencesOfOne,
    By,
    DealCheck,
    RoundEvidence,
    Step,
    absences_by_player,
    absences_of,
    deal_check,
    decks,
    lays_card,
    round_evidence,
    trick_and_cards_at,
)
from games.table.screen import rendering
from games.table.screen.narration import NamedCard, Narrator, name_cards
from games.table.screen.translations import Face
from games.table.screen.zones.hand import OpenHand
from games.table.screen.zones.middle import middle_of
from games.table.services.talking import PHRASES
from games.table.talk_models import TalkLine

# The reason for a bot's move in a closed round, computed again from the view of its seat; it is not stored.


def why_done(narrator: Narrator, step: Step) -> str:
    """The reason in one sentence; "" for a person, and where today's bot would have done something else. The card of a
    bot that searched is explained as it was played: the search is not made again."""
    if step.seat is None or step.by not in ("bot", "stand_in"):
        return ""
    game, state = narrator.game, step.before
    view, choices = narrator.view(state, step.seat), game.choices(state, step.seat)
    level = Level(step.level or levels.level_unchosen(game.key))
    why = levels.reason(game, level, view, choices, game.parse(step.data).data())
    return narrator.say(why) if why is not None else ""


# The positions of a closed round, card by card and in words: open hands, alternatives, seconds, other events.


@dataclass(frozen=True, slots=True)
class SeatAtPosition:
    """A seat at one position: who, and the cards still held. `at` is how far it follows the reader's own seat (0) in
    the order of play; `drawn` shows all of it, and what it said last.
    """

    number: int
    at: int
    name: str
    hand: tuple[NamedCard, ...]
    drawn: SafeString


@dataclass(frozen=True, slots=True)
class BarredCards:
    """Cards of a hand that could not be played, and why."""

    cards: tuple[NamedCard, ...]
    why: str


@dataclass(frozen=True, slots=True)
class FoundThere:
    """A finding at that position, `points` of it for the side numbered `side`; `missed` marks what was lost, `broken` a
    card against the rules, `grants` is the kind of ruling that gives it. `lost_by` is the rule of this table by which
    it was lost, in words and with its number, `rule` its anchor in the rulebook; "" where no rule says so.
    """

    card: int
    words: str
    side: int
    points: int
    missed: bool
    grants: str = ""
    lost_by: str = ""
    rule: str = ""
    broken: bool = False


def place_of_entry(match: Match, seq: int) -> str:
    """Where an entry of the log stands in the round that is being played, as "trick 2, after card 6"."""
    trick, cards = trick_and_cards_at(match, seq)
    if not cards:
        return gettext("before the first card")
    after = gettext("after card %(card)s") % {"card": cards}
    return gettext("trick %(number)s, %(card)s") % {"number": trick, "card": after} if trick else after


@dataclass(frozen=True, slots=True)
class Position:
    """The table after so many cards (0: before the first), and what led there.

    `middle` is what lies there, drawn as at the table; the reader sits at place `you` of its order of play, or nowhere.
    `could` are the other cards that could have been played, `barred` those that could not. `happened` follows the
    card. `why` is the reason of a bot, "" where it had no choice. `open_to` are the names of those who could claim.
    """

    card: int
    label: str
    trick: int
    opens_trick: bool
    seats: tuple[SeatAtPosition, ...]
    you: int | None
    middle: SafeString
    how: str = ""
    seconds: float | None = None
    why: str = ""
    could: tuple[NamedCard, ...] = ()
    barred: tuple[BarredCards, ...] = ()
    happened: tuple[Happening, ...] = ()
    open_to: str = ""
    found: tuple[FoundThere, ...] = ()

    @property
    def missed(self) -> bool:
        """Whether something was left lying here."""
        return any(found.missed for found in self.found)

    @property
    def broken(self) -> bool:
        """Whether this card broke the rules."""
        return any(found.broken for found in self.found)

    @property
    def place(self) -> str:
        """Where it is found in the round, as "trick 1, Ann: ace of hearts"."""
        if not self.trick:
            return self.label
        return gettext("trick %(number)s, %(card)s") % {"number": self.trick, "card": self.label}


def positions_of(
    narrator: Narrator, evidence: RoundEvidence, *, you: Seat | None, absences: Sequence[Absence] = ()
) -> tuple[Position, ...]:
    """Every position of a round, seen from seat `you`, or by somebody who has none. Entries and absences after a card
    belong to the position of that card, the absences last; those from before the round come first.
    """
    game = narrator.game
    found = [_finding_in_words(narrator, one) for one in game.findings(evidence.after)]
    standing = [step for step in evidence.steps if step.of_game]
    last = standing[-1]
    positions: list[Position] = []
    label, card_step, happened = gettext("Before the first card"), None, []
    shown, absences_to_come = standing[0].after, list(absences)
    gone: list[Absence] = []
    for step in evidence.steps:
        while absences_to_come and absences_to_come[0].gone_at < step.at:
            gone.append(absences_to_come.pop(0))
        if step.of_game and lays_card(game, step):
            happened += _absence_happenings(narrator, evidence, gone)
            positions.append(
                _position(narrator, shown, label, card_step, happened, found, you, len(positions))
            )
            label = _card_heading(narrator, step, step.data["card"])
            card_step, happened, gone = step, [], []
        elif (entry := happening(narrator, step)) is not None:
            happened.append(entry)
        happened += draw_happenings(narrator, step)
        # The state after the house has closed a round is not shown: its table is empty.
        if step.of_game and not (step is last and step.seat is None):
            shown = step.after
    happened += _absence_happenings(narrator, evidence, gone + absences_to_come)
    positions.append(_position(narrator, shown, label, card_step, happened, found, you, len(positions)))
    return tuple(positions)


def _card_heading(narrator: Narrator, step: Step, card: Card) -> str:
    """The heading of a card: the player and the card, or what was done with it where that is not the usual."""
    seat = step.seat or 0
    if step.data["do"] != narrator.view(step.before, seat).hand_word:
        offered = narrator.game.choices(step.before, seat)
        done = next((choice for choice in offered if dict(choice.data) == dict(step.data)), None)
        if done is not None:
            return f"{narrator.names[seat]}: {narrator.say(done.label)}"
    return f"{narrator.names[seat]}: {card_name(card)}"


def _position(
    narrator: Narrator,
    state: Any,
    label: str,
    step: Step | None,
    happened: list[Happening],
    found: list[FoundThere],
    you: Seat | None,
    number: int,
) -> Position:
    public = narrator.view(state, None)
    lying = narrator.view(step.after, None).trick if step else None
    position = Position(
        card=number,
        label=label,
        trick=lying.number if lying else 0,
        opens_trick=step is None or (lying is not None and len(lying.cards) == 1),
        seats=_seats(narrator, state, public, you),
        you=None if you is None else public.ring.index(you),
        middle=rendering.draw(middle_of(narrator.scene(public), root=f"middle-{number}")),
        happened=tuple(happened),
        open_to=_claimants(narrator, step.after) if step else "",
        found=tuple(one for one in found if one.card == number),
    )
    if step is None or step.seat is None:
        return position
    hand = narrator.view(narrator.game.by_the_rules(step.before), step.seat).hand
    why: dict[str, list[str]] = {}
    for held in hand:
        if held.why_not is not None:
            why.setdefault(narrator.say(held.why_not), []).append(held.card)
    others = [held.card for held in hand if held.playable and held.card != step.data["card"]]
    return replace(
        position,
        how=how_moved(narrator, step),
        seconds=step.seconds,
        why=why_done(narrator, step) if others else "",
        could=name_cards(others),
        barred=tuple(BarredCards(name_cards(cards), reason) for reason, cards in why.items()),
    )


def _claimants(narrator: Narrator, state: Any) -> str:
    seats = sorted(int(actor) for actor in narrator.game.pending(state) if actor != HOUSE)
    able = [seat for seat in seats if any(one.tone == "gold" for one in narrator.game.choices(state, seat))]
    return ", ".join(narrator.names[seat] for seat in able)


def _seats(narrator: Narrator, state: Any, public: View, you: Seat | None) -> tuple[SeatAtPosition, ...]:
    ring = public.ring
    own = 0 if you is None else ring.index(you)
    return tuple(
        _seat(narrator, state, zone, (ring.index(zone.seat) - own) % len(ring)) for zone in public.seats
    )


def _seat(narrator: Narrator, state: Any, zone: SeatZone, at: int) -> SeatAtPosition:
    hand = name_cards(held.card for held in narrator.view(state, zone.seat).hand)
    seat = SeatAtPosition(zone.seat, at, narrator.names[zone.seat], hand, SafeString())
    return replace(seat, drawn=_draw_open_hand(narrator, narrator.view(state, None), seat, hand))


def _draw_open_hand(
    narrator: Narrator, public: View, seat: SeatAtPosition, hand: Sequence[NamedCard]
) -> SafeString:
    zone = next(one for one in public.seats if one.seat == seat.number)
    word = narrator.say(zone.word) if zone.word else ""
    cards = tuple(Face(card.face, card.name) for card in hand)
    return rendering.draw(OpenHand(narrator.speech.language, seat.at, seat.name, zone.dealer, word, cards))


def asked_position(narrator: Narrator, state: Any, you: int) -> Position:
    """A running round as the player of seat `you` sees it: the own hand open, what lies there, and the last words."""
    public = narrator.view(state, None)
    seats = _seats(narrator, state, public, you)
    covered = [
        seat
        if seat.number == you
        else replace(seat, hand=(), drawn=_draw_open_hand(narrator, public, seat, ()))
        for seat in seats
    ]
    return Position(
        card=0,
        label="",
        trick=public.trick.number if public.trick else 0,
        opens_trick=False,
        seats=tuple(covered),
        you=public.ring.index(you),
        middle=rendering.draw(middle_of(narrator.scene(public), root="middle-asked")),
    )


def _finding_in_words(narrator: Narrator, finding: Finding) -> FoundThere:
    words = narrator.say(finding.text)
    lost_by = ""
    if finding.lost_by is not None:
        rule = next(each for each in narrator.game.rulebook if each.anchor == finding.rule)
        lost_by = f"{narrator.say(finding.lost_by)} ({rulebook.heading(rule)})"
    return FoundThere(
        finding.card,
        words,
        finding.side,
        finding.points,
        finding.missed,
        finding.grants,
        lost_by,
        finding.rule,
        finding.broken,
    )


# Events of a closed round beside the cards played, in words: things said, laid and drawn, and entries of the table.

MOVED_BY: Final[Mapping[By, str]] = {
    "person": "",
    "bot": "",
    "clock": _("time was up: the bot played"),
    "stand_in": _("by a bot, {name} was away"),
}
TABLE_ENTRIES: Final[Mapping[str, str]] = {
    "pause": _("The table made a pause."),
    "resume": _("The pause was over."),
    "call_director": _("{name} called the director."),
    "withdraw_call": _("{name} withdrew the call for the director."),
    "director_answer": _("The director answered: {text}"),
    "call_filed": _("The call for the director went to the arbiters, with the round."),
    "outage": _("The club's server was away for {seconds} s. That counts for nobody."),
    "stand_in": _("A bot took the cards of {seat}."),
    "replaced": _("The club gave the seat of {seat} to another player."),
    "return": _("{name} was back and took the seat."),
    "stop": _("The match was stopped here."),
    "take_up": _("The match was taken up again."),
    "undo": _("The last card was taken back; everybody had agreed."),
    "wish pause": _("{name} wished a pause."),
    "wish undo": _("{name} wished to take a card back."),
    "decline pause": _("{name} said no to the pause."),
    "decline undo": _("{name} said no to taking back."),
    "wish wait": _("{away} was away since {since}; {name} would wait."),
    "wish bot": _("{away} was away since {since}; {name} wanted a bot to play on."),
    "wish stop": _("{away} was away since {since}; {name} wanted to stop."),
}
"""Sentences of a review for table entries. Entries not listed do not concern the round."""
OF_CALLS: Final = ("call_director", "withdraw_call", "director_answer", "call_filed")
CALL_WITH_REASON: Final = _("{name} called the director: {why}")
"""The sentence of a call for who decides; the reason was not for the others at the table."""
OFFERED_AT_MOST: Final = 20
"""Other answers are named up to so many; there can be more than a hundred ways to show cards."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An entry other than a card, as a sentence. `name` is "" where it was nobody at the table.

    `how` says who moved the seat where it was not its person, `why` what moved a bot, `offered` what else could have
    been said. `is_call`: the director was called, or what came of it.
    """

    name: str
    words: str
    cards: tuple[NamedCard, ...] = ()
    how: str = ""
    seconds: float | None = None
    offered: tuple[str, ...] = ()
    why: str = ""
    is_statement: bool = True
    is_call: bool = False


def happening(narrator: Narrator, step: Step) -> Happening | None:
    """An entry other than a standing card as a `Happening`; None for one without importance for the round."""
    if step.kind != GAME:
        return _table_entry(narrator, step)
    if step.seat is None:
        return None
    name = narrator.names[step.seat]
    if lays_card(narrator.game, step):
        words = gettext("played the %(card)s, which was taken back") % {"card": card_name(step.data["card"])}
        return Happening(name, words, how=how_moved(narrator, step), seconds=step.seconds)
    offered = narrator.game.choices(step.before, step.seat)
    same = [choice for choice in offered if dict(choice.data) == dict(step.data)]
    alike = same or [choice for choice in offered if choice.data["do"] == step.data["do"] and choice.groups]
    words = narrator.say(alike[0].label) if alike else _words_of_free_answer(narrator, step, step.seat)
    action = narrator.game.parse(step.data)
    others = [narrator.say(one.label) for one in offered if one not in alike and _is_a_word(narrator, one)]
    is_laid = isinstance(action, Arrange) and narrator.game.is_open(action)
    laid = [card for group in action.groups for card in group] if is_laid else []
    why = why_done(narrator, step) if others else ""
    offer = tuple(others) if len(others) <= OFFERED_AT_MOST else ()
    return Happening(name, words, name_cards(laid), how_moved(narrator, step), step.seconds, offer, why)


def _is_a_word(narrator: Narrator, choice: Choice) -> bool:
    """Whether a choice belongs among what could have been said then: no card, and nothing about an earlier trick."""
    return "card" not in choice.data and not isinstance(narrator.game.parse(choice.data), Accuse)


def how_moved(narrator: Narrator, step: Step) -> str:
    if step.by is None or step.seat is None:
        return ""
    template = MOVED_BY[step.by]
    return gettext(template).format(name=narrator.names[step.seat]) if template else ""


def _table_entry(narrator: Narrator, step: Step) -> Happening | None:
    """A table entry as a `Happening`; absences are named with the time they began."""
    do, what = step.data.get("do", ""), step.data.get("what", "")
    template = TABLE_ENTRIES.get(f"{do} {what}".strip())
    if template is None:
        return None
    if do == "call_director" and narrator.for_arbiter:
        template = CALL_WITH_REASON
    gone, _at, since = step.data.get("about", "").partition("@")
    facts = {
        "name": narrator.names[step.seat] if step.seat is not None else "",
        "seat": _name(narrator, step.data.get("seat", "")),
        "away": _name(narrator, gone),
        "since": _clock(since),
        "seconds": round(float(step.data.get("seconds", "0"))),
        "why": step.data.get("why", ""),
        "text": step.data.get("text", ""),
    }
    return Happening("", gettext(template).format(**facts), is_statement=False, is_call=do in OF_CALLS)


def _absence_happenings(
    narrator: Narrator, evidence: RoundEvidence, absences: Sequence[Absence]
) -> list[Happening]:
    """Absences that began between two cards, a line for each player."""
    told = absences_by_player(absences, narrator.names, closed=evidence.steps[-1].at)
    return [Happening("", one.words, is_statement=False) for one in told]


def _name(narrator: Narrator, seat: str) -> str:
    return narrator.names[int(seat)] if seat.isdigit() and int(seat) < len(narrator.names) else ""


def _clock(moment: str) -> str:
    if not moment.isdigit():
        return ""
    return time_format(timezone.localtime(datetime.fromtimestamp(int(moment), UTC)), "H:i:s")


def _words_of_free_answer(narrator: Narrator, step: Step, seat: Seat) -> str:
    """The words for an answer that was none of the choices as offered: groups laid another way than proposed."""
    zone = narrator.view(step.before, seat).prompt.arrange
    return narrator.say(zone.label) if zone is not None and zone.word == step.data["do"] else step.data["do"]


def draw_happenings(narrator: Narrator, step: Step) -> list[Happening]:
    """The cards each seat drew with an entry of the game that stands: those by which the hands grew."""
    if not step.of_game or isinstance(narrator.game.parse(step.data), Deal):
        return []
    if _cards_held(narrator, step.after) <= _cards_held(narrator, step.before):
        return []
    before, after = _hands(narrator, step.before), _hands(narrator, step.after)
    return [
        Happening(narrator.names[seat], gettext("draws"), name_cards(gained), is_statement=False)
        for seat, (old, new) in enumerate(zip(before, after, strict=True))
        if (gained := [card for card in new if card not in old])
    ]


def _cards_held(narrator: Narrator, state: Any) -> int:
    """How many cards all hands hold."""
    return sum(zone.cards for zone in narrator.view(state, None).seats)


def _hands(narrator: Narrator, state: Any) -> list[list[Card]]:
    return [[held.card for held in narrator.view(state, seat).hand] for seat in range(len(narrator.names))]


# The review of a closed round: positions with all hands open, score lines, proof of the deal.


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score, in words, with its points per column of the sheet; `cancelled` where a later line took
    them away. `ruling` is the number of the ruling that gave them, 0 for none."""

    words: str
    points: tuple[int, ...]
    cancelled: bool = False
    ruling: int = 0


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A round on the sheet: its `lines` add up to what was `written`, the cancelled ones left out; `ruled` are the
    rulings since, each a line.

    `counts` is what counts now, `totals` the match so far with this round; `provisional` while a case is open.
    """

    lines: tuple[Line, ...]
    written: tuple[int, ...]
    ruled: tuple[Line, ...]
    counts: tuple[int, ...]
    totals: tuple[int, ...]
    provisional: bool
    void: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """The published data of a deal, from which anybody can check it. `pack` and `deck` are cards between
    spaces, `cuts` the names and words of those who cut, and `cut_lines` what is hashed of them. `earlier` are the seals
    that this one took the place of.
    """

    context: str
    commitment: str
    seed: str
    shuffle: str
    pack: str
    deck: str
    cuts: tuple[tuple[str, str], ...] = ()
    cut_lines: str = ""
    earlier: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A verification done by the engine, and its result."""

    words: str
    right: bool


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """A line of table talk."""

    name: str
    words: str
    at: Any


@dataclass(frozen=True, slots=True)
class RoundReview:
    """Everything the review of one round shows; `card` is the position to begin with.

    `label` names the round where rounds have names. `challenges` are (name, word). `checks` is what the engine found,
    `found` what lay there claimed or lost, in order of play. `absences` are a line for each player, for arbiters only.
    """

    number: int
    label: str
    rounds: tuple[int, ...]
    card: int
    positions: tuple[Position, ...]
    dealer: str
    trump: Suit | None
    trump_name: str
    maker: str
    multiplier: int
    challenges: tuple[tuple[str, str], ...]
    score: RoundScore
    sides: tuple[str, ...]
    verdict: str
    rescores: bool
    checks: tuple[Check, ...]
    proofs: tuple[Proof, ...]
    absences: tuple[AbsencesOfOne, ...] = ()

    @property
    def last(self) -> int:
        """The number of the last card."""
        return len(self.positions) - 1

    @property
    def now(self) -> Position:
        """The position to begin with."""
        return self.positions[self.card]

    @property
    def statements(self) -> tuple[Happening, ...]:
        """Everything that was said, in order."""
        return tuple(one for position in self.positions for one in position.happened if one.is_statement)

    @property
    def calls(self) -> tuple[tuple[int, str], ...]:
        """Every call for the director and what came of it, in words, with the card it belongs to."""
        return tuple(
            (card, one.words)
            for card, position in enumerate(self.positions)
            for one in position.happened
            if one.is_call
        )

    @property
    def found(self) -> tuple[FoundThere, ...]:
        """Everything that lay there, in order."""
        return tuple(one for position in self.positions for one in position.found)

    @property
    def earlier(self) -> int | None:
        """The closed round before this one."""
        return max((one for one in self.rounds if one < self.number), default=None)

    @property
    def later(self) -> int | None:
        """The closed round after this one."""
        return min((one for one in self.rounds if one > self.number), default=None)

    @property
    def previous(self) -> int | None:
        """The position before this one."""
        return self.card - 1 if self.card > 0 else None

    @property
    def next(self) -> int | None:
        """The position after this one."""
        return self.card + 1 if self.card < self.last else None


def round_review(
    match: Match, *, number: int, card: int = 0, you: Seat | None = None, with_absences: bool = False
) -> RoundReview:
    """A closed round seen from seat `you` (None: by somebody who did not play), beginning at the position after so many
    cards (0: before the first).

    `with_absences`: also whose screens were closed, and when, and why somebody called the director; that is for who
    decides, not for the players.

    Raises TableRefused(no_such_round) for a round that is not closed, (no_such_card) for no such position.
    """
    evidence = round_evidence(match, number)
    row = match.rounds.exclude(status=Round.Status.RUNNING).filter(number=number).first()
    if evidence is None or row is None:
        raise TableRefused(TableRefusal.NO_SUCH_ROUND)
    game = evidence.game
    progress = game.progress(evidence.after)
    result = game.results(evidence.after)[-1]
    narrator = Narrator(
        game,
        tuple(sitter.name for sitter in evidence.sitters),
        result.sides,
        progress.columns,
        for_arbiter=with_absences,
    )
    absences = absences_of(match, evidence) if with_absences else ()
    positions = positions_of(narrator, evidence, you=you, absences=absences)
    if not 0 <= card < len(positions):
        raise TableRefused(TableRefusal.NO_SUCH_CARD)
    proofs = proofs_of(match, round__number=number)
    deal = deal_check(evidence, proofs)
    public = narrator.view(evidence.steps[-1].before, None)
    contract = public.contract
    return RoundReview(
        number=number,
        label=narrator.say(result.label) if result.label else "",
        rounds=evidence.rounds,
        card=card,
        positions=positions,
        dealer=next((narrator.names[zone.seat] for zone in public.seats if zone.dealer), ""),
        trump=contract.trump if contract else None,
        trump_name=suit_name(contract.trump) if contract and contract.trump else "",
        maker=narrator.names[contract.maker] if contract and contract.maker is not None else "",
        multiplier=contract.ladder[contract.level] if contract else 1,
        challenges=tuple((narrator.names[seat], narrator.say(word)) for seat, word in contract.challenges)
        if contract
        else (),
        score=score_then(narrator, game.results(evidence.after), evidence.reviews),
        sides=narrator.columns_by_name,
        verdict=narrator.say(result.verdict),
        rescores=game.rescored(evidence.options, result, CorrectedFacts()) is not None,
        checks=_checks(evidence, row, result, deal),
        proofs=tuple(_proof(evidence, proof) for proof in proofs) if deal is not None else (),
        absences=absences_by_player(absences, narrator.names, closed=evidence.steps[-1].at),
    )


def score_then(
    narrator: Narrator, played: Sequence[RoundResult], reviews: Sequence[RoundRulings]
) -> RoundScore:
    """The last of these rounds on the sheet, with what was ruled since."""
    result = played[-1]
    kept = rulings.reviews_of(reviews, result.number)
    return RoundScore(
        lines=tuple(
            Line(
                narrator.say(line.text),
                narrator.by_column(line.cancelled or line.points),
                bool(line.cancelled),
            )
            for line in result.lines
        ),
        written=narrator.by_column(result.score),
        ruled=tuple(
            Line(narrator.say(line.text), narrator.by_column(line.points), ruling=ruled.ruling)
            for line, ruled in zip(rulings.lines_of(kept), kept.rulings, strict=True)
        ),
        counts=narrator.by_column(rulings.counted_points(result, kept)),
        totals=narrator.by_column(
            rulings.sum_scores(
                rulings.counted_points(one, rulings.reviews_of(reviews, one.number)) for one in played
            )
        ),
        provisional=bool(kept.cases),
        void=rulings.is_void(kept),
    )


def _checks(
    evidence: RoundEvidence, row: Round, result: RoundResult, deal: DealCheck | None
) -> tuple[Check, ...]:
    """The verifications of a closed round. Replaying it has already shown that each entry was taken where it
    stands; a card that the rules forbid is one at a table where revokes are possible.
    """
    laid = [step for step in evidence.steps if step.of_game and lays_card(evidence.game, step)]
    barred = sum(not _was_allowed(evidence.game, step) for step in laid)
    facts = {"number": len(laid), "barred": barred}
    again = rulings.as_row(result)
    same = row.lines == again["lines"] and row.result == again["result"]
    adds_up = [sum(column) for column in zip(*(line.points for line in result.lines), strict=True)]
    checks = [
        Check(gettext("All %(number)s cards were allowed.") % facts, right=True)
        if not barred
        else Check(gettext("Cards that were not allowed: %(barred)s of %(number)s.") % facts, right=False),
        Check(gettext("The score, worked out again line by line, is what was written down."), right=True)
        if same and adds_up == list(result.score)
        else Check(gettext("The score, worked out again, is not what was written down."), right=False),
    ]
    if deal is not None:
        checks.append(
            Check(gettext("The deal follows from the sealed secret."), right=True)
            if deal.sealed and deal.follows
            else Check(gettext("The deal does not follow from the sealed secret."), right=False)
        )
    return tuple(checks)


def _was_allowed(game: Game[Any], step: Step) -> bool:
    """Whether the rules allowed the card, also where the app let everything be played."""
    if step.seat is None or game.enforces_rules(step.before.options):
        return True
    hand = game.view(game.by_the_rules(step.before), step.seat).hand
    return any(held.card == step.data["card"] and held.playable for held in hand)


def _proof(evidence: RoundEvidence, proof: Mapping[str, object]) -> Proof:
    pack = evidence.game.pack(evidence.options, len(evidence.sitters))
    return Proof(
        context=str(proof["context"]),
        commitment=str(proof["commitment"]),
        seed=str(proof["seed"]),
        shuffle=str(proof["shuffle"]),
        pack=show_cards(pack),
        deck=show_cards(decks(evidence).get(int(str(proof["deal"])), ())),
        cuts=tuple((evidence.sitters[seat].name, word) for seat, word in cuts_of_proof(proof)),
        cut_lines="\n".join(f"{seat} {word}" for seat, word in cuts_of_proof(proof)),
        earlier=tuple(seals) if isinstance(seals := proof.get("earlier_seals"), list) else (),
    )


def talk_of_round(match: Match, number: int) -> Sequence[SpokenLine]:
    """The table talk from the deal of a closed round to the next deal."""
    rounds = {row.number: row for row in match.rounds.filter(number__in=(number, number + 1))}
    if number not in rounds or rounds[number].status == Round.Status.RUNNING:
        return ()
    lines = TalkLine.objects.filter(match=match, at__gte=rounds[number].started_at)
    if number + 1 in rounds:
        lines = lines.filter(at__lt=rounds[number + 1].started_at)
    return [
        SpokenLine(line.player.nickname, line.text or gettext(PHRASES.get(line.phrase, line.phrase)), line.at)
        for line in lines.select_related("player").order_by("at", "id")
    ]
