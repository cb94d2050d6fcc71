"""Founding a club from the file of another server: kept for the preview, then written in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction

from accounts.errors import AccountRefusal, AccountRefused
from accounts.member_imports import welcome_imported
from accounts.member_lists import addresses_in_use, names_like
from accounts.mentions import MENTION, mention
from accounts.models import BOT_NAMES, Club, Membership, Player, PlayerKind, active_language
from accounts.names import MAX_NICKNAME_LENGTH, look_alike_key, sort_key
from accounts.services import create_club, ensure_bots, well_formed_nickname
from games.club_file.errors import ClubFileRefusal, ClubFileRefused
from games.club_file.exporting import PLAYER_KEYS, standing_rows
from games.club_file.format import CLUB_FIELDS, GONE, KEYS, PARTS, Part
from games.club_file.models import ClubUpload
from games.club_file.reading import FORGED_ENTRY_ERRORS, ClubFile, Person, ReadMatch, ReadRow, read_club
from games.league.models import Competition, EveningDeals, Season, SheetPhoto
from games.table.log.folding import TABLE
from games.table.log.models import Action, Deal, Match, Round, Seat, digest_of_entry
from games.table.log.seeds import seal
from games.table.services.seats import new_code
from games.table.shared_deals import SharedDeals
from games.trail import add_entry

RETENTION: Final = timedelta(hours=1)
MAX_WAITING: Final = 20
"""Files that wait for their senders at once, of everybody."""
ROWS_A_BATCH: Final = 500
MAX_RENAMED_SHOWN: Final = 12
FOUNDING_FIELDS: Final = ("name", "slug", "is_public", "created_at")
"""Fields of the club that its founding sets."""


def keep_upload(*, player: Player, content: bytes, now: datetime) -> tuple[ClubUpload, ClubFile | None]:
    """Keep a file that was read without a fault for its preview, in place of the player's last one.

    A file that founded a club before gives its upload back, without contents. Refuses needs_account, waiting, imported
    (by somebody else), and what `read_club` refuses.
    """
    if player.kind != PlayerKind.PERSON:
        raise AccountRefused(AccountRefusal.NEEDS_ACCOUNT)
    read = read_club(content)
    before = ClubUpload.objects.filter(digest=read.digest, club__isnull=False).select_related("club").first()
    if before is not None:
        _require_own(before, player)
        return before, None
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        forget_uploads(now=now)
        waiting = ClubUpload.objects.filter(club=None)
        waiting.filter(player=player).delete()
        if waiting.count() >= MAX_WAITING:
            raise ClubFileRefused(ClubFileRefusal.WAITING)
        kept = ClubUpload.objects.create(
            player=player, digest=read.digest, content=content, preview=preview_of(read), at=now
        )
        return kept, read


def forget_uploads(*, now: datetime) -> int:
    """Delete the files whose senders did not come back from the preview; returns how many. Called by the steward."""
    return ClubUpload.objects.filter(club=None, at__lt=now - RETENTION).delete()[0]


def erase_data(*, player: Player, **_sent: Any) -> None:
    """Delete the file that waits for this player, with the names and addresses of a whole club. Receiver of
    `account_erasing`."""
    ClubUpload.objects.filter(player=player, club=None).delete()


def _require_own(upload: ClubUpload, player: Player) -> None:
    if upload.player_id != player.pk:
        raise ClubFileRefused(ClubFileRefusal.IMPORTED)


def new_names(read: ClubFile) -> dict[int, str]:
    """The name at the table of everybody in the file but bots: their own, or one like it where that is taken here."""
    people = [person for person in read.people.values() if person.kind != PlayerKind.BOT]
    proposals = {person.id: _names_for(person) for person in people}
    keys = {look_alike_key(name) for names in proposals.values() for name in names}
    taken = set(Player.objects.filter(nickname_key__in=keys).values_list("nickname_key", flat=True))
    found: dict[int, str] = {}
    for person in people:
        free = (name for name in proposals[person.id] if look_alike_key(name) not in taken)
        found[person.id] = next(free, None) or f"{person.name[:12].strip()} {token_hex(4)}"
        taken.add(look_alike_key(found[person.id]))
    return found


def _names_for(person: Person) -> list[str]:
    """Names for somebody, the wanted one first. Players whose account has ended keep the neutral one."""
    if person.kind == GONE:
        return (
            [person.name]
            if person.name.startswith("N.N. ") and len(person.name) <= MAX_NICKNAME_LENGTH
            else []
        )
    whole = person.membership.listed_name if person.membership else ""
    try:
        own = [well_formed_nickname(person.name)]
    except ValidationError:
        own = []
    return [*own, *names_like(person.name, whole)]


def import_club(
    *, upload: ClubUpload, slug: str, tell: bool, actor: Player, now: datetime
) -> tuple[Club, int]:
    """Found the club of an upload and write everything of its file, or nothing; the club and the number of mails.

    Nobody's account is touched: every person of the file becomes a new player without sign-in, and the actor owns the
    club. An address that is used here stays in the club's list only. The upload's row is locked, and the unique digest
    decides between two of one file. A club that is there already is given back with no mail. A write that the database
    refuses is repeated once, with names and codes looked up again: somebody may have taken one meanwhile. Refuses
    club_address_taken, other_standings, imported, and what `read_club` refuses.
    """
    if upload.club is not None:
        return upload.club, 0
    content = bytes(upload.content)
    for may_write_again in (True, False):
        read = read_club(content)  # before the transaction, which holds the lock for writing
        try:
            return _write_upload(read, upload, slug, tell, actor, now)
        except (IntegrityError, DataError) as refused:
            if ClubUpload.objects.filter(digest=upload.digest, club__isnull=False).exists():
                raise ClubFileRefused(ClubFileRefusal.IMPORTED) from refused  # by the unique digest
            if not (may_write_again and isinstance(refused, IntegrityError)):
                raise ClubFileRefused(ClubFileRefusal.DAMAGED) from refused
    raise AssertionError("the second write returns or raises")


def _write_upload(
    read: ClubFile, upload: ClubUpload, slug: str, tell: bool, actor: Player, now: datetime
) -> tuple[Club, int]:
    """Write the club in one transaction; returns it and the number of mails, as `import_club`.

    Raises IntegrityError where the file breaks a rule of the database, and where a name or a code that was free when it
    was looked up has been taken since.
    """
    with transaction.atomic():
        upload = ClubUpload.objects.select_for_update(of=("self",)).get(pk=upload.pk)
        if upload.club is not None:
            return upload.club, 0
        club = _ClubWriter(read, actor, now).write(slug)
        upload.club, upload.content, upload.preview = club, b"", {}
        upload.save(update_fields=["club", "content", "preview"])
        add_entry(what="club_imported", actor=actor.pk, now=now, club=club.pk)
        return club, welcome_imported(club=club, actor=actor, now=now) if tell else 0


def preview_of(read: ClubFile) -> dict[str, Any]:
    """What is in the file, as the page tells it: numbers, names, and the names at the table that are taken here."""
    names = new_names(read)
    renamed = [
        [person.name, names[person.id]]
        for person in read.people.values()
        if person.id in names and names[person.id] != person.name
    ]
    return {
        "name": read.club.name,
        "slug": read.club.slug,
        "members": len(read.members),
        "with_mail": sum(bool(membership.listed_mail) for _person, membership in read.members),
        "seasons": [row.instance.name for row in read.rows["seasons"]],
        "competitions": [row.instance.name for row in read.rows["competitions"]],
        "evenings": len(read.rows["evenings"]),
        "matches": len(read.matches),
        "photos": len(read.photos),
        "cases": len(read.rows["cases"]),
        "lost": read.lost,
        "renamed": renamed[:MAX_RENAMED_SHOWN],
        "more_renamed": max(0, len(renamed) - MAX_RENAMED_SHOWN),
    }


class _ClubWriter:
    """One import. By the numbers in the file, `keys` are the new keys of everything that was written so far, for each
    part; `codes` are the new codes of matches by the old."""

    def __init__(self, read: ClubFile, actor: Player, now: datetime) -> None:
        self.read, self.actor, self.now = read, actor, now
        self.keys: dict[str, dict[int, int]] = {"rounds": {}, "matches": {}}
        self.codes: dict[str, str] = {}

    def write(self, slug: str) -> Club:
        club = self._write_club(slug)
        self.keys["people"] = self._write_people(club)
        self._write_matches(club)
        for part in PARTS:
            self._write_part(part, club)
        for dealt in self.read.dealt:
            # The matches themselves are over, and their seeds open: only the round's own pages read these rows.
            EveningDeals.objects.create(
                evening_id=self.keys["evenings"][dealt.evening],
                round=dealt.round,
                shared_deals=SharedDeals.objects.create(sealed=seal(dealt.seed), public_from=dealt.closes_at),
                commitments=dealt.commitments,
                later_commitments=dealt.later_commitments,
            )
        copies = [(row, row.named.get("copied_from")) for row in self.read.rows["seasons"]]
        for row, copied in copies:
            if copied is not None:
                Season.objects.filter(pk=row.instance.pk).update(copied_from=self.keys["seasons"][copied])
        SheetPhoto.objects.bulk_create(
            SheetPhoto(table_id=self.keys["tables"][table], kind=photo.kind, image=photo.image, at=self.now)
            for table, photo in self.read.photos.items()
        )
        self._require_standings(club)
        return club

    def _write_club(self, slug: str) -> Club:
        original = self.read.club
        club = create_club(
            name=original.name, slug=slug, owner=self.actor, is_public=original.is_public, at=self.now
        )
        for name in CLUB_FIELDS:
            if name not in FOUNDING_FIELDS:
                setattr(club, name, getattr(original, name))
        club.created_at = original.created_at
        club.save()
        return club

    def _write_people(self, club: Club) -> dict[int, int]:
        """A new player without sign-in for everybody, the bots of this site for bots, and the memberships."""
        read, names = self.read, new_names(self.read)
        used = addresses_in_use(membership.listed_mail for _person, membership in read.members)
        players: dict[int, Player] = {}
        for person in read.people.values():
            if person.kind == PlayerKind.BOT:
                continue
            mail = person.membership.listed_mail if person.membership else ""
            player = Player(
                username=f"{'gone' if person.kind == 'gone' else 'member'}-{token_hex(8)}",
                nickname=names[person.id],
                nickname_key=look_alike_key(names[person.id]),
                nickname_sort=sort_key(names[person.id]),
                email="" if mail.casefold() in used else mail,
                phone=person.phone,
                phone_listed=person.phone_listed,
                language=active_language(),
                is_active=person.kind != GONE,
            )
            used.add(mail.casefold())
            player.set_unusable_password()
            players[person.id] = player
        Player.objects.bulk_create(players.values(), batch_size=ROWS_A_BATCH)
        keys = {number: player.pk for number, player in players.items()}
        bots = ensure_bots(count=len(BOT_NAMES)) if any(each.bot for each in read.people.values()) else ()
        keys |= {each.id: bots[each.bot - 1].pk for each in read.people.values() if each.bot}
        memberships = []
        for person, membership in read.members:
            membership.club, membership.player_id = club, keys[person.id]
            memberships.append(membership)
        Membership.objects.bulk_create(memberships, batch_size=ROWS_A_BATCH)
        return keys

    def _write_matches(self, club: Club) -> None:
        """The matches under their own codes; where another match has one here, a new code beside the old one, to which
        the proofs of the deals are bound."""
        matches = self.read.matches
        codes = {each.match.instance.code for each in matches}
        taken = set(Match.objects.filter(code__in=codes).values_list("code", flat=True))
        people = self.keys["people"]
        for each in matches:
            match = each.match.instance
            old = match.code
            if old in taken:
                match.proof_code = match.proof_code or old
                match.code = _free_code(codes)
                codes.add(match.code)
            self.codes[old] = match.code
            match.club, match.created_by_id = club, people[each.match.named["created_by"]]
        Match.objects.bulk_create((each.match.instance for each in matches), batch_size=ROWS_A_BATCH)
        self.keys["matches"] = {each.id: each.match.instance.pk for each in matches}
        for each in matches:
            self._write_rows_of_match(each, people)
        for each in matches:
            if (replays := each.match.named.get("replays")) is not None:
                Match.objects.filter(pk=each.match.instance.pk).update(replays=self.keys["rounds"][replays])

    def _write_rows_of_match(self, each: ReadMatch, people: Mapping[int, int]) -> None:
        match = each.match.instance
        for row in (*each.seats, *each.rounds, *each.log):
            row.instance.match = match
        for row in (*each.seats, *each.log):
            if "player" in row.named:
                row.instance.player_id = people[row.named["player"]]
        for row in each.log:
            if row.instance.kind == TABLE and row.instance.data.get("do") == "replaced":
                data = row.instance.data
                old_keys = {name: data[name] for name in PLAYER_KEYS if name in data}
                data |= {name: str(_new_key_of(people, key)) for name, key in old_keys.items()}
        Seat.objects.bulk_create(row.instance for row in each.seats)
        Round.objects.bulk_create((row.instance for row in each.rounds), batch_size=ROWS_A_BATCH)
        self.keys["rounds"].update({row.id: row.instance.pk for row in each.rounds})
        rounds = {row.instance.number: row.instance for row in each.rounds}
        for deal, number in each.deals:
            deal.match, deal.round = match, rounds[number]
        Deal.objects.bulk_create((deal for deal, _number in each.deals), batch_size=ROWS_A_BATCH)
        digest = match.code
        for row in each.log:
            digest = row.instance.digest = digest_of_entry(
                digest,
                seq=row.instance.seq,
                seat=row.instance.seat,
                player=row.instance.player_id,
                kind=row.instance.kind,
                data=row.instance.data,
                automatic=row.instance.automatic,
                at=row.instance.at,
            )
        Action.objects.bulk_create((row.instance for row in each.log), batch_size=ROWS_A_BATCH)

    def _write_part(self, part: Part, club: Club) -> None:
        rows = self.read.rows[part.key]
        has_club = any(field.name == "club" for field in part.model._meta.concrete_fields)
        for row in rows:
            if has_club:
                row.instance.club = club
            for name, number in row.named.items():
                if name != "copied_from":
                    named_part = KEYS[part.model._meta.get_field(name).related_model]
                    setattr(row.instance, f"{name}_id", self.keys[named_part][number])
            for name in part.mentions:
                setattr(row.instance, name, self._with_new_names(getattr(row.instance, name)))
            self._finish(part, row)
        part.model._default_manager.bulk_create((row.instance for row in rows), batch_size=ROWS_A_BATCH)
        self.keys[part.key] = {row.id: row.instance.pk for row in rows}

    def _finish(self, part: Part, row: ReadRow) -> None:
        """New keys where a row keeps those of others in a list, a text or a number."""
        match part.key:
            case "results_imports":
                for name in ("closed", "made"):
                    old_keys = getattr(row.instance, name)
                    setattr(row.instance, name, [self.keys["evenings"][key] for key in old_keys])
            case "rulings":
                effect = row.instance.effect
                if isinstance(effect, dict) and effect.get("replay") in self.codes:
                    row.instance.effect = {**effect, "replay": self.codes[effect["replay"]]}
            case "trail":
                row.instance.case = self.keys["cases"].get(row.instance.case)

    def _with_new_names(self, text: str) -> str:
        people = self.keys["people"]
        return MENTION.sub(lambda found: mention(_new_key_of(people, found[1])), text)

    def _require_standings(self, club: Club) -> None:
        """Refuse other_standings unless every table of standings comes out as in the file."""
        entrants = self.keys["entrants"]
        for competition in Competition.objects.filter(season__club=club).select_related("season"):
            number = next(old for old, new in self.keys["competitions"].items() if new == competition.pk)
            in_file = [[entrants.get(row[0]), *row[1:]] for row in self.read.standings[number] if row]
            try:
                computed = standing_rows(competition)
            except FORGED_ENTRY_ERRORS as wrong:
                raise ClubFileRefused(ClubFileRefusal.DAMAGED) from wrong
            if computed != in_file:
                raise ClubFileRefused(ClubFileRefusal.OTHER_STANDINGS, competition=competition.name)


def _new_key_of(people: Mapping[int, int], key: str) -> int:
    """The new key of somebody. Refuses damaged for a number that nobody in the file has."""
    try:
        return people[int(key)]
    except (KeyError, ValueError) as unknown:
        raise ClubFileRefused(ClubFileRefusal.DAMAGED) from unknown


def _free_code(taken: Collection[str]) -> str:
    while (code := new_code()) in taken or Match.objects.filter(code=code).exists():
        pass
    return code
