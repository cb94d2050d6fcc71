"""The file of a club: which rows of which tables are in it, and how a value is written (docs/club-export.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

from accounts.models import Club, ClubNews, Player
from games.club_file.errors import ClubFileRefusal, ClubFileRefused
from games.disputes.models import Agreement, Answer, Case, Complaint, ConductCard, Question, Ruling
from games.league.models import (
    Competition,
    Contribution,
    Correction,
    Entrant,
    EntrantPlayer,
    Evening,
    EveningDirector,
    EveningMark,
    HouseRules,
    LeagueTable,
    PlayerSignUp,
    Postponement,
    ResultsImport,
    Season,
    SeatChange,
    SignUp,
    StakePaid,
    StandBy,
    SubstituteRequest,
    TableSeat,
)
from games.table.log.models import Match, Round
from games.trail import WORDS, AuditEntry

FORMAT: Final = "card-club/1"
"""What the file says of itself; one of another number is refused (newer)."""
CONTENTS: Final = "club.json"
MATCHES, RECORDS, PHOTOS = "matches/", "records/", "photos/"

GONE: Final = "gone"
"""The kind of a player whose account has ended, beside those of `PlayerKind`."""

MAX_FILE_BYTES: Final = 31_000_000
MAX_UNPACKED_BYTES: Final = 160_000_000
MAX_CONTENTS_BYTES: Final = 24_000_000
MAX_MATCH_BYTES: Final = 2_000_000
MAX_FILES: Final = 12_000
MAX_PEOPLE: Final = 2_000
MAX_TEXT_LENGTH: Final = 20_000
"""Bounds of a file that is read, against one that is made to fill the memory; the first holds for writing too."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


CLUB_FIELDS: Final = _words(
    "name slug is_public icon_letters icon_colour created_at filing_hours answer_hours appeal_days "
    "ranks_without_luck contact"
)
MATCH_FIELDS: Final = _words(
    "code proof_code game game_version options house_rules status visibility created_by phrases_on chat_on signals "
    "pace undo_allowed bots_stand_in bot_level look_back spectators director on_paper seq replays created_at "
    "started_at finished_at"
)
ROUND_FIELDS: Final = _words("number status points seat_points tallies result lines started_at closed_at")
DEAL_FIELDS: Final = _words("number round seed commitment context void started_at")
DEALT: Final = "dealt_rounds"
"""The part with the open deals of rounds in which all tables had the same cards; files written before have none."""
DEALT_FIELDS: Final = _words("evening round seed closes_at commitments")
DEALT_LATER: Final = "later_commitments"
"""Of such a round the seals of what could be dealt later in each of its deals; files written before have none."""
SEAT_FIELDS: Final = _words("number player level")
LOG_FIELDS: Final = _words("seq seat player kind data automatic at")


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one model in the file, under `key`. `path` leads from a row to its club. `fields` are the columns; those
    that name another row do so by its number in the file. `mentions` are texts with players by key."""

    key: str
    model: type[models.Model]
    path: str
    fields: tuple[str, ...]
    mentions: tuple[str, ...] = ()


def _part(
    key: str, model: type[models.Model], path: str, fields: str, mentions: tuple[str, ...] = ()
) -> Part:
    return Part(key, model, path, _words(fields), mentions)


FIELDS_OF_LATER_VERSIONS: Final[Mapping[type[models.Model], Mapping[str, Any]]] = {
    Evening: {"movement": ""},
    LeagueTable: {"averages": {}},
    ResultsImport: {"made": []},
    SignUp: {"from_round": 1},
}
"""Columns that files written before do not have, with what is meant then."""
MAY_BE_WITHHELD: Final[Mapping[type[models.Model], tuple[str, ...]]] = {ConductCard: ("offence",)}
"""Columns with a choice that a file leaves empty, because only arbiters read it."""
TOLD_IN_WORDS: Final = (AuditEntry, Correction)
"""Rows whose column `what` is a code of the trail."""
CHANGE_FIELDS: Final = ("before", "after")
"""Columns of a change, with players by key (`accounts.mentions`)."""

SEASON, COMPETITION = "season__club", "competition__season__club"
EVENING, TABLE = f"evening__{COMPETITION}", f"table__evening__{COMPETITION}"
"""The paths of rows that belong to a season, a competition, an evening or a table."""

PARTS: Final = (
    _part("house_rules", HouseRules, "club", "name version game options by at"),
    _part("news", ClubNews, "club", "text at"),
    _part("seasons", Season, "club", "name created_at archived_at copied_from"),
    _part("contributions", Contribution, SEASON, "season player by at"),
    _part(
        "competitions",
        Competition,
        SEASON,
        "season name division seating size rounds at_table game options preset rules stake prizes",
    ),
    _part("entrants", Entrant, COMPETITION, "competition name signals withdrawn_at"),
    _part("entrant_players", EntrantPlayer, COMPETITION, "competition entrant player place"),
    _part(
        "evenings",
        Evening,
        COMPETITION,
        "competition number starts_at deadline place status round version closed_at stake prizes movement",
    ),
    _part("sign_ups", SignUp, EVENING, "evening entrant comes from_round in_time said_by at"),
    _part("player_sign_ups", PlayerSignUp, EVENING, "evening entrant player comes at"),
    _part("directors", EveningDirector, EVENING, "evening player at"),
    _part("stakes", StakePaid, EVENING, "evening player cents by at"),
    _part("results_imports", ResultsImport, COMPETITION, "competition actor at closed made taken_back_at"),
    _part("marks", EveningMark, EVENING, "evening entrant kind points round batch"),
    _part(
        "substitute_requests",
        SubstituteRequest,
        EVENING,
        "evening absent only_round asked_by at taken_by closed_at",
    ),
    _part("stand_bys", StandBy, EVENING, "evening player at"),
    _part(
        "tables",
        LeagueTable,
        EVENING,
        "evening round number fixture match on_paper planned starts_at broken_off_at averages",
    ),
    _part("seats", TableSeat, TABLE, "table number entrant player played_by for_the_rest"),
    _part("seat_changes", SeatChange, f"seat__{TABLE}", "seat until_round player played_by"),
    _part("postponements", Postponement, TABLE, "table entrant starts_at proposed_by at"),
    _part(
        "corrections",
        Correction,
        COMPETITION,
        "competition evening entrant actor what reason before after at",
        CHANGE_FIELDS,
    ),
    _part(
        "cases",
        Case,
        "club",
        "round kind moment state filed_at deadline arbiter taken_at answers_asked_at escalated_at evidence_seq "
        "appealed_by appeal_text appealed_at appeal_arbiter closed_by closing_reason closed_at",
    ),
    _part("complaints", Complaint, "case__club", "case player text moment at withdrawn_at"),
    _part("questions", Question, "case__club", "case player at"),
    _part("answers", Answer, "case__club", "case player text on_appeal at"),
    _part("agreements", Agreement, "case__club", "case player at"),
    _part(
        "rulings",
        Ruling,
        "case__club",
        "case instance kind reason rule actor at wanted effect before after",
    ),
    _part(
        "conduct_cards",
        ConductCard,
        "club",
        "player colour second offence reason case given_by given_at withdrawn_by withdrawn_at withdrawn_reason",
    ),
    _part(
        "trail", AuditEntry, "club", "at actor what reason rule before after match round case", CHANGE_FIELDS
    ),
)

KEYS: Final[dict[type[models.Model], str]] = {
    Player: "people",
    Match: "matches",
    Round: "rounds",
    **{part.model: part.key for part in PARTS},
}
"""Where the rows of a model stand in the file."""


def plain_value(field: models.Field[Any, Any], row: models.Model) -> Any:
    """The value of a field as JSON: times as ISO 8601, decimals as text, another row by its number."""
    value = getattr(row, field.attname)
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def read_value(field: models.Field[Any, Any], value: Any) -> Any:
    """The value of a field from JSON, of exactly the kind that `plain_value` writes. Refuses damaged."""
    if value is None and field.null:
        return None
    if isinstance(field, models.JSONField):
        return value
    if isinstance(field, models.DateTimeField):
        return read_moment(value)
    if isinstance(field, models.DecimalField):
        return _decimal(value)
    kind: type = str
    if isinstance(field, models.BooleanField):
        kind = bool
    elif isinstance(field, models.IntegerField | models.ForeignKey):
        kind = int
    if type(value) is not kind:
        raise ClubFileRefused(ClubFileRefusal.DAMAGED)
    return value


def read_moment(value: Any) -> datetime:
    """A time with its offset. Refuses damaged."""
    try:
        read = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        read = None
    if read is None or not is_aware(read) or not 1900 < read.year < 3000:
        raise ClubFileRefused(ClubFileRefusal.DAMAGED)
    return read


def _decimal(value: Any) -> Decimal:
    try:
        read = Decimal(value) if isinstance(value, str) else Decimal("nan")
    except InvalidOperation:
        read = Decimal("nan")
    if not read.is_finite():
        raise ClubFileRefused(ClubFileRefusal.DAMAGED)
    return read


def read_row(model: type[models.Model], fields: Sequence[str], values: Any) -> tuple[Any, dict[str, int]]:
    """A row that is not stored yet, and the numbers in the file of the rows that its fields name.

    Exactly `fields` must be there, apart from those of `FIELDS_OF_LATER_VERSIONS`. Refuses damaged.
    """
    if isinstance(values, dict):
        values = {**FIELDS_OF_LATER_VERSIONS.get(model, {}), **values}
    if not isinstance(values, dict) or values.keys() != set(fields):
        raise ClubFileRefused(ClubFileRefusal.DAMAGED)
    row, named = model(), {}
    for name in fields:
        field = model._meta.get_field(name)
        value = read_value(field, values[name])
        if isinstance(field, models.ForeignKey):
            if value is not None:
                named[name] = value
            continue
        may_be_empty = field.blank or name in MAY_BE_WITHHELD.get(model, ())
        chosen = dict(field.flatchoices or ()) | ({"": ""} if may_be_empty else {})
        if field.choices and value not in chosen:
            raise ClubFileRefused(ClubFileRefusal.DAMAGED)
        if name == "what" and model in TOLD_IN_WORDS and value not in WORDS:
            raise ClubFileRefused(ClubFileRefusal.DAMAGED)
        if isinstance(value, str) and len(value) > (field.max_length or MAX_TEXT_LENGTH):
            raise ClubFileRefused(ClubFileRefusal.DAMAGED)
        try:
            field.run_validators(value)
        except ValidationError as wrong:
            raise ClubFileRefused(ClubFileRefusal.DAMAGED) from wrong
        setattr(row, name, value)
    return row, named


def rows_of_club(part: Part, club: Club) -> models.QuerySet[Any]:
    """The rows of a part that belong to the club, in the order in which they were made."""
    return part.model._default_manager.filter(**{part.path: club}).order_by("pk")
