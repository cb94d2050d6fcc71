"""The positions of a closed round, card by card and in words: open hands, alternatives, seconds, other events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.engine.cards import Card
from games.engine.seats import HOUSE, Seat
from games.engine.view import Finding, SeatZone, View
from games.engine_words import card_name
from games.table.log.models import Match
from games.table.review import rulebook
from games.table.review.evidence import (
    Absence,
    RoundEvidence,
    Step,
    lays_card,
    trick_and_cards_at,
)
from games.table.review.happenings import (
    Happening,
    absence_happenings,
    draw_happenings,
    happening,
    how_moved,
    reason_of_bot,
)
from games.table.screen import rendering
from games.table.screen.narration import NamedCard, Narrator, name_cards
from games.table.screen.speech import Face
from games.table.screen.zones.hand import OpenHand
from games.table.screen.zones.middle import middle_of


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


class CardByCard:
    """Shows `positions` one at a time, first the one after `card` cards."""

    __slots__ = ()
    card: int
    positions: tuple[Position, ...]

    @property
    def last(self) -> int:
        """The number of the last card."""
        return len(self.positions) - 1

    @property
    def previous(self) -> int | None:
        """The position before this one."""
        return self.card - 1 if self.card > 0 else None

    @property
    def next(self) -> int | None:
        """The position after this one."""
        return self.card + 1 if self.card < self.last else None


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
            happened += absence_happenings(narrator, evidence, gone)
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
    happened += absence_happenings(narrator, evidence, gone + absences_to_come)
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
        you=None if you is None else public.clockwise.index(you),
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
        why=reason_of_bot(narrator, step) if others else "",
        could=name_cards(others),
        barred=tuple(BarredCards(name_cards(cards), reason) for reason, cards in why.items()),
    )


def _claimants(narrator: Narrator, state: Any) -> str:
    seats = sorted(int(actor) for actor in narrator.game.pending(state) if actor != HOUSE)
    able = [seat for seat in seats if any(one.tone == "gold" for one in narrator.game.choices(state, seat))]
    return ", ".join(narrator.names[seat] for seat in able)


def _seats(narrator: Narrator, state: Any, public: View, you: Seat | None) -> tuple[SeatAtPosition, ...]:
    clockwise = public.clockwise
    own = 0 if you is None else clockwise.index(you)
    return tuple(
        _seat(narrator, state, zone, (clockwise.index(zone.seat) - own) % len(clockwise))
        for zone in public.seats
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
        you=public.clockwise.index(you),
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
