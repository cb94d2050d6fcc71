"""What the pages of disputes show. Reads only; queries do not grow with the number of cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import Club, Player
from games.disputes.access import Rights
from games.disputes.models import Case, Ruling
from games.table.models import Match, Round
from games.table.trail import AuditEntry


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case in a list. `owner` is who has to do something: an arbiter's name, "" for any arbiter or nobody;
    `complaints` how many were merged; `age` since it was filed; `overdue` when `deadline` has passed."""

    case: Case
    state: str
    owner: str
    complaints: int
    filers: tuple[str, ...]
    age: timedelta
    deadline: datetime | None
    overdue: bool
    mine: bool
    may_take: bool


def queue(
    *,
    arbiter: Player,
    now: datetime,
    states: Iterable[str] = (),
    club: int | None = None,
    older_than: timedelta | None = None,
    at_most: int = 50,
    after: int = 0,
) -> tuple[CaseRow, ...]:
    """The cases an arbiter may see in this office, oldest first, from number `after` in that order on.

    `states` empty: those that wait for somebody. `club` 0: those of no club.
    """
    raise NotImplementedError


def queue_counts(*, arbiter: Player) -> Mapping[str, int]:
    """How many cases of each state this arbiter can see."""
    raise NotImplementedError


def clubs_judged_by(player: Player) -> tuple[Club, ...]:
    """The clubs whose arbiter somebody is; all that have cases for the site's staff."""
    raise NotImplementedError


def my_cases(*, player: Player, now: datetime) -> tuple[CaseRow, ...]:
    """The cases about matches somebody sat at, those that can still change first, then the newest first."""
    raise NotImplementedError


def my_open_cases(player: Player) -> int:
    """How many cases of matches somebody sat at are not over."""
    raise NotImplementedError


def case_of(case_id: int) -> Case:
    """The case with everything its page shows, in a constant number of queries. Refuses no_such_case."""
    raise NotImplementedError


def rights_of(*, player: Player, case: Case, now: datetime) -> Rights:
    """What somebody may do with a case as it stands."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Filing:
    """Whether somebody may ask about a round now; `until` is the end of the time for it, `why_not` a sentence."""

    may: bool
    until: datetime | None
    why_not: str = ""


def filing_of(*, player: Player, round_: Round, now: datetime) -> Filing:
    """Whether a player may file about this round."""
    raise NotImplementedError


def cases_of_match(match: Match) -> tuple[Case, ...]:
    """All cases about a match, withdrawn ones too, with their rulings, by round and time."""
    raise NotImplementedError


def rulings_on(round_: Round) -> tuple[Ruling, ...]:
    """The rulings on a round in order, each with its case and reason."""
    raise NotImplementedError


def earlier_cases(case: Case) -> tuple[Case, ...]:
    """Earlier disputes of the people of this match (any of them sat at both), the newest first, at most 20."""
    raise NotImplementedError


def trail(
    *,
    reader: Player,
    club: int | None = None,
    what: str = "",
    actor: str = "",
    case: int | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> QuerySet[AuditEntry]:
    """The lines of the audit trail that somebody may read (an arbiter or owner: their clubs'; staff: all), newest
    first. `actor` is part of a nickname."""
    raise NotImplementedError
