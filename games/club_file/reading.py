"""Reading the file of a club: sizes first, then every row, then every log played again. Nothing is written."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from io import BytesIO
from typing import Any, Final, NoReturn
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.core.exceptions import ValidationError
from django.db import models

from accounts.models import BOT_NAMES, Club, Membership, Player, PlayerKind, Role
from games.club_file.errors import ClubFileRefusal, ClubFileRefused
from games.club_file.format import (
    CLUB_FIELDS,
    CONTENTS,
    DEAL_FIELDS,
    DEALT,
    DEALT_FIELDS,
    DEALT_LATER,
    FORMAT,
    GONE,
    KEYS,
    LOG_FIELDS,
    MATCH_FIELDS,
    MATCHES,
    MAX_CONTENTS_BYTES,
    MAX_FILE_BYTES,
    MAX_FILES,
    MAX_MATCH_BYTES,
    MAX_PEOPLE,
    MAX_UNPACKED_BYTES,
    PARTS,
    PHOTOS,
    RECORDS,
    ROUND_FIELDS,
    SEAT_FIELDS,
    read_moment,
    read_row,
)
from games.engine import registry
from games.engine.errors import Refused
from games.engine.options import read_options
from games.engine.shuffle import commitment
from games.league.models import Competition
from games.league.photos import JPEG, PNG, NotAPhoto, Photo, without_metadata
from games.league.services.evenings.paper_sheets import MAX_PHOTO_BYTES
from games.table.log.folding import LogRow
from games.table.log.models import Action, Deal, Match, Round, Seat
from games.table.log.seeds import seal
from games.table.services.seats import CODE_LENGTH, LETTERS
from games.table.services.verification import StoredMatch, differences, lost_seed
from games.table.shared_deals import deal_seed

END_OF_ARCHIVE: Final = b"PK\x05\x06"
END_RECORD_BYTES: Final = 22
"""The record that ends an archive, without the comment of at most 65,535 bytes behind it."""
LARGE_ARCHIVE: Final = b"PK\x06\x07"
"""Marks, 20 bytes before that record, an archive of the format for more than 4 GB (zip64)."""
MAX_DIRECTORY_BYTES: Final = 4_000_000
NUL: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""A NUL as JSON writes it; behind an even number of backslashes, or it is text about a NUL."""
MAX_LOG_ENTRIES: Final = 400_000
KINDS: Final = (*PlayerKind.values, GONE)
SEED: Final = re.compile(r"[0-9a-f]{64}")
MAX_ROUNDS: Final = 1_000
MAX_CONTEXT_LENGTH: Final = 100
FORGED_ENTRY_ERRORS: Final = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""Raised by the engine for an entry that no program wrote: a missing word, text in the place of a number."""


@dataclass(slots=True)
class ReadRow:
    """A model instance that is not stored yet. `named` are the numbers in the file of the rows that its fields name."""

    id: int
    instance: Any
    named: dict[str, int]


@dataclass(slots=True)
class ReadMatch:
    """A match with its rows, not stored yet; `replays` is the number of the round that it plays again."""

    id: int
    match: ReadRow
    seats: list[ReadRow]
    rounds: list[ReadRow]
    deals: list[tuple[Deal, int]]
    log: list[ReadRow]


@dataclass(slots=True)
class ReadDeals:
    """The deals of a round in which all tables had the same cards: their seed, which was found to fit each seal."""

    evening: int
    round: int
    seed: bytes
    closes_at: datetime
    commitments: list[list[str]]
    later_commitments: list[list[list[str]]]


@dataclass(slots=True)
class Person:
    """Somebody whom the file names, and the membership, if any. `kind` is one of KINDS."""

    id: int
    name: str
    kind: str
    bot: int | None
    membership: Membership | None = None
    phone: str = ""
    phone_listed: bool = False


@dataclass(slots=True)
class ClubFile:
    """The file as it was read, every row checked."""

    digest: str
    club: Club
    people: dict[int, Person]
    matches: list[ReadMatch]
    rows: dict[str, list[ReadRow]]
    photos: dict[int, Photo]
    standings: dict[int, list[list[Any]]] = field(default_factory=dict)
    dealt: list[ReadDeals] = field(default_factory=list)

    @property
    def lost(self) -> int:
        """The number of deals whose seed was lost before the file was written."""
        return sum(not (deal.seed or deal.sealed) for match in self.matches for deal, _round in match.deals)

    @property
    def members(self) -> list[tuple[Person, Membership]]:
        """Those who are members, with their memberships."""
        found = ((person, person.membership) for person in self.people.values())
        return [(person, membership) for person, membership in found if membership is not None]


def read_club(content: bytes) -> ClubFile:
    """The file, checked from its size to the last entry of every log.

    Refuses too_large before anything is unpacked, foreign, newer, unknown_game, damaged, other_log.
    """
    if len(content) > MAX_FILE_BYTES:
        _refuse(ClubFileRefusal.TOO_LARGE)
    try:
        with _open_archive(content) as archive:
            return _read_archive(archive, sha256(content).hexdigest())
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, RecursionError) as broken:
        raise ClubFileRefused(ClubFileRefusal.DAMAGED) from broken


def _refuse(code: ClubFileRefusal, **facts: object) -> NoReturn:
    raise ClubFileRefused(code, **facts)


def _require(is_right: bool) -> None:
    """Refuses damaged unless `is_right`."""
    if not is_right:
        _refuse(ClubFileRefusal.DAMAGED)


def _open_archive(content: bytes) -> ZipFile:
    """The archive, its directory and the sizes it names within their bounds.

    The end of the archive is read by hand first: the library reads a directory of any length into memory.
    """
    at = content.rfind(END_OF_ARCHIVE, max(0, len(content) - END_RECORD_BYTES - 0xFFFF))
    if at < 0 or len(content) < at + END_RECORD_BYTES:
        _refuse(ClubFileRefusal.FOREIGN)
    if (
        int.from_bytes(content[at + 12 : at + 16], "little") > MAX_DIRECTORY_BYTES
        or (content[max(0, at - 20) : max(0, at - 16)]) == LARGE_ARCHIVE
    ):
        _refuse(ClubFileRefusal.TOO_LARGE)
    try:
        archive = ZipFile(BytesIO(content))
    except ValueError as broken:  # a name in no encoding
        raise ClubFileRefused(ClubFileRefusal.DAMAGED) from broken
    entries = archive.infolist()
    names = [entry.filename for entry in entries]
    if CONTENTS not in names:
        _refuse(ClubFileRefusal.FOREIGN)
    if len(entries) > MAX_FILES or sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
        _refuse(ClubFileRefusal.TOO_LARGE)
    if any(entry.file_size > _max_bytes_of(entry.filename) for entry in entries):
        _refuse(ClubFileRefusal.TOO_LARGE)
    _require(len(set(names)) == len(names))
    return archive


def _max_bytes_of(name: str) -> int:
    """The most bytes of an entry, unpacked; files of other programs may lie beside ours and are not read."""
    if name.startswith(PHOTOS):
        return MAX_PHOTO_BYTES
    return MAX_MATCH_BYTES if name.startswith((MATCHES, RECORDS)) else MAX_CONTENTS_BYTES


def _read_bytes(archive: ZipFile, entry: ZipInfo) -> bytes:
    """An entry, unpacked up to the size that was checked: read without a size, the library first unpacks all of it and
    cuts it then."""
    _require(entry.compress_type in (ZIP_STORED, ZIP_DEFLATED) and not entry.flag_bits & 1)
    try:
        with archive.open(entry) as file:
            content = file.read(entry.file_size)
    except ValueError as broken:
        raise ClubFileRefused(ClubFileRefusal.DAMAGED) from broken
    _require(len(content) == entry.file_size)
    return content


def _read_json(archive: ZipFile, name: str) -> Any:
    """The JSON of an entry, without what no database keeps: NUL, half of a pair of surrogates, NaN."""
    try:
        content = json.loads(_read_bytes(archive, archive.getinfo(name)), parse_constant=_no_number)
        text = json.dumps(content, ensure_ascii=False)
        text.encode()
    except (KeyError, ValueError) as broken:
        raise ClubFileRefused(ClubFileRefusal.DAMAGED) from broken
    _require(not NUL.search(text))
    return content


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _read_archive(archive: ZipFile, digest: str) -> ClubFile:
    contents = _read_json(archive, CONTENTS)
    if not isinstance(contents, dict) or not str(contents.get("format", "")).startswith("card-club/"):
        _refuse(ClubFileRefusal.FOREIGN)
    if contents["format"] != FORMAT:
        _refuse(ClubFileRefusal.NEWER)
    keys = {"format", "exported_at", "club", "people", "members", "matches", "standings"}
    contents.setdefault(DEALT, [])
    contents.setdefault("questions", [])  # files written before have none
    _require(contents.keys() == keys | {DEALT} | {part.key for part in PARTS})
    _require(
        all(isinstance(contents[key], list) for key in contents.keys() - {"format", "exported_at", "club"})
    )
    club, _named = read_row(Club, CLUB_FIELDS, contents["club"])
    people = _read_people(contents["people"], contents["members"])
    _require(len(contents["matches"]) == len(set(map(str, contents["matches"]))))
    club_file = ClubFile(
        digest=digest,
        club=club,
        people=people,
        matches=[_read_match(archive, key, people) for key in contents["matches"]],
        rows={part.key: list(_read_rows(part.model, part.fields, contents[part.key])) for part in PARTS},
        photos={},
    )
    _require(sum(len(match.log) for match in club_file.matches) <= MAX_LOG_ENTRIES)
    _check_names(club_file)
    _check_options(club_file)
    club_file.dealt = _read_dealt_rounds(contents[DEALT], {row.id for row in club_file.rows["evenings"]})
    club_file.standings = _read_standings(contents["standings"], club_file)
    club_file.photos = dict(_read_photos(archive, {row.id for row in club_file.rows["tables"]}))
    return club_file


def _read_rows(model: type[models.Model], fields: Any, rows: list[Any]) -> Iterator[ReadRow]:
    seen: set[int] = set()
    for values in rows:
        _require(isinstance(values, dict) and type(values.get("id")) is int and values["id"] not in seen)
        seen.add(values["id"])
        row, named = read_row(model, fields, {key: value for key, value in values.items() if key != "id"})
        yield ReadRow(values["id"], row, named)


def _read_dealt_rounds(rows: list[Any], evenings: Collection[int]) -> list[ReadDeals]:
    """The deals of rounds with the same cards, each seal checked against the seed. Refuses damaged."""
    found: dict[tuple[int, int], ReadDeals] = {}
    for row in rows:
        _require(isinstance(row, dict) and row.keys() - {DEALT_LATER} == set(DEALT_FIELDS))
        place = row["evening"], row["round"]
        _require(all(type(each) is int for each in place) and place not in found)
        _require(row["evening"] in evenings and 0 < row["round"] < MAX_ROUNDS)
        _require(isinstance(row["seed"], str) and SEED.fullmatch(row["seed"]) is not None)
        seed, commitments = bytes.fromhex(row["seed"]), row["commitments"]
        _require(isinstance(commitments, list) and 0 < len(commitments) < MAX_ROUNDS)
        later = row.get(DEALT_LATER, [])
        _require(isinstance(later, list) and len(later) in (0, len(commitments)))
        for number, first in enumerate(commitments, start=1):
            _require_sealed(first, deal_seed(seed, number=number))
            repeats = later[number - 1] if later else []
            _require(isinstance(repeats, list) and len(repeats) < MAX_ROUNDS)
            for again, each in enumerate(repeats, start=1):
                _require_sealed(each, deal_seed(seed, number=number, again=again))
        found[place] = ReadDeals(*place, seed, read_moment(row["closes_at"]), commitments, later)
    return list(found.values())


def _require_sealed(each: Any, seed: bytes) -> None:
    """Check that a context and a commitment fit the seed of their deal. Refuses damaged."""
    _require(isinstance(each, list) and len(each) == 2 and all(isinstance(text, str) for text in each))
    context, sealed = each
    _require(len(context) <= MAX_CONTEXT_LENGTH)
    _require(commitment(seed=seed, context=context) == sealed)


def _read_people(people: list[Any], members: list[Any]) -> dict[int, Person]:
    if len(people) > MAX_PEOPLE:
        _refuse(ClubFileRefusal.TOO_LARGE)
    persons: dict[int, Person] = {}
    for each in people:
        _require(isinstance(each, dict) and each.keys() == {"id", "name", "kind", "bot"})
        _require(type(each["id"]) is int and each["id"] not in persons and each["kind"] in KINDS)
        _require(isinstance(each["name"], str) and 0 < len(each["name"]) <= 100)
        is_bot = each["kind"] == PlayerKind.BOT
        _require(each["bot"] in range(1, len(BOT_NAMES) + 1) if is_bot else each["bot"] is None)
        persons[each["id"]] = Person(**each)
    bots = [person.bot for person in persons.values() if person.bot is not None]
    _require(len(bots) == len(set(bots)))
    for each in members:
        _require(
            isinstance(each, dict)
            and each.keys() == {"person", "role", "since", "name", "mail", "phone", "phone_listed"}
        )
        _require(type(each["person"]) is int and each["person"] in persons)
        person = persons[each["person"]]
        _require(person.membership is None and person.kind != PlayerKind.BOT)
        _require(each["role"] in Role.values and type(each["phone_listed"]) is bool)
        _require(all(isinstance(each[key], str) for key in ("name", "mail", "phone")))
        membership = Membership(
            role=each["role"],
            since=read_moment(each["since"]),
            listed_name=each["name"],
            listed_mail=each["mail"],
        )
        try:
            membership.clean_fields(exclude=["club", "player"])
            if each["phone"]:
                Player._meta.get_field("phone").clean(each["phone"], None)
        except ValidationError as wrong:
            raise ClubFileRefused(ClubFileRefusal.DAMAGED) from wrong
        person.membership = membership
        person.phone, person.phone_listed = each["phone"], each["phone_listed"]
    return persons


def _read_match(archive: ZipFile, key: Any, people: dict[int, Person]) -> ReadMatch:
    _require(type(key) is int)
    content = _read_json(archive, f"{MATCHES}{key}.json")
    _require(
        isinstance(content, dict)
        and content.keys() == {"id", "match", "seats", "rounds", "deals", "log"}
        and content["id"] == key
        and all(isinstance(content[part], list) for part in ("seats", "rounds", "deals", "log"))
    )
    match, named = read_row(Match, MATCH_FIELDS, content["match"])
    read = ReadMatch(
        id=key,
        match=ReadRow(key, match, named),
        seats=[ReadRow(0, *read_row(Seat, SEAT_FIELDS, values)) for values in content["seats"]],
        rounds=list(_read_rows(Round, ROUND_FIELDS, content["rounds"])),
        deals=[],
        log=[_read_entry(values) for values in content["log"]],
    )
    by_number = {row.instance.number: row.instance for row in read.rounds}
    for values in content["deals"]:
        deal, of_round = read_row(Deal, DEAL_FIELDS, values)
        _require(of_round.get("round") in by_number)
        deal.round = by_number[of_round["round"]]
        if deal.seed and deal.round.status == Round.Status.RUNNING:
            deal.sealed, deal.seed = seal(_read_seed(deal)), ""
        read.deals.append((deal, of_round["round"]))
    _check_match(read, people)
    return read


def _read_seed(deal: Deal) -> bytes:
    try:
        return bytes.fromhex(deal.seed)
    except ValueError as wrong:
        raise ClubFileRefused(ClubFileRefusal.DAMAGED) from wrong


def _read_entry(values: Any) -> ReadRow:
    """An entry of a log. Its words are text, whatever they say; the game reads them when the log is played again."""
    row, named = read_row(Action, LOG_FIELDS, values)
    _require(isinstance(row.data, dict) and all(isinstance(word, str) for word in row.data.values()))
    return ReadRow(0, row, named)


def _check_match(read: ReadMatch, people: dict[int, Person]) -> None:
    """Play the log again: it gives the rounds, points and proofs of the file. Refuses unknown_game, other_log,
    damaged."""
    match: Match = read.match.instance
    try:
        registry.game(match.game, match.game_version)
    except Refused as unknown:
        raise ClubFileRefused(ClubFileRefusal.UNKNOWN_GAME, game=match.game[:24]) from unknown
    _require(match.status != Match.Status.RUNNING or match.on_paper)
    _require(len(match.code) == CODE_LENGTH and set(match.code) <= set(LETTERS))
    named = [row.named.get("player") for row in read.seats]
    _require(len(set(named)) == len(named) and len({row.instance.number for row in read.seats}) == len(named))
    _require(all(key in people for key in named) and read.match.named.get("created_by") in people)
    _require(all(row.named["player"] in people for row in read.log if "player" in row.named))
    stored = StoredMatch(
        match,
        [
            LogRow(entry.seq, entry.seat, entry.kind, entry.data, entry.at, entry.automatic)
            for entry in (row.instance for row in read.log)
        ],
        {row.instance.number: row.instance for row in read.rounds},
        {deal.number: deal for deal, _round in read.deals},
        {
            row.instance.number: row.instance.level
            for row in sorted(read.seats, key=lambda row: row.instance.number)
        },
    )
    _require(len(stored.rounds) == len(read.rounds) and len(stored.deals) == len(read.deals))
    try:
        wrong = differences(stored)
    except FORGED_ENTRY_ERRORS as forged:
        raise ClubFileRefused(ClubFileRefusal.OTHER_LOG, match=match.code) from forged
    except Refused as refused:
        raise ClubFileRefused(ClubFileRefusal.OTHER_LOG, match=match.code) from refused
    # Where a seed is lost, the file says so, and the log alone tells the cards.
    known = {lost_seed(number) for number, deal in stored.deals.items() if not (deal.seed or deal.sealed)}
    if set(wrong) - known:
        _refuse(ClubFileRefusal.OTHER_LOG, match=match.code)


def _check_names(found: ClubFile) -> None:
    """Every row that a field names is in the file. Evenings that a list of results closed may have been deleted since
    it was taken back; those are left out. Refuses damaged."""
    known: dict[str, set[int]] = {key: {row.id for row in rows} for key, rows in found.rows.items()}
    known["people"] = set(found.people)
    known["matches"] = {match.id for match in found.matches}
    known["rounds"] = {row.id for match in found.matches for row in match.rounds}
    _require(len(known["rounds"]) == sum(len(match.rounds) for match in found.matches))
    for rows in [*found.rows.values(), [match.match for match in found.matches]]:
        for row in rows:
            for name, number in row.named.items():
                _require(number in known[KEYS[row.instance._meta.get_field(name).related_model]])
    taken = [row.named["match"] for row in found.rows["tables"] if "match" in row.named]
    _require(len(set(taken)) == len(taken))
    _check_required(found)
    evenings = known["evenings"]
    for row in found.rows["results_imports"]:
        for name in ("closed", "made"):
            keys = getattr(row.instance, name)
            _require(isinstance(keys, list) and all(type(key) is int for key in keys))
            setattr(row.instance, name, [key for key in keys if key in evenings])


def _check_required(found: ClubFile) -> None:
    """No field that must name another row is empty. Refuses damaged."""
    for part in PARTS:
        required = {
            name
            for name in part.fields
            if isinstance(field := part.model._meta.get_field(name), models.ForeignKey) and not field.null
        }
        _require(all(required <= row.named.keys() for row in found.rows[part.key]))


def _check_options(found: ClubFile) -> None:
    """House rules, table rules and rulings that this release reads. Refuses unknown_game, damaged."""
    competitions = [row.instance for row in found.rows["competitions"]]
    for each in (*competitions, *(row.instance for row in found.rows["house_rules"])):
        try:
            game = registry.game(each.game)
        except Refused as unknown:
            raise ClubFileRefused(ClubFileRefusal.UNKNOWN_GAME, game=each.game[:24]) from unknown
        try:
            read_options(game.Options, each.options)
            if isinstance(each, Competition):
                each.the_rules  # noqa: B018  raises for what it does not know
        except (Refused, *FORGED_ENTRY_ERRORS) as wrong:
            raise ClubFileRefused(ClubFileRefusal.DAMAGED) from wrong
    for row in found.rows["rulings"]:
        ruling = row.instance
        _require(isinstance(ruling.wanted, dict) and isinstance(ruling.effect, dict))
        _require(isinstance(ruling.before, list) and isinstance(ruling.after, list))


def _read_standings(standings: list[Any], found: ClubFile) -> dict[int, list[list[Any]]]:
    read = {}
    for each in standings:
        _require(isinstance(each, dict) and each.keys() == {"competition", "rows"})
        _require(type(each["competition"]) is int)
        read[each["competition"]] = each["rows"]
    _require(read.keys() == {row.id for row in found.rows["competitions"]})
    entrants = {row.id for row in found.rows["entrants"]}
    for rows in read.values():
        _require(isinstance(rows, list))
        for row in rows:
            _require(isinstance(row, list) and len(row) == 4 and type(row[0]) is int and row[0] in entrants)
    return read


def _read_photos(archive: ZipFile, tables: set[int]) -> Iterator[tuple[int, Photo]]:
    """The photos by the number of their table, cleaned as those that are sent from a phone."""
    for entry in archive.infolist():
        if not entry.filename.startswith(PHOTOS):
            continue
        number, _dot, kind = entry.filename.removeprefix(PHOTOS).partition(".")
        _require(number.isdecimal() and len(number) < 19 and int(number) in tables and kind in (JPEG, PNG))
        try:
            photo = without_metadata(_read_bytes(archive, entry))
        except NotAPhoto as wrong:
            raise ClubFileRefused(ClubFileRefusal.DAMAGED) from wrong
        yield int(number), photo
