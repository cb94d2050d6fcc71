"""Refusals of a table: a closed list of codes, each with its sentence and its HTTP status.

Refusals of the engine are raised as these too, under the engine's own code (`games.engine.errors.Refusal`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.engine.club import Heading
from games.engine.errors import SENTENCES as ENGINE_SENTENCES
from games.engine.errors import TOO_LATE, Refused
from games.engine.words import Fact
from games.kit.engine_words import named
from games.kit.refusals import Refusing


class TableRefusal(StrEnum):
    """Refusal codes of the table. Tests assert codes, people read `SENTENCES`."""

    NO_SUCH_TABLE = "no_such_table"
    NO_SUCH_ROUND = "no_such_round"
    NO_SUCH_CARD = "no_such_card"
    UNREADABLE = "unreadable"
    STALE_WINDOW = "stale_window"
    NOT_RUNNING = "not_running"
    NOT_OPEN = "not_open"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    SEAT_TAKEN = "seat_taken"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_LEVEL = "no_such_level"
    TABLE_FULL = "table_full"
    SEATS_EMPTY = "seats_empty"
    NOT_FINISHED = "not_finished"
    TALK_OFF = "talk_off"
    TALK_WAITS = "talk_waits"
    UNKNOWN_PHRASE = "unknown_phrase"
    NOTHING_SAID = "nothing_said"
    TOO_LONG = "too_long"
    MUTED = "muted"
    TOO_FAST = "too_fast"
    TOO_MANY_CODES = "too_many_codes"
    PAUSED = "paused"
    STOOD_IN = "stood_in"
    NO_STAND_IN = "no_stand_in"
    NOT_STOOD_IN = "not_stood_in"
    NOT_PAUSED = "not_paused"
    NOT_AWAY = "not_away"
    TOO_SOON = "too_soon"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_OFF = "undo_off"
    NOT_ASKED = "not_asked"
    NO_ADVICE = "no_advice"
    BROKEN_OFF = "broken_off"
    OTHER_SIDE_WRITES = "other_side_writes"
    OTHER_SIDE_CONFIRMS = "other_side_confirms"
    SHEET_INCOMPLETE = "sheet_incomplete"
    CLUB_WRITES = "club_writes"
    NOTHING_WRITTEN = "nothing_written"
    NOT_A_TOTAL = "not_a_total"
    IN_QUESTION = "in_question"
    NOT_ALL_TOTALS = "not_all_totals"
    TOTALS_TOO_LOW = "totals_too_low"
    TOTALS_VERY_HIGH = "totals_very_high"
    OTHER_SIDE_OBJECTS = "other_side_objects"
    SEATS_KEPT = "seats_kept"
    SEATS_DRAWN = "seats_drawn"
    NO_SPECTATORS = "no_spectators"
    NO_DIRECTOR = "no_director"
    CALLED_ALREADY = "called_already"
    DIRECTOR_CALLED = "director_called"
    NOT_CALLED = "not_called"
    LOG_BROKEN = "log_broken"
    MAINTENANCE = "maintenance"
    BLOCKED_BY_YOU = "blocked_by_you"
    ANOTHER_TABLE = "another_table"
    NO_FRIEND = "no_friend"
    LEFT_LATELY = "left_lately"
    PLAYED_ALONE = "played_alone"
    ALL_ROUNDS_FIRST = "all_rounds_first"


SENTENCES: Final[Mapping[TableRefusal, str]] = {
    TableRefusal.NO_SUCH_TABLE: _("There is no such table."),
    TableRefusal.NO_SUCH_ROUND: _("That round is not written down, or not yet."),
    TableRefusal.NO_SUCH_CARD: _("That round has no such card."),
    TableRefusal.UNREADABLE: _("That could not be read."),
    TableRefusal.STALE_WINDOW: _("Too late: the table has moved on."),
    TableRefusal.NOT_RUNNING: _("Nothing is being played at this table now."),
    TableRefusal.NOT_OPEN: _("This table has started; its seats are fixed."),
    TableRefusal.NOT_SEATED: _("You have no seat at this table."),
    TableRefusal.ALREADY_SEATED: _("You sit at this table already."),
    TableRefusal.SEAT_TAKEN: _("Somebody sits there already."),
    TableRefusal.NO_SUCH_SEAT: _("This table has no such seat."),
    TableRefusal.NO_SUCH_LEVEL: _("Bots do not play at that level."),
    TableRefusal.TABLE_FULL: _("All seats are taken."),
    TableRefusal.SEATS_EMPTY: _("Some seats are still empty."),
    TableRefusal.NOT_FINISHED: _("This match is not over yet."),
    TableRefusal.TALK_OFF: _("Talk is switched off at this table."),
    TableRefusal.TALK_WAITS: _("Free talk waits until the round is written down."),
    TableRefusal.UNKNOWN_PHRASE: _("That is not one of the phrases of this table."),
    TableRefusal.NOTHING_SAID: _("There was nothing to say."),
    TableRefusal.TOO_LONG: _("That is too long: at most {longest} letters."),
    TableRefusal.MUTED: _("Everybody else at this table has muted you."),
    TableRefusal.TOO_FAST: _("Slowly, please."),
    TableRefusal.TOO_MANY_CODES: _(
        "Too many wrong codes were tried from this network. Wait ten minutes, or sign in. Tables that are open here "
        "stay open."
    ),
    TableRefusal.PAUSED: _("The table has a pause. Anybody can end it."),
    TableRefusal.STOOD_IN: _("A bot plays for you. Take your seat back first."),
    TableRefusal.NO_STAND_IN: _("In this competition no bot plays for somebody absent."),
    TableRefusal.NOT_STOOD_IN: _("You play for yourself already."),
    TableRefusal.NOT_PAUSED: _("The table has no pause now."),
    TableRefusal.NOT_AWAY: _("Nobody is away there."),
    TableRefusal.TOO_SOON: _("Give them a minute to come back first."),
    TableRefusal.NOTHING_TO_UNDO: _("There is no card of yours that could be taken back now."),
    TableRefusal.UNDO_OFF: _("At this table a card lies where it lies."),
    TableRefusal.NOT_ASKED: _("Nobody asks that any more."),
    TableRefusal.NO_ADVICE: _("Tips are for practice: one player and bots, outside the club."),
    TableRefusal.BROKEN_OFF: _("The club broke this match off."),
    TableRefusal.OTHER_SIDE_WRITES: _("The other side writes this sheet; you confirm it."),
    TableRefusal.OTHER_SIDE_CONFIRMS: _("The other side confirms what you typed."),
    TableRefusal.SHEET_INCOMPLETE: _("Some rounds of this sheet are missing."),
    TableRefusal.CLUB_WRITES: _("The secretary typed this sheet. Say whether it is right."),
    TableRefusal.NOTHING_WRITTEN: _("Nothing of this sheet is written yet."),
    TableRefusal.NOT_A_TOTAL: _("“{said}” is not a whole number of points."),
    TableRefusal.IN_QUESTION: _("A case about this is open. The arbiter's ruling decides it."),
    TableRefusal.NOT_ALL_TOTALS: _("Type the points of every side."),
    TableRefusal.TOTALS_TOO_LOW: _(
        "Together that is {sum} points. {rounds} rounds have at least {least}. Is a number missing a digit?"
    ),
    TableRefusal.TOTALS_VERY_HIGH: _(
        "Together that is {sum} points in {rounds} rounds. That is very much. Has a number a digit too many?"
    ),
    TableRefusal.OTHER_SIDE_OBJECTS: _("The other side says whether what you typed is right."),
    TableRefusal.SEATS_KEPT: _("A round is played again here: everybody keeps the seat they had."),
    TableRefusal.SEATS_DRAWN: _("The club drew these seats. Who runs the evening changes them."),
    TableRefusal.NO_SPECTATORS: _("The club lets nobody look on at this table."),
    TableRefusal.NO_DIRECTOR: _("This table has no director to call."),
    TableRefusal.CALLED_ALREADY: _("The director has been called to this table already."),
    TableRefusal.DIRECTOR_CALLED: _("The director was called. Play goes on with the answer."),
    TableRefusal.NOT_CALLED: _("This call was answered or withdrawn already."),
    TableRefusal.LOG_BROKEN: _(
        "The log of this table cannot be replayed. Nothing is lost; the site's staff is told."
    ),
    TableRefusal.BLOCKED_BY_YOU: _("Somebody you blocked sits at this table. Choose another table."),
    TableRefusal.ANOTHER_TABLE: _(
        "There is no place for you at this table. Choose another one, or open one."
    ),
    TableRefusal.LEFT_LATELY: _(
        "You left a match lately. In {minutes} minutes you can sit down with people you do not know again. Friends, "
        "your clubs and bots are open to you now."
    ),
    TableRefusal.NO_FRIEND: _("Only friends are invited with one tap. Others get the link or the code."),
    TableRefusal.PLAYED_ALONE: _("Others play these cards too, so nobody looks on here."),
    TableRefusal.ALL_ROUNDS_FIRST: _(
        "Others play these cards too. Look back when you have played all rounds."
    ),
    TableRefusal.MAINTENANCE: _("Maintenance begins soon. A new match can start after it."),
}

STATUS: Final[Mapping[str, int]] = {
    TableRefusal.NO_SUCH_TABLE: 404,
    TableRefusal.NO_SUCH_ROUND: 404,
    TableRefusal.NO_SUCH_CARD: 404,
    TableRefusal.STALE_WINDOW: 409,
    TableRefusal.NOT_SEATED: 403,
    TableRefusal.NO_SPECTATORS: 403,
    TableRefusal.PLAYED_ALONE: 403,
    TableRefusal.ALL_ROUNDS_FIRST: 403,
    TableRefusal.TOO_FAST: 429,
    TableRefusal.TOO_MANY_CODES: 429,
    **dict.fromkeys(TOO_LATE, 409),
}
"""HTTP status of a refusal; 422 for every code not named here."""
LATE: Final = frozenset({TableRefusal.STALE_WINDOW, *TOO_LATE})
"""Codes of an answer that came when the table had moved on."""


class TableRefused(Refusing):
    """A refusal by the table; nothing has changed. `code` is a `TableRefusal` or the engine's `Refusal`."""

    sentences = {**ENGINE_SENTENCES, **SENTENCES}
    statuses = STATUS

    def __init__(
        self, code: str, facts: Mapping[str, Fact] | None = None, rule: Heading | None = None
    ) -> None:
        super().__init__(str(code), **(facts or {}))
        self._rule = rule

    @property
    def sentence(self) -> str:
        """The reason, with the heading of the rules page that explains it where the game names one."""
        if self._rule is None:
            return super().sentence
        named_rule = {"number": self._rule.number, "title": gettext(self._rule.title)}
        return gettext("{reason} Rule {number}: {title}.").format(reason=super().sentence, **named_rule)

    def _in_words(self) -> Mapping[str, object]:
        return named(self._facts)


def refused_by_engine(refused: Refused, rulebook: Iterable[Heading] = ()) -> TableRefused:
    """The engine's refusal as a `TableRefused`: same code, same sentence, translatable, with the heading of the
    `rulebook` that forbids it."""
    rule = next((heading for heading in rulebook if refused.code in heading.refusals), None)
    return TableRefused(refused.code, refused.facts, rule)
