"""Refusals of a table: a closed list of codes, each with its sentence and its HTTP status.

Refusals of the engine are raised as these too, under the engine's or the game's own code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.engine import errors as engine
from games.engine.club import Heading
from games.engine.words import Fact
from games.engine_words import names_of_values
from games.refusals import RefusalCode, Refusing


class TableRefusal(RefusalCode):
    """Refusals of the table: the code for tests and programs, the sentence for people."""

    NO_SUCH_TABLE = "no_such_table", _("There is no such table."), 404
    NO_SUCH_ROUND = "no_such_round", _("That round is not written down, or not yet."), 404
    NO_SUCH_CARD = "no_such_card", _("That round has no such card."), 404
    UNREADABLE = "unreadable", _("That could not be read.")
    STALE_WINDOW = "stale_window", _("Too late: the table has moved on."), 409
    NOT_RUNNING = "not_running", _("Nothing is being played at this table now.")
    NOT_OPEN = "not_open", _("This table has started; its seats are fixed.")
    NOT_SEATED = "not_seated", _("You have no seat at this table."), 403
    ALREADY_SEATED = "already_seated", _("You sit at this table already.")
    SEAT_TAKEN = "seat_taken", _("Somebody sits there already.")
    NO_SUCH_SEAT = "no_such_seat", _("This table has no such seat.")
    NO_SUCH_LEVEL = "no_such_level", _("Bots do not play at that level.")
    TABLE_FULL = "table_full", _("All seats are taken.")
    SEATS_EMPTY = "seats_empty", _("Some seats are still empty.")
    NOT_FINISHED = "not_finished", _("This match is not over yet.")
    TALK_OFF = "talk_off", _("Talk is switched off at this table.")
    TALK_WAITS = "talk_waits", _("Free talk waits until the round is written down.")
    UNKNOWN_PHRASE = "unknown_phrase", _("That is not one of the phrases of this table.")
    NOTHING_SAID = "nothing_said", _("There was nothing to say.")
    TOO_LONG = "too_long", _("That is too long: at most {longest} letters.")
    MUTED = "muted", _("Everybody else at this table has muted you.")
    TOO_FAST = "too_fast", _("Slowly, please."), 429
    TOO_MANY_CODES = (
        "too_many_codes",
        _(
            "Too many wrong codes were tried from this network. Wait ten minutes, or sign in. Tables that are "
            "open here "
            "stay open."
        ),
        429,
    )
    PAUSED = "paused", _("The table has a pause. Anybody can end it.")
    STOOD_IN = "stood_in", _("A bot plays for you. Take your seat back first.")
    NO_STAND_IN = "no_stand_in", _("In this competition no bot plays for somebody absent.")
    NOT_STOOD_IN = "not_stood_in", _("You play for yourself already.")
    NOT_PAUSED = "not_paused", _("The table has no pause now.")
    NOT_AWAY = "not_away", _("Nobody is away there.")
    TOO_SOON = "too_soon", _("Give them a minute to come back first.")
    NOTHING_TO_UNDO = "nothing_to_undo", _("There is no card of yours that could be taken back now.")
    UNDO_OFF = "undo_off", _("At this table a card lies where it lies.")
    NOT_ASKED = "not_asked", _("Nobody asks that any more.")
    NO_ADVICE = "no_advice", _("Tips are for practice: one player and bots, outside the club.")
    BROKEN_OFF = "broken_off", _("The club broke this match off.")
    OTHER_SIDE_WRITES = "other_side_writes", _("The other side writes this sheet; you confirm it.")
    OTHER_SIDE_CONFIRMS = "other_side_confirms", _("The other side confirms what you typed.")
    SHEET_INCOMPLETE = "sheet_incomplete", _("Some rounds of this sheet are missing.")
    CLUB_WRITES = "club_writes", _("The secretary typed this sheet. Say whether it is right.")
    NOTHING_WRITTEN = "nothing_written", _("Nothing of this sheet is written yet.")
    NOT_A_TOTAL = "not_a_total", _("“{said}” is not a whole number of points.")
    IN_QUESTION = "in_question", _("A case about this is open. The arbiter's ruling decides it.")
    RULED = "ruled", _("An arbiter ruled on line {line}: only an arbiter can change it now.")
    NOT_ALL_TOTALS = "not_all_totals", _("Type the points of every side.")
    TOTALS_TOO_LOW = (
        "totals_too_low",
        _(
            "Together that is {sum} points. {rounds} rounds have at least {least}. Is a number missing a digit?"
        ),
    )
    TOTALS_VERY_HIGH = (
        "totals_very_high",
        _(
            "Together that is {sum} points in {rounds} rounds. That is very much. Has a number a digit too many?"
        ),
    )
    NO_SUCH_TALLY = "no_such_tally", _("{tally}: {amount} is not possible.")
    TALLY_TOO_HIGH = (
        "tally_too_high",
        _("{tally}: together that is {together}, and {rounds} rounds bring no more than {most}."),
    )
    TOTALS_WITHOUT_TALLY = (
        "totals_without_tally",
        _(
            "Together that is {sum} points. {rounds} rounds with {together} points of {tally} have at least {least}."
        ),
    )
    TALLY_VERY_HIGH = (
        "tally_very_high",
        _(
            "{tally}: together that is {together} in {rounds} rounds. That is very much. Is it as on the paper?"
        ),
    )
    OTHER_SIDE_OBJECTS = "other_side_objects", _("The other side says whether what you typed is right.")
    SEATS_KEPT = "seats_kept", _("A round is played again here: everybody keeps the seat they had.")
    CARDS_AT_SEATS = (
        "cards_at_seats",
        _("Here each seat has its own cards. Choose a seat instead of drawing."),
    )
    NO_SUCH_DUEL = "no_such_duel", _("This link leads to no deals."), 404
    LINK_CLOSED = "link_closed", _("This link was closed. Its deals are open to look at.")
    OTHERS_PLAY_NOW = (
        "others_play_now",
        _("Others sit at a table with these deals. The link can be closed when they are done."),
    )
    OF_A_CLUB = (
        "of_a_club",
        _("This match belongs to a club. From the other side one plays deals from outside clubs."),
    )
    PLAYED_ALREADY = (
        "played_already",
        _("Others play these deals already, with a page of their own for comparing."),
    )
    NO_OTHER_SIDE = (
        "no_other_side",
        _("Deals are played from the other side in games with partners and a fixed number of rounds."),
    )
    DEALS_LOST = "deals_lost", _("The deals of this table cannot be dealt again.")
    SEATS_DRAWN = "seats_drawn", _("The club drew these seats. Who runs the evening changes them.")
    NO_SPECTATORS = "no_spectators", _("The club lets nobody look on at this table."), 403
    FOR_MEMBERS = (
        "for_members",
        _("The members of the club look on at this table. If you are one, sign in."),
        403,
    )
    NO_DIRECTOR = "no_director", _("This table has no director to call.")
    CALLED_ALREADY = "called_already", _("The director has been called to this table already.")
    DIRECTOR_CALLED = "director_called", _("The director was called. Play goes on with the answer.")
    NOT_CALLED = "not_called", _("This call was answered or withdrawn already.")
    LOG_BROKEN = (
        "log_broken",
        _("The log of this table cannot be replayed. Nothing is lost; the site's staff is told."),
    )
    MAINTENANCE = "maintenance", _("Maintenance begins soon. A new match can start after it.")
    BLOCKED_BY_YOU = "blocked_by_you", _("Somebody you blocked sits at this table. Choose another table.")
    ANOTHER_TABLE = (
        "another_table",
        _("There is no place for you at this table. Choose another one, or open one."),
    )
    UNFIT_CUT = "unfit_cut", _("Cut with a word of letters, digits, spaces or hyphens.")
    NO_FRIEND = "no_friend", _("Only friends are invited with one tap. Others get the link or the code.")
    LEFT_LATELY = (
        "left_lately",
        _(
            "You left a match lately. In {minutes} minutes you can sit down with people you do not know again. "
            "Friends, your clubs and bots are open to you now."
        ),
    )
    PLAYED_ALONE = "played_alone", _("Others play these cards too, so nobody looks on here."), 403
    ALL_ROUNDS_FIRST = (
        "all_rounds_first",
        _("Others play these cards too. Look back when you have played all rounds."),
        403,
    )
    OTHERS_PLAY_IT = (
        "others_play_it",
        _("Other tables still play these cards. Look back when all of them are done."),
        403,
    )
    SEALS_LOST = (
        "seals_lost",
        _(
            "The cards of this table were sealed with a key that this site does not have any more. Ask whoever runs "
            "the site for the former key."
        ),
        409,
    )
    KNOWS_THE_CARDS = (
        "knows_the_cards",
        _("{name} knows these cards already, from another table or because they laid them out or looked on."),
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
        if isinstance(self.code, RefusalCode):
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
