"""Refusals of a table: a closed list of codes, each with its sentence and its HTTP status.

Refusals of the engine are raised as these too, under the engine's or the game's own code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext, gettext_noop

from games.engine import errors as engine
from games.engine.club import Heading
from games.engine.words import Fact
from games.engine_words import names_of_values
from games.refusals import RefusalWithStatus, Refusing


class TableRefusal(RefusalWithStatus):
    """Refusals of the table: the code for tests and programs, the sentence for people."""

    NO_SUCH_TABLE = "no_such_table", gettext_noop("There is no such table."), 404
    NO_SUCH_ROUND = "no_such_round", gettext_noop("That round is not written down, or not yet."), 404
    NO_SUCH_CARD = "no_such_card", gettext_noop("That round has no such card."), 404
    UNREADABLE = "unreadable", gettext_noop("That could not be read.")
    STALE_WINDOW = "stale_window", gettext_noop("Too late: the table has moved on."), 409
    NOT_RUNNING = "not_running", gettext_noop("Nothing is being played at this table now.")
    NOT_OPEN = "not_open", gettext_noop("This table has started; its seats are fixed.")
    NOT_SEATED = "not_seated", gettext_noop("You have no seat at this table."), 403
    ALREADY_SEATED = "already_seated", gettext_noop("You sit at this table already.")
    SEAT_TAKEN = "seat_taken", gettext_noop("Somebody sits there already.")
    NO_SUCH_SEAT = "no_such_seat", gettext_noop("This table has no such seat.")
    NO_SUCH_LEVEL = "no_such_level", gettext_noop("Bots do not play at that level.")
    TABLE_FULL = "table_full", gettext_noop("All seats are taken.")
    SEATS_EMPTY = "seats_empty", gettext_noop("Some seats are still empty.")
    NOT_FINISHED = "not_finished", gettext_noop("This match is not over yet.")
    TALK_OFF = "talk_off", gettext_noop("Talk is switched off at this table.")
    TALK_WAITS = "talk_waits", gettext_noop("Free talk waits until the round is written down.")
    UNKNOWN_PHRASE = "unknown_phrase", gettext_noop("That is not one of the phrases of this table.")
    NOTHING_SAID = "nothing_said", gettext_noop("There was nothing to say.")
    TOO_LONG = "too_long", gettext_noop("That is too long: at most {longest} letters.")
    MUTED = "muted", gettext_noop("Everybody else at this table has muted you.")
    TOO_FAST = "too_fast", gettext_noop("Slowly, please."), 429
    TOO_MANY_CODES = (
        "too_many_codes",
        gettext_noop(
            "Too many wrong codes were tried from this network. Wait ten minutes, or sign in. Tables that are "
            "open here "
            "stay open."
        ),
        429,
    )
    PAUSED = "paused", gettext_noop("The table has a pause. Anybody can end it.")
    STOOD_IN = "stood_in", gettext_noop("A bot plays for you. Take your seat back first.")
    NO_STAND_IN = "no_stand_in", gettext_noop("In this competition no bot plays for somebody absent.")
    NOT_STOOD_IN = "not_stood_in", gettext_noop("You play for yourself already.")
    NOT_PAUSED = "not_paused", gettext_noop("The table has no pause now.")
    NOT_AWAY = "not_away", gettext_noop("Nobody is away there.")
    TOO_SOON = "too_soon", gettext_noop("Give them a minute to come back first.")
    NOTHING_TO_UNDO = (
        "nothing_to_undo",
        gettext_noop("There is no card of yours that could be taken back now."),
    )
    UNDO_OFF = "undo_off", gettext_noop("At this table a card lies where it lies.")
    NOT_ASKED = "not_asked", gettext_noop("Nobody asks that any more.")
    NO_ADVICE = "no_advice", gettext_noop("Tips are for practice: one player and bots, outside the club.")
    BROKEN_OFF = "broken_off", gettext_noop("The club broke this match off.")
    OTHER_SIDE_WRITES = "other_side_writes", gettext_noop("The other side writes this sheet; you confirm it.")
    OTHER_SIDE_CONFIRMS = "other_side_confirms", gettext_noop("The other side confirms what you typed.")
    SHEET_INCOMPLETE = "sheet_incomplete", gettext_noop("Some rounds of this sheet are missing.")
    CLUB_WRITES = "club_writes", gettext_noop("The secretary typed this sheet. Say whether it is right.")
    NOTHING_WRITTEN = "nothing_written", gettext_noop("Nothing of this sheet is written yet.")
    NOT_A_TOTAL = "not_a_total", gettext_noop("“{said}” is not a whole number of points.")
    IN_QUESTION = "in_question", gettext_noop("A case about this is open. The arbiter's ruling decides it.")
    RULED = "ruled", gettext_noop("An arbiter ruled on line {line}: only an arbiter can change it now.")
    NOT_ALL_TOTALS = "not_all_totals", gettext_noop("Type the points of every side.")
    TOTALS_TOO_LOW = (
        "totals_too_low",
        gettext_noop(
            "Together that is {sum} points. {rounds} rounds have at least {least}. Is a number missing a digit?"
        ),
    )
    TOTALS_VERY_HIGH = (
        "totals_very_high",
        gettext_noop(
            "Together that is {sum} points in {rounds} rounds. That is very much. Has a number a digit too many?"
        ),
    )
    NO_SUCH_TALLY = "no_such_tally", gettext_noop("{tally}: {amount} is not possible.")
    TALLY_TOO_HIGH = (
        "tally_too_high",
        gettext_noop("{tally}: together that is {together}, and {rounds} rounds bring no more than {most}."),
    )
    TOTALS_WITHOUT_TALLY = (
        "totals_without_tally",
        gettext_noop(
            "Together that is {sum} points. {rounds} rounds with {together} points of {tally} have at least {least}."
        ),
    )
    TALLY_VERY_HIGH = (
        "tally_very_high",
        gettext_noop(
            "{tally}: together that is {together} in {rounds} rounds. That is very much. Is it as on the paper?"
        ),
    )
    OTHER_SIDE_OBJECTS = (
        "other_side_objects",
        gettext_noop("The other side says whether what you typed is right."),
    )
    SEATS_KEPT = (
        "seats_kept",
        gettext_noop("A round is played again here: everybody keeps the seat they had."),
    )
    CARDS_AT_SEATS = (
        "cards_at_seats",
        gettext_noop("Here each seat has its own cards. Choose a seat instead of drawing."),
    )
    NO_SUCH_DUEL = "no_such_duel", gettext_noop("This link leads to no deals."), 404
    LINK_CLOSED = "link_closed", gettext_noop("This link was closed. Its deals are open to look at.")
    OTHERS_PLAY_NOW = (
        "others_play_now",
        gettext_noop("Others sit at a table with these deals. The link can be closed when they are done."),
    )
    OF_A_CLUB = (
        "of_a_club",
        gettext_noop("This match belongs to a club. From the other side one plays deals from outside clubs."),
    )
    PLAYED_ALREADY = (
        "played_already",
        gettext_noop("Others play these deals already, with a page of their own for comparing."),
    )
    NO_OTHER_SIDE = (
        "no_other_side",
        gettext_noop(
            "Deals are played from the other side in games with partners and a fixed number of rounds."
        ),
    )
    DEALS_LOST = "deals_lost", gettext_noop("The deals of this table cannot be dealt again.")
    SEATS_DRAWN = "seats_drawn", gettext_noop("The club drew these seats. Who runs the evening changes them.")
    NO_SPECTATORS = "no_spectators", gettext_noop("The club lets nobody look on at this table."), 403
    FOR_MEMBERS = (
        "for_members",
        gettext_noop("The members of the club look on at this table. If you are one, sign in."),
        403,
    )
    NO_DIRECTOR = "no_director", gettext_noop("This table has no director to call.")
    CALLED_ALREADY = "called_already", gettext_noop("The director has been called to this table already.")
    DIRECTOR_CALLED = (
        "director_called",
        gettext_noop("The director was called. Play goes on with the answer."),
    )
    NOT_CALLED = "not_called", gettext_noop("This call was answered or withdrawn already.")
    LOG_BROKEN = (
        "log_broken",
        gettext_noop("The log of this table cannot be read. Nothing is lost; the site's staff is told."),
    )
    MAINTENANCE = "maintenance", gettext_noop("Maintenance begins soon. A new match can start after it.")
    BLOCKED_BY_YOU = (
        "blocked_by_you",
        gettext_noop("Somebody you blocked sits at this table. Choose another table."),
    )
    ANOTHER_TABLE = (
        "another_table",
        gettext_noop("There is no place for you at this table. Choose another one, or open one."),
    )
    UNFIT_CUT = "unfit_cut", gettext_noop("Cut with a word of letters, digits, spaces or hyphens.")
    NO_FRIEND = (
        "no_friend",
        gettext_noop("Only friends are invited with one tap. Others get the link or the code."),
    )
    SITS_OUT = (
        "sits_out",
        gettext_noop(
            "You have a red card and do not play this evening. Only whoever leads it can give you a seat."
        ),
    )
    LEFT_LATELY = (
        "left_lately",
        gettext_noop(
            "You left a match lately. In {minutes} minutes you can sit down with people you do not know again. "
            "Friends, your clubs and bots are open to you now."
        ),
    )
    PLAYED_ALONE = "played_alone", gettext_noop("Others play these cards too, so nobody looks on here."), 403
    ALL_ROUNDS_FIRST = (
        "all_rounds_first",
        gettext_noop("Others play these cards too. Look back when you have played all rounds."),
        403,
    )
    OTHERS_PLAY_IT = (
        "others_play_it",
        gettext_noop("Other tables still play these cards. Look back when all of them are done."),
        403,
    )
    SEALS_LOST = (
        "seals_lost",
        gettext_noop(
            "The cards of this table were sealed with a key that this site does not have any more. Ask whoever runs "
            "the site for the former key."
        ),
        409,
    )
    KNOWS_THE_CARDS = (
        "knows_the_cards",
        gettext_noop(
            "{name} knows these cards already, from another table or because they laid them out or looked on."
        ),
    )


class TableRefused(Refusing):
    """A refusal by the table; nothing has changed. `code` is a `TableRefusal`, or one of the engine or a game.

    `late` says that the table had moved on.
    """

    def __init__(
        self,
        code: engine.RefusalCode,
        facts: Mapping[str, Fact] | None = None,
        rule: Heading | None = None,
        *,
        late: bool = False,
    ) -> None:
        super().__init__(code, **(facts or {}))
        self._rule = rule
        self.late = late or code == TableRefusal.STALE_WINDOW

    @property
    def status(self) -> int:
        """The HTTP status: of the code, and for the engine's 409 where it came too late, else 422."""
        if isinstance(self.code, RefusalWithStatus):
            return self.code.status
        return 409 if self.late else 422

    @property
    def sentence(self) -> str:
        """The reason, with the heading of the rules page that explains it where the game names one."""
        if self._rule is None:
            return super().sentence
        named_rule = {"number": self._rule.number, "title": gettext(self._rule.title)}
        return gettext("{reason} Rule {number}: {title}.").format(reason=super().sentence, **named_rule)

    def _in_words(self) -> Mapping[str, object]:
        return names_of_values(self._facts)


def refusal_by_engine(refused: engine.Refused, rulebook: Iterable[Heading] = ()) -> TableRefused:
    """The engine's refusal as a `TableRefused`: same code, same sentence, translatable, with the heading of the
    `rulebook` that forbids it."""
    rule = next((heading for heading in rulebook if refused.code in heading.refusals), None)
    return TableRefused(refused.code, refused.facts, rule, late=isinstance(refused, engine.TooLate))
