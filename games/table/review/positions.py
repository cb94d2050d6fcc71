"""A closed round card by card, in words: four open hands, what could have been done, how long it took, what else
happened.
"""

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

from games.engine.seats import HOUSE
from games.engine.view import Finding, View
from games.kit.engine_words import card_name
from games.table.log.folding import GAME
from games.table.review.absences import Absence, absence_told
from games.table.review.bot_reasons import why_done
from games.table.review.evidence import By, RoundEvidence, Step
from games.table.screen import rendering
from games.table.screen.narration import NamedCard, Telling, named
from games.table.screen.zones.middle import middle_of

MOVED_BY: Final[Mapping[By, str]] = {
    "person": "",
    "bot": "",
    "clock": _("by the clock"),
    "stand_in": _("by a bot, {name} was away"),
}
AROUND: Final[Mapping[str, str]] = {
    "pause": _("The table made a pause."),
    "resume": _("The pause was over."),
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
"""What entries of the table say to somebody who looks back. Other entries say nothing about a round."""


@dataclass(frozen=True, slots=True)
class SeatThen:
    """A seat at one moment: who, the cards still held, what lies before it, what it said last.

    `at` is how far it follows the reader's own seat (0) in the order of play.
    """

    number: int
    at: int
    name: str
    hand: tuple[NamedCard, ...]
    word: str
    dealer: bool


@dataclass(frozen=True, slots=True)
class Barred:
    """Cards of a hand that could not be played, and why."""

    cards: tuple[NamedCard, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Happening:
    """Something said or done besides a card. `name` is "" where it was nobody at the table.

    `how` says who moved the seat where it was not its person, `why` what moved a bot, `offered` what else could have
    been said.
    """

    name: str
    words: str
    cards: tuple[NamedCard, ...] = ()
    how: str = ""
    seconds: float | None = None
    offered: tuple[str, ...] = ()
    why: str = ""
    said: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """What lay there at that moment, `points` of it for the side numbered `side`; `missed` marks what was lost."""

    card: int
    words: str
    side: int
    points: int
    missed: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after so many cards (0: before the first), and what led there.

    `middle` is what lies there, drawn as at the table; the reader sits at place `you` of its order of play.
    `could` are the other cards that could have been played, `barred` those that could not. `happened` follows the
    card. `why` is the reason of a bot, "" where it had no choice. `open_to` are the names of those who could claim.
    """

    card: int
    label: str
    trick: int
    opens_trick: bool
    seats: tuple[SeatThen, ...]
    you: int
    middle: SafeString
    how: str = ""
    seconds: float | None = None
    why: str = ""
    could: tuple[NamedCard, ...] = ()
    barred: tuple[Barred, ...] = ()
    happened: tuple[Happening, ...] = ()
    open_to: str = ""
    found: tuple[Found, ...] = ()

    @property
    def missed(self) -> bool:
        """Whether something was left lying here."""
        return any(found.missed for found in self.found)


def moments_of(
    telling: Telling, evidence: RoundEvidence, *, you: int, absences: Sequence[Absence] = ()
) -> tuple[Moment, ...]:
    """Every moment of a round, seen from seat `you`. What was said after a card belongs to the moment of that card,
    and so do the absences that began then; those from before the round come first."""
    game = telling.game
    found = [_found(telling, one) for one in game.findings(evidence.after)]
    standing = [step for step in evidence.steps if step.of_game]
    last = standing[-1]
    moments: list[Moment] = []
    label, card_step, happened = gettext("Before the first card"), None, []
    shown = standing[0].after
    untold = list(absences)
    for step in evidence.steps:
        while untold and untold[0].gone_at < step.at:
            happened.append(_gone(telling, untold.pop(0)))
        if step.of_game and "card" in step.data:
            moments.append(_moment(telling, shown, label, card_step, happened, found, you, len(moments)))
            label = f"{telling.names[step.seat or 0]}: {card_name(step.data['card'])}"
            card_step, happened = step, []
        elif (told := _happening(telling, step)) is not None:
            happened.append(told)
        # The state after the house has closed a round is not shown: its table is empty.
        if step.of_game and not (step is last and step.seat is None):
            shown = step.after
    happened += [_gone(telling, absence) for absence in untold]
    moments.append(_moment(telling, shown, label, card_step, happened, found, you, len(moments)))
    return tuple(moments)


def _moment(
    telling: Telling,
    state: Any,
    label: str,
    step: Step | None,
    happened: list[Happening],
    found: list[Found],
    you: int,
    number: int,
) -> Moment:
    game = telling.game
    public = game.view(state, None)
    lying = game.view(step.after, None).trick if step else None
    moment = Moment(
        card=number,
        label=label,
        trick=lying.number if lying else 0,
        opens_trick=step is None or (lying is not None and len(lying.cards) == 1),
        seats=_seats(telling, state, public, you),
        you=public.ring.index(you),
        middle=rendering.draw(middle_of(telling.scene(public), root=f"middle-{number}")),
        happened=tuple(happened),
        open_to=_claimants(telling, step.after) if step else "",
        found=tuple(one for one in found if one.card == number),
    )
    if step is None or step.seat is None:
        return moment
    hand = game.view(step.before, step.seat).hand
    why: dict[str, list[str]] = {}
    for held in hand:
        if held.why_not is not None:
            why.setdefault(telling.say(held.why_not), []).append(held.card)
    others = [held.card for held in hand if held.playable and held.card != step.data["card"]]
    return replace(
        moment,
        how=_how(telling, step),
        seconds=step.seconds,
        why=why_done(telling, step) if others else "",
        could=named(others),
        barred=tuple(Barred(named(cards), reason) for reason, cards in why.items()),
    )


def _claimants(telling: Telling, state: Any) -> str:
    game = telling.game
    seats = sorted(int(actor) for actor in game.pending(state) if actor != HOUSE)
    able = [seat for seat in seats if any(choice.tone == "gold" for choice in game.choices(state, seat))]
    return ", ".join(telling.names[seat] for seat in able)


def _seats(telling: Telling, state: Any, public: View, you: int) -> tuple[SeatThen, ...]:
    ring = public.ring
    return tuple(
        SeatThen(
            number=zone.seat,
            at=(ring.index(zone.seat) - ring.index(you)) % len(ring),
            name=telling.names[zone.seat],
            hand=named(held.card for held in telling.game.view(state, zone.seat, public).hand),
            word=telling.say(zone.word) if zone.word else "",
            dealer=zone.dealer,
        )
        for zone in public.seats
    )


def _happening(telling: Telling, step: Step) -> Happening | None:
    """What an entry other than a standing card says; None for what says nothing about a round."""
    if step.kind != GAME:
        return _around(telling, step)
    if step.seat is None:
        return None
    name = telling.names[step.seat]
    if "card" in step.data:
        words = gettext("played the %(card)s, which was taken back") % {"card": card_name(step.data["card"])}
        return Happening(name, words, how=_how(telling, step), seconds=step.seconds)
    offered = telling.game.choices(step.before, step.seat)
    same = [choice for choice in offered if dict(choice.data) == dict(step.data)]
    alike = same or [choice for choice in offered if choice.data["do"] == step.data["do"] and choice.groups]
    words = telling.say(alike[0].label) if alike else step.data["do"]
    others = [telling.say(one.label) for one in offered if one not in alike and "card" not in one.data]
    laid = step.data.get("combinations", "").replace(";", " ").split()
    why = why_done(telling, step) if others else ""
    return Happening(name, words, named(laid), _how(telling, step), step.seconds, tuple(others), why)


def _how(telling: Telling, step: Step) -> str:
    if step.by is None or step.seat is None:
        return ""
    said = MOVED_BY[step.by]
    return gettext(said).format(name=telling.names[step.seat]) if said else ""


def _around(telling: Telling, step: Step) -> Happening | None:
    """An entry of the table in words; who is away is named with the time it began."""
    do, what = step.data.get("do", ""), step.data.get("what", "")
    template = AROUND.get(f"{do} {what}".strip())
    if template is None:
        return None
    gone, _at, since = step.data.get("about", "").partition("@")
    facts = {
        "name": telling.names[step.seat] if step.seat is not None else "",
        "seat": _name(telling, step.data.get("seat", "")),
        "away": _name(telling, gone),
        "since": _clock(since),
        "seconds": round(float(step.data.get("seconds", "0"))),
    }
    return Happening("", gettext(template).format(**facts), said=False)


def _gone(telling: Telling, absence: Absence) -> Happening:
    return Happening("", absence_told(absence, telling.names[absence.seat]), said=False)


def _name(telling: Telling, seat: str) -> str:
    return telling.names[int(seat)] if seat.isdigit() and int(seat) < len(telling.names) else ""


def _clock(moment: str) -> str:
    if not moment.isdigit():
        return ""
    return time_format(timezone.localtime(datetime.fromtimestamp(int(moment), UTC)), "H:i:s")


def _found(telling: Telling, finding: Finding) -> Found:
    return Found(finding.card, telling.say(finding.text), finding.side, finding.points, finding.missed)
