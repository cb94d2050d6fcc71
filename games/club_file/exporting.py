"""Writing a whole club into one file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.members import entries_among
from accounts.mentions import MENTION
from accounts.models import Club, Player, PlayerKind
from games.club_clock import club_clock
from games.club_file.errors import ClubFileRefusal, ClubFileRefused
from games.club_file.format import (
    CLUB_FIELDS,
    CONTENTS,
    DEAL_FIELDS,
    DEALT,
    DEALT_LATER,
    FORMAT,
    GONE,
    LOG_FIELDS,
    MATCH_FIELDS,
    MATCHES,
    MAX_FILE_BYTES,
    PARTS,
    PHOTOS,
    RECORDS,
    ROUND_FIELDS,
    SEAT_FIELDS,
    Part,
    plain_value,
    rows_of_club,
)
from games.disputes.models import ACCUSATIONS, Case, CaseKind
from games.disputes.queries import DONE_BY_PLAYERS, OF_CARDS
from games.league.models import Competition, Evening, EveningDeals, LeagueTable, SheetPhoto
from games.league.queries import season_table
from games.table.log.folding import TABLE, record_of
from games.table.log.models import Action, Deal, Match, Round
from games.table.log.seeds import SeedLost, open_seed
from games.table.services import may_go_on
from games.table.services.verification import stored_match
from games.table.shared_deals import are_open, deals_still_played
from games.trail import add_entry

PLAYER_KEYS: Final = ("player", "before")
"""Keys of the entry of a replaced player that hold keys of players."""
OF_REVIEWS: Final = ("review", "reviewed")
"""Entries of a log that a case was opened, or ended without a ruling."""
OF_CASES: Final = ("complaints", "answers", "agreements", "rulings")
PARTS_WITH_TEXTS: Final = ("complaints", "answers", "agreements")
WITHHELD_FIELDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "cases": {
        "moment": None,
        "appealed_by": None,
        "appeal_text": "",
        "closed_by": None,
        "closing_reason": "",
    },
    "rulings": {"reason": "", "rule": "", "wanted": {}},
    "trail": {"reason": "", "rule": ""},
    "conduct_cards": {"offence": "", "reason": "", "case": None, "withdrawn_reason": ""},
}
"""Instead of what only arbiters read of a case about somebody's conduct, and of every card for conduct."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Numbers of what an export has in it, for the page; `playing` are the tables that hinder it now, `lost` the deals
    whose seed is lost."""

    members: int
    seasons: int
    competitions: int
    evenings: int
    matches: int
    photos: int
    cases: int
    lost: int
    playing: Sequence[LeagueTable]


def contents_of(club: Club) -> Contents:
    """What an export of the club would hold now."""
    tables = LeagueTable.objects.filter(evening__competition__season__club=club)
    competitions = Competition.objects.filter(season__club=club)
    return Contents(
        members=club.memberships.count(),
        seasons=club.seasons.count(),
        competitions=competitions.count(),
        evenings=Evening.objects.filter(competition__in=competitions).count(),
        matches=len(matches_of(club)),
        photos=SheetPhoto.objects.filter(table__in=tables).count(),
        cases=Case.objects.filter(club=club).count(),
        lost=sum(not _seed_of(deal) for deal in Deal.objects.filter(match__in=matches_of(club), seed="")),
        playing=[
            table
            for table in tables.filter(match__in=_unfinished_matches(matches_of(club)))
            .select_related("match", "evening__competition")
            .order_by("evening__starts_at", "round", "number")
            if _is_played(table.match)
        ],
    )


def matches_of(club: Club) -> list[int]:
    """The keys of the matches at the club's league tables, and of those that play one of their rounds again."""
    found = list(
        LeagueTable.objects.filter(evening__competition__season__club=club, match__isnull=False)
        .order_by("match")
        .values_list("match", flat=True)
    )
    new = found
    while new:
        new = list(Match.objects.filter(replays__match__in=new).order_by("pk").values_list("pk", flat=True))
        found += [key for key in new if key not in found]
    return found


def _unfinished_matches(matches: Sequence[int]) -> models.QuerySet[Match]:
    """Those that are played, were stopped within a round, or have deals that other tables are still to play."""
    stopped = Q(status=Match.Status.STOPPED, rounds__status=Round.Status.RUNNING)
    running = Q(status=Match.Status.RUNNING) | stopped | deals_still_played("shared_deals", club_clock.now())
    return Match.objects.filter(running, pk__in=matches, on_paper=False).distinct()


def _is_played(match: Match) -> bool:
    """Whether its cards may still be played, here or at another table: a match that the club ended is over, also within
    a round."""
    if not are_open(match, club_clock.now()):
        return True
    return match.status == Match.Status.RUNNING or may_go_on(match)


def write_club(
    *, club: Club, actor: Player, file: IO[bytes], now: datetime, with_photos: bool = True
) -> None:
    """Write the club into `file` as a .zip, and the export into the trail.

    Refuses being_played while cards are played at one of its tables: a hand that somebody still holds is not given out.
    Refuses too_large_out for a file that no site would take.
    """
    with transaction.atomic():
        matches = matches_of(club)
        if any(_is_played(match) for match in _unfinished_matches(matches)):
            raise ClubFileRefused(ClubFileRefusal.BEING_PLAYED)
        add_entry(what="club_exported", actor=actor.pk, now=now, club=club.pk)
        with ZipFile(file, "w", ZIP_DEFLATED) as archive:
            _ArchiveWriter(club, archive, matches).write(now, with_photos=with_photos)
        if file.tell() > MAX_FILE_BYTES:
            raise ClubFileRefused(ClubFileRefusal.TOO_LARGE_OUT)


class _ArchiveWriter:
    """One export. `people` are the keys of all players that a row names."""

    def __init__(self, club: Club, archive: ZipFile, matches: Sequence[int]) -> None:
        self.club, self.archive, self.matches = club, archive, matches
        self.people: set[int] = set()
        accusing = Case.objects.filter(club=club, kind__in=ACCUSATIONS)
        self.accusing = dict(accusing.values_list("pk", "round"))

    def write(self, now: datetime, *, with_photos: bool) -> None:
        for key in self.matches:
            self._write_match(key)
        tables = {part.key: self._plain_rows(part) for part in PARTS}
        if with_photos:
            self._write_photos()
        members = self._members()
        contents = {
            "format": FORMAT,
            "exported_at": now.isoformat(),
            "club": {name: plain_value(self.club._meta.get_field(name), self.club) for name in CLUB_FIELDS},
            "people": self._people(),
            "members": members,
            "matches": list(self.matches),
            **tables,
            DEALT: list(self._dealt_rounds(now)),
            "standings": [
                {"competition": competition.pk, "rows": standing_rows(competition)}
                for competition in Competition.objects.filter(season__club=self.club).order_by("pk")
            ],
        }
        self._write_json(CONTENTS, contents, now)

    def _write_json(self, name: str, content: object, at: datetime) -> None:
        entry = ZipInfo(name, timezone.localtime(at).timetuple()[:6])
        entry.compress_type = ZIP_DEFLATED
        self.archive.writestr(entry, json.dumps(content, ensure_ascii=False, separators=(",", ":")))

    def _plain_row(self, row: models.Model, fields: Iterable[str]) -> dict[str, Any]:
        """The fields of a row; the players it names are noted."""
        written = {}
        for name in fields:
            field = row._meta.get_field(name)
            written[name] = plain_value(field, row)
            if field.related_model is Player and written[name] is not None:
                self.people.add(written[name])
        return written

    def _plain_rows(self, part: Part) -> list[dict[str, Any]]:
        queryset = rows_of_club(part, self.club)
        if part.key == "cases":
            queryset = queryset.filter(round__match__in=self.matches)
        if part.key in OF_CASES:
            queryset = queryset.filter(case__round__match__in=self.matches)
        if part.key in PARTS_WITH_TEXTS:
            queryset = queryset.exclude(case__in=self.accusing)
        if part.key == "trail":
            queryset = queryset.exclude(case__in=self.accusing, what__in=DONE_BY_PLAYERS)
        rows = []
        for row in queryset:
            withheld = self._withheld(part.key, row)
            open_fields = [name for name in part.fields if name not in withheld]
            written = {"id": row.pk, **self._plain_row(row, open_fields), **withheld}
            for name in part.mentions:
                self.people |= {int(key) for key in MENTION.findall(written[name])}
            rows.append(written)
        return rows

    def _withheld(self, key: str, row: Any) -> dict[str, Any]:
        """What stands in a row instead of what only arbiters read: an owner reads the file, and so does who imports it.
        A case about somebody's conduct stands there as one about something else."""
        if key == "conduct_cards":
            return dict(WITHHELD_FIELDS[key])
        number = {"cases": "pk", "rulings": "case_id", "trail": "case"}.get(key)
        if number is None or getattr(row, number) not in self.accusing:
            return {}
        if key == "cases":
            return {**WITHHELD_FIELDS[key], "kind": self._other_kind(row)}
        return {**WITHHELD_FIELDS[key], **({"case": None} if key == "trail" and row.what in OF_CARDS else {})}

    def _other_kind(self, case: Case) -> str:
        """A kind that no other case about the round has in the file; of a kind a round has one case."""
        same = sorted(key for key, round_ in self.accusing.items() if round_ == case.round_id)
        taken = set(Case.objects.filter(round=case.round_id).values_list("kind", flat=True))
        free = [kind.value for kind in reversed(CaseKind) if kind not in taken and kind not in ACCUSATIONS]
        return free[same.index(case.pk)]

    def _dealt_rounds(self, now: datetime) -> Iterator[dict[str, Any]]:
        """The seeds and seals of the rounds with the same cards that every table has played, also with real cards only.
        One whose seed is lost is left out: nobody could prove anything of it."""
        found = EveningDeals.objects.filter(
            evening__competition__season__club=self.club, shared_deals__public_from__lte=now
        )
        for dealt in found.select_related("shared_deals").order_by("pk"):
            try:
                seed = open_seed(dealt.shared_deals.sealed).hex()
            except SeedLost:
                continue
            yield {
                "evening": dealt.evening_id,
                "round": dealt.round,
                "seed": seed,
                "closes_at": dealt.shared_deals.public_from.isoformat(),
                "commitments": dealt.commitments,
                DEALT_LATER: dealt.later_commitments,
            }

    def _write_match(self, key: int) -> None:
        stored = stored_match(key)
        match = stored.match
        log = []
        for entry in Action.objects.filter(match=key, seq__lte=match.seq).order_by("seq"):
            if entry.kind == TABLE and entry.data.get("do") in OF_REVIEWS:
                entry.player = None  # a case about the round says who asked, where that may be read
            log.append(self._plain_row(entry, LOG_FIELDS))
            if entry.kind == TABLE and entry.data.get("do") == "replaced":
                self.people |= {int(entry.data[name]) for name in PLAYER_KEYS if name in entry.data}
        deals = []
        for _number, deal in sorted(stored.deals.items()):
            if deal.sealed:  # the club ended the match within this deal, or its seed is lost
                deal.seed = _seed_of(deal)
            deals.append({**self._plain_row(deal, DEAL_FIELDS), "round": deal.round.number})
        content = {
            "id": key,
            "match": self._plain_row(match, MATCH_FIELDS),
            "seats": [self._plain_row(seat, SEAT_FIELDS) for seat in match.seats.order_by("number")],
            "rounds": [
                {"id": row.pk, **self._plain_row(row, ROUND_FIELDS)}
                for _number, row in sorted(stored.rounds.items())
            ],
            "deals": deals,
            "log": log,
        }
        at = match.finished_at or match.created_at
        self._write_json(f"{MATCHES}{key}.json", content, at)
        if not match.on_paper and any(row.status in Round.ENDED for row in stored.rounds.values()):
            self._write_json(f"{RECORDS}{match.code}.json", record_of(match), at)

    def _write_photos(self) -> None:
        photos = SheetPhoto.objects.filter(table__evening__competition__season__club=self.club)
        for photo in photos.order_by("pk").iterator(chunk_size=10):
            entry = ZipInfo(
                f"{PHOTOS}{photo.table_id}.{photo.kind}", timezone.localtime(photo.at).timetuple()[:6]
            )
            entry.compress_type = ZIP_STORED
            self.archive.writestr(entry, bytes(photo.image))

    def _members(self) -> list[dict[str, Any]]:
        """The members, with the address that the club keeps, and the phone number where the club sees it: of those who
        want it in the phone list, and of entries that nobody signs in with."""
        found = list(self.club.memberships.select_related("player").order_by("pk"))
        entries = entries_among(each.player_id for each in found)
        self.people |= {each.player_id for each in found}
        return [
            {
                "person": each.player_id,
                "role": each.role,
                "since": each.since.isoformat(),
                "name": each.listed_name,
                "mail": each.listed_mail,
                "phone": each.player.phone if each.player.phone_listed or each.player_id in entries else "",
                "phone_listed": each.player.phone_listed,
            }
            for each in found
        ]

    def _people(self) -> list[dict[str, Any]]:
        """Everybody whom a row names: the name at the table, and nothing that the player keeps to themselves."""
        return [
            {"id": player.pk, "name": player.nickname, "kind": _kind(player), "bot": _number_of_bot(player)}
            for player in Player.objects.filter(pk__in=self.people).order_by("pk")
        ]


def standing_rows(competition: Competition) -> list[list[Any]]:
    """The standings as they are now: entrant, place, total and average of each row, numbers as text."""
    return [
        [row.entrant, row.place, str(row.total), str(row.average)] for row in season_table(competition).rows
    ]


def _seed_of(deal: Deal) -> str:
    """The seed of a sealed deal, "" where no key of this site opens it any more."""
    try:
        return open_seed(deal.sealed).hex()
    except SeedLost:
        return ""


def _kind(player: Player) -> str:
    if player.kind == PlayerKind.PERSON and not player.is_active and player.username.startswith("gone-"):
        return GONE
    return str(player.kind)


def _number_of_bot(player: Player) -> int | None:
    return int(player.username.removeprefix("bot-")) if player.is_bot else None
