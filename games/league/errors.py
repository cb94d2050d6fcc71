"""Why the league said no: a closed list of codes, each with its sentence and its HTTP status."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.league.paper import SHEET_SENTENCES, SheetRefused


class LeagueRefusal(StrEnum):
    """Refusal codes of the league. Tests assert codes, people read `SENTENCES`."""

    NOT_ALLOWED = "not_allowed"
    UNREADABLE = "unreadable"
    CHANGED_MEANWHILE = "changed_meanwhile"
    SEASON_ARCHIVED = "season_archived"
    NAME_TAKEN = "name_taken"
    NOT_A_MEMBER = "not_a_member"
    ALREADY_ENTERED = "already_entered"
    WRONG_SIZE = "wrong_size"
    NOT_ENTERED = "not_entered"
    EVENING_CLOSED = "evening_closed"
    NOT_DRAWN = "not_drawn"
    ALREADY_DRAWN = "already_drawn"
    TOO_FEW = "too_few"
    NO_MORE_ROUNDS = "no_more_rounds"
    TABLE_STARTED = "table_started"
    TABLES_RUNNING = "tables_running"
    SEATED_ALREADY = "seated_already"
    NOT_SEATED = "not_seated"
    NO_BOTS = "no_bots"
    NOT_ON_PAPER = "not_on_paper"
    SHEET_CONFIRMED = "sheet_confirmed"
    SHEET_INCOMPLETE = "sheet_incomplete"
    OTHER_SIDE_CONFIRMS = "other_side_confirms"
    NO_SUCH_ROUND = "no_such_round"
    REASON_MISSING = "reason_missing"


SENTENCES: Final[Mapping[LeagueRefusal, str]] = {
    LeagueRefusal.NOT_ALLOWED: _("That is for others to do in this club."),
    LeagueRefusal.UNREADABLE: _("That could not be read."),
    LeagueRefusal.CHANGED_MEANWHILE: _("Somebody changed this evening meanwhile. Here it is afresh."),
    LeagueRefusal.SEASON_ARCHIVED: _("This season is archived; it can be read, not changed."),
    LeagueRefusal.NAME_TAKEN: _("There is one of that name already."),
    LeagueRefusal.NOT_A_MEMBER: _("That player is not a member of this club."),
    LeagueRefusal.ALREADY_ENTERED: _("That player takes part already."),
    LeagueRefusal.WRONG_SIZE: _("That is not the number of players who play as one here."),
    LeagueRefusal.NOT_ENTERED: _("That player does not take part in this competition."),
    LeagueRefusal.EVENING_CLOSED: _("This evening is closed."),
    LeagueRefusal.NOT_DRAWN: _("The seats of this evening are not drawn yet."),
    LeagueRefusal.ALREADY_DRAWN: _("The seats of this evening are drawn already."),
    LeagueRefusal.TOO_FEW: _("Too few have signed up to make a table."),
    LeagueRefusal.NO_MORE_ROUNDS: _("All rounds of this evening are open."),
    LeagueRefusal.TABLE_STARTED: _("That table has started; its seats are fixed."),
    LeagueRefusal.TABLES_RUNNING: _("Some tables are still being played. Break them off, or wait."),
    LeagueRefusal.SEATED_ALREADY: _("That player has a seat in this round already."),
    LeagueRefusal.NOT_SEATED: _("That player has no seat there."),
    LeagueRefusal.NO_BOTS: _("The rules of this competition allow no bots."),
    LeagueRefusal.NOT_ON_PAPER: _("This table is not kept on paper."),
    LeagueRefusal.SHEET_CONFIRMED: _("This sheet is confirmed; ask the secretary for a correction."),
    LeagueRefusal.SHEET_INCOMPLETE: _("Some rounds of this sheet are missing."),
    LeagueRefusal.OTHER_SIDE_CONFIRMS: _("The other side confirms what you typed."),
    LeagueRefusal.NO_SUCH_ROUND: _("The sheet has no such round."),
    LeagueRefusal.REASON_MISSING: _("Say why, so that others can read it later."),
}

STATUS: Final[Mapping[LeagueRefusal, int]] = {
    LeagueRefusal.NOT_ALLOWED: 403,
    LeagueRefusal.CHANGED_MEANWHILE: 409,
    LeagueRefusal.ALREADY_DRAWN: 409,
    LeagueRefusal.EVENING_CLOSED: 409,
    LeagueRefusal.SHEET_CONFIRMED: 409,
}
"""HTTP status of a refusal; 422 for every code not named here."""


class LeagueRefused(Exception):  # noqa: N818 - a refusal is named for what it says
    """The league does not do that; nothing has changed. `code` is a `LeagueRefusal` or a `SheetRefusal`."""

    def __init__(self, code: str, *, template: str = "", facts: Mapping[str, object] | None = None) -> None:
        super().__init__(code)
        self.code = str(code)
        self._template = template or SENTENCES[LeagueRefusal(code)]
        self._facts = dict(facts or {})

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return next((status for code, status in STATUS.items() if code == self.code), 422)

    @property
    def sentence(self) -> str:
        """The reason in the language active where it is read."""
        return gettext(self._template).format(**self._facts)


def refused_by_sheet(refused: SheetRefused) -> LeagueRefused:
    """The sheet's no as the league says it: same code, same sentence."""
    return LeagueRefused(refused.code, template=SHEET_SENTENCES[refused.code], facts=refused.facts)
