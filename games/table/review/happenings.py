"""Events of a closed round beside the cards played, in words: things said, laid and drawn, entries of the table; and
the reason of a bot, computed again from the view of its seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext, gettext_noop

from games.bots import registry
from games.bots.bot import Level
from games.engine.actions import Accuse, Arrange, Deal
from games.engine.cards import Card
from games.engine.seats import HOUSE, Seat
from games.engine.view import Choice
from games.engine_words import card_name
from games.table.log.folding import GAME
from games.table.review.evidence import (
    Absence,
    By,
    RoundEvidence,
    Step,
    absences_by_player,
    lays_card,
)
from games.table.screen.narration import NamedCard, Narrator, name_cards

MOVED_BY: Final[Mapping[By, str]] = {
    "person": "",
    "bot": "",
    "clock": gettext_noop("time was up: the bot played"),
    "stand_in": gettext_noop("by a bot, {name} was away"),
}
TABLE_ENTRIES: Final[Mapping[tuple[str, str], str]] = {
    ("pause", ""): gettext_noop("The table made a pause."),
    ("resume", ""): gettext_noop("The pause was over."),
    ("call_director", ""): gettext_noop("{name} called the director."),
    ("withdraw_call", ""): gettext_noop("{name} withdrew the call for the director."),
    ("director_answer", ""): gettext_noop("The director answered: {text}"),
    ("call_filed", ""): gettext_noop("The call for the director went to the arbiters, with the round."),
    ("outage", ""): gettext_noop("The club's server was away for {seconds} s. That counts for nobody."),
    ("stand_in", ""): gettext_noop("A bot took the cards of {seat}."),
    ("replaced", ""): gettext_noop("The club gave the seat of {seat} to another player."),
    ("return", ""): gettext_noop("{name} was back and took the seat."),
    ("stop", ""): gettext_noop("The match was stopped here."),
    ("take_up", ""): gettext_noop("The match was taken up again."),
    ("ready", ""): gettext_noop("{name} had nothing to claim: a bot need not wait."),
    ("undo", ""): gettext_noop("The last card was taken back; everybody had agreed."),
    ("wish", "pause"): gettext_noop("{name} wished a pause."),
    ("wish", "undo"): gettext_noop("{name} wished to take a card back."),
    ("decline", "pause"): gettext_noop("{name} said no to the pause."),
    ("decline", "undo"): gettext_noop("{name} said no to taking back."),
    ("wish", "wait"): gettext_noop("{away} was away since {since}; {name} would wait."),
    ("wish", "bot"): gettext_noop("{away} was away since {since}; {name} wanted a bot to play on."),
    ("wish", "stop"): gettext_noop("{away} was away since {since}; {name} wanted to stop."),
}
"""Sentences of a review for table entries, by their word and what it is about. Entries not listed do not concern
the round."""
CALL_ENTRIES: Final = ("call_director", "withdraw_call", "director_answer", "call_filed")
CALL_WITH_REASON: Final = gettext_noop("{name} called the director: {why}")
"""The sentence of a call for who decides; the reason was not for the others at the table."""
MAX_OFFERED: Final = 20
"""Other answers are named up to so many; there can be more than a hundred ways to show cards."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An entry other than a card, as a sentence. `name` is "" where it was nobody at the table.

    `how` says who moved the seat where it was not its person, after `seconds`; `why` what moved a bot, `offered` what
    else could have been said. `is_statement` is False for what was no answer in the game: a drawn card, an absence, an
    entry of the table. `is_call`: the director was called, or what came of it.
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
    # The choice with the same answer; else, for cards grouped otherwise than offered, the one with the same word.
    same = [choice for choice in offered if dict(choice.data) == dict(step.data)]
    alike = same or [choice for choice in offered if choice.data["do"] == step.data["do"] and choice.groups]
    words = narrator.say(alike[0].label) if alike else _words_of_free_answer(narrator, step, step.seat)
    action = narrator.game.parse(step.data)
    others = [narrator.say(one.label) for one in offered if one not in alike and _is_a_word(narrator, one)]
    is_laid = isinstance(action, Arrange) and narrator.game.is_open(action)
    laid = [card for group in action.groups for card in group] if is_laid else []
    why = reason_of_bot(narrator, step) if others else ""
    offer = tuple(others) if len(others) <= MAX_OFFERED else ()
    return Happening(name, words, name_cards(laid), how_moved(narrator, step), step.seconds, offer, why)


def _is_a_word(narrator: Narrator, choice: Choice) -> bool:
    """Whether a choice belongs among what could have been said then: no card, and nothing about an earlier trick."""
    return "card" not in choice.data and not isinstance(narrator.game.parse(choice.data), Accuse)


def how_moved(narrator: Narrator, step: Step) -> str:
    """Who moved the seat, in words; "" for its person or its bot."""
    if step.by is None or step.seat is None:
        return ""
    template = MOVED_BY[step.by]
    return gettext(template).format(name=narrator.names[step.seat]) if template else ""


def _table_entry(narrator: Narrator, step: Step) -> Happening | None:
    """A table entry as a `Happening`; absences are named with the time they began."""
    do, what = step.data.get("do", ""), step.data.get("what", "")
    template = TABLE_ENTRIES.get((do, what))
    if template is None or (do == "ready" and not _is_about_claims(narrator, step)):
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
    return Happening("", gettext(template).format(**facts), is_statement=False, is_call=do in CALL_ENTRIES)


def _is_about_claims(narrator: Narrator, step: Step) -> bool:
    """Whether "ready" ended the time to claim before a bot's lead, which only who decides reads; else it said that the
    house may go on."""
    return narrator.for_arbiter and HOUSE not in narrator.game.pending(step.before)


def absence_happenings(
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
    return (
        narrator.say(zone.send or zone.label)
        if zone is not None and zone.word == step.data["do"]
        else step.data["do"]
    )


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


def reason_of_bot(narrator: Narrator, step: Step) -> str:
    """The reason in one sentence; "" for a person, and where today's bot would have done something else. The card of a
    bot that searched is explained as it was played: the search is not made again."""
    if step.seat is None or step.by not in ("bot", "stand_in"):
        return ""
    game, state = narrator.game, step.before
    view, choices = narrator.view(state, step.seat), game.choices(state, step.seat)
    level = Level(step.level or registry.level_unchosen(game.key))
    why = registry.reason(game, level, view, choices, game.parse(step.data).data())
    return narrator.say(why) if why is not None else ""
