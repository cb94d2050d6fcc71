"""Events of a closed round beside the cards played, in words: things said, laid and drawn, and entries of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.engine.actions import Arrange, Deal
from games.engine.cards import Card
from games.engine.seats import Seat
from games.kit.engine_words import card_name
from games.table.log.folding import GAME
from games.table.review.absences import Absence, absence_told
from games.table.review.bot_reasons import why_done
from games.table.review.evidence import By, Step, lays_card
from games.table.screen.narration import NamedCard, Narrator, named

MOVED_BY: Final[Mapping[By, str]] = {
    "person": "",
    "bot": "",
    "clock": _("time was up: the bot played"),
    "stand_in": _("by a bot, {name} was away"),
}
TABLE_ENTRIES: Final[Mapping[str, str]] = {
    "pause": _("The table made a pause."),
    "resume": _("The pause was over."),
    "call_director": _("{name} called the director: {why}"),
    "withdraw_call": _("{name} withdrew the call for the director."),
    "director_answer": _("The director answered: {text}"),
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
OFFERED_AT_MOST: Final = 20
"""Other answers are named up to so many; there can be more than a hundred ways to show cards."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An entry other than a card, as a sentence. `name` is "" where it was nobody at the table.

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
    words = narrator.say(alike[0].label) if alike else _said_freely(narrator, step, step.seat)
    others = [narrator.say(one.label) for one in offered if one not in alike and "card" not in one.data]
    action = narrator.game.parse(step.data)
    is_laid = isinstance(action, Arrange) and narrator.game.is_open(action)
    laid = [card for group in action.groups for card in group] if is_laid else []
    why = why_done(narrator, step) if others else ""
    offer = tuple(others) if len(others) <= OFFERED_AT_MOST else ()
    return Happening(name, words, named(laid), how_moved(narrator, step), step.seconds, offer, why)


def how_moved(narrator: Narrator, step: Step) -> str:
    if step.by is None or step.seat is None:
        return ""
    said = MOVED_BY[step.by]
    return gettext(said).format(name=narrator.names[step.seat]) if said else ""


def _table_entry(narrator: Narrator, step: Step) -> Happening | None:
    """A table entry as a `Happening`; absences are named with the time they began."""
    do, what = step.data.get("do", ""), step.data.get("what", "")
    template = TABLE_ENTRIES.get(f"{do} {what}".strip())
    if template is None:
        return None
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
    return Happening("", gettext(template).format(**facts), said=False)


def gone(narrator: Narrator, absence: Absence) -> Happening:
    return Happening("", absence_told(absence, narrator.names[absence.seat]), said=False)


def _name(narrator: Narrator, seat: str) -> str:
    return narrator.names[int(seat)] if seat.isdigit() and int(seat) < len(narrator.names) else ""


def _clock(moment: str) -> str:
    if not moment.isdigit():
        return ""
    return time_format(timezone.localtime(datetime.fromtimestamp(int(moment), UTC)), "H:i:s")


def _said_freely(narrator: Narrator, step: Step, seat: Seat) -> str:
    """The words for an answer that was none of the choices as offered: groups laid another way than proposed."""
    zone = narrator.view(step.before, seat).prompt.arrange
    return narrator.say(zone.label) if zone is not None and zone.word == step.data["do"] else step.data["do"]


def drawn(narrator: Narrator, step: Step) -> list[Happening]:
    """The cards each seat drew with an entry of the game that stands: those by which the hands grew."""
    if not step.of_game or isinstance(narrator.game.parse(step.data), Deal):
        return []
    if _held(narrator, step.after) <= _held(narrator, step.before):
        return []
    before, after = _hands(narrator, step.before), _hands(narrator, step.after)
    return [
        Happening(narrator.names[seat], gettext("draws"), named(gained), said=False)
        for seat, (old, new) in enumerate(zip(before, after, strict=True))
        if (gained := [card for card in new if card not in old])
    ]


def _held(narrator: Narrator, state: Any) -> int:
    """How many cards all hands hold."""
    return sum(zone.cards for zone in narrator.view(state, None).seats)


def _hands(narrator: Narrator, state: Any) -> list[list[Card]]:
    return [[held.card for held in narrator.view(state, seat).hand] for seat in range(len(narrator.names))]
