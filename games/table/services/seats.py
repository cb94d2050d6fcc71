"""Opening a table, who may sit down with whom, seats before the start, inviting, and screens in its middle."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from math import ceil
from typing import Any, Final, TypeVar

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.friends import blocks_among, friend_keys, regulars_of, strangers_among
from accounts.mentions import mention
from accounts.models import Club, NoticeKind, Player
from accounts.notices import notify
from accounts.services import ensure_bots
from games.club_clock import club_clock
from games.engine import registry
from games.engine.errors import Refused
from games.engine.options import changed_options, read_options
from games.engine.seats import Seat
from games.table import live
from games.table.abandoned_matches import matches_left_lately
from games.table.log.errors import TableRefusal, TableRefused, refusal_by_engine
from games.table.log.models import Match, Round
from games.table.log.models import Seat as SeatRow
from games.table.models import TableInvitation
from games.table.services.push_notices import push_ready
from games.table.shared_deals import SharedDeals, duel_of, require_new_to_the_deals
from games.table.signals import is_barred, seats_are_drawn

Result = TypeVar("Result")

# Checks that a player and the people already seated can play together.


def require_company(match: Match, player: Player, seated: Collection[int], *, now: datetime) -> None:
    """Check that the player can sit down at a table with the players already there (keys).

    Refuses blocked_by_you and another_table where a block stands between them; the second sentence does not say that
    somebody blocked the player. Refuses left_lately during the pause after leaving matches, at a table with strangers
    or one of no club that is open to anybody. Two queries for a player who left no match.
    """
    if seated:
        blocks = blocks_among({player.pk, *seated})
        if any(blocker == player.pk for blocker, _blocked in blocks):
            raise TableRefused(TableRefusal.BLOCKED_BY_YOU)
        if any(blocked == player.pk for _blocker, blocked in blocks):
            raise TableRefused(TableRefusal.ANOTHER_TABLE)
    until = matches_left_lately(player, now).until
    if until is None:
        return
    open_to_anybody = match.visibility == Match.Visibility.LOBBY and match.club_id is None
    if open_to_anybody or strangers_among(player, seated):
        minutes = ceil((until - now).total_seconds() / 60)
        raise TableRefused(TableRefusal.LEFT_LATELY, {"minutes": minutes})


# A table before its start: open, sit down, leave, fill with bots, draw seats.

LETTERS: Final = "BCDFGHJKMNPQRSTVWXZ"
"""Letters of a code: none that is read for another or for a digit, no vowel to make a word of."""
CODE_LENGTH: Final = 6
"""As long as the columns of codes and the addresses (`urls.CodeConverter`) have it."""


def new_code() -> str:
    """A code by chance, which may be taken already."""
    return "".join(secrets.choice(LETTERS) for _letter in range(CODE_LENGTH))


def write_with_new_code(write: Callable[[str], Result], *, is_taken: Callable[[str], bool]) -> Result:
    """Return what `write` returns for a code by chance, in a transaction; with another code where a row has that one
    already. The unique key decides, so two rows never share a code.
    """
    while True:
        code = new_code()
        try:
            with transaction.atomic():
                return write(code)
        except IntegrityError:
            if not is_taken(code):
                raise


def open_table(
    *,
    created_by: Player,
    game: str,
    options: Mapping[str, Any],
    now: datetime,
    house_rules: str = "",
    visibility: str = Match.Visibility.LINK,
    club: Club | None = None,
    phrases_on: bool = True,
    chat_on: bool = True,
    pace: str = Match.Pace.NONE,
    undo_allowed: bool = False,
    bots_stand_in: bool = True,
    bot_level: str = "",
    look_back: bool = True,
    spectators: bool = True,
    director: str = Match.Director.NONE,
    on_paper: bool = False,
    signals: str = "",
    deck_cut: bool = False,
    rematch_of: Match | None = None,
    replays: Round | None = None,
    shared_deals: SharedDeals | None = None,
) -> Match:
    """Open a table; nobody sits at it yet. Options left out have their default, those that have it are not stored.
    `house_rules` is what a club calls these options, with the version; `replays` is a round that is played again here;
    `shared_deals` are deals that other matches play too, so nobody cuts them (`deck_cut`).

    Refuses unknown_game, unknown_option, unknown_value.
    """
    try:
        rules = registry.game(game)
        chosen = changed_options(read_options(rules.Options, options))
    except Refused as refused:
        raise refusal_by_engine(refused) from refused
    return write_with_new_code(
        lambda code: Match.objects.create(
            code=code,
            game=rules.key,
            game_version=rules.version,
            options=chosen,
            house_rules=house_rules,
            visibility=visibility,
            created_by=created_by,
            club=club,
            phrases_on=phrases_on,
            chat_on=chat_on,
            pace=pace,
            undo_allowed=undo_allowed,
            bots_stand_in=bots_stand_in,
            bot_level=bot_level,
            look_back=look_back,
            spectators=spectators,
            director=director,
            on_paper=on_paper,
            signals=signals,
            deck_cut=deck_cut,
            rematch_of=rematch_of,
            replays=replays,
            shared_deals=shared_deals,
            created_at=now,
        ),
        is_taken=lambda code: Match.objects.filter(code=code).exists(),
    )


def open_table_like(
    old: Match, *, created_by: Player, options: Mapping[str, Any], now: datetime, **others: Any
) -> Match:
    """Open a table with the club, house rules, talk, pace, bots, spectators and signals of another.

    `others` are arguments of `open_table`, which stand before what the other table has.
    """
    alike = {
        "house_rules": old.house_rules,
        "club": old.club,
        "phrases_on": old.phrases_on,
        "chat_on": old.chat_on,
        "pace": old.pace,
        "undo_allowed": old.undo_allowed,
        "bots_stand_in": old.bots_stand_in,
        "bot_level": old.bot_level,
        "look_back": old.look_back,
        "spectators": old.spectators,
        "signals": old.signals,
        "deck_cut": old.deck_cut,
    }
    return open_table(created_by=created_by, game=old.game, options=options, now=now, **{**alike, **others})


def sit(
    *,
    match_id: int,
    player: Player,
    seat: Seat | None = None,
    or_another: bool = False,
    now: datetime | None = None,
) -> Seat:
    """Sit down at `seat`, or at the first free one; a seated player moves there. Returns the seat. A newcomer whose
    seat was taken meanwhile gets the first free one with `or_another`, unless a club drew the seats.

    The match row is locked until the seat is written. Refuses not_open, seats_kept, no_such_seat, seat_taken,
    table_full, knows_the_cards, link_closed, sits_out, and what `require_company` refuses.
    """
    now = now or club_clock.now()
    with transaction.atomic():
        match = _seatable_match(match_id)
        taken = {row.number: row for row in match.seats.all()}
        mine = next((row for row in taken.values() if row.player_id == player.pk), None)
        numbers = _seat_numbers(match)
        lost = or_another and mine is None and seat in taken and not seats_are_drawn(match_id)
        if seat is None or lost:
            if mine is not None:
                return mine.number
            seat = next((number for number in numbers if number not in taken), None)
            if seat is None:
                raise TableRefused(TableRefusal.TABLE_FULL)
        if seat not in numbers:
            raise TableRefused(TableRefusal.NO_SUCH_SEAT)
        if seat in taken and taken[seat].player_id != player.pk:
            raise TableRefused(TableRefusal.SEAT_TAKEN)
        if mine is None:
            require_company(match, player, [row.player_id for row in taken.values()], now=now)
            require_new_to_the_deals(match, [player])
            if match.club_id is not None and is_barred(match_id, player.pk):
                raise TableRefused(TableRefusal.SITS_OUT)
            SeatRow.objects.create(match=match, number=seat, player=player)
        else:
            SeatRow.objects.filter(pk=mine.pk).update(number=seat)
        if mine is None and len(taken) + 1 == len(numbers):
            push_ready(match, but=player.pk, now=now)
        _announce(match)
    return seat


def seat_drawn(*, match_id: int, players: Mapping[Seat, Player], now: datetime | None = None) -> None:
    """Seat people who do not sit at this table yet where a club drew them, whoever their company is. The match row is
    locked until the seats are written. Refuses not_open, seats_kept, no_such_seat, seat_taken, knows_the_cards,
    link_closed.
    """
    now = now or club_clock.now()
    with transaction.atomic():
        match = _seatable_match(match_id)
        taken, numbers = set(match.seats.values_list("number", flat=True)), _seat_numbers(match)
        if not players.keys() <= set(numbers):
            raise TableRefused(TableRefusal.NO_SUCH_SEAT)
        if taken & players.keys():
            raise TableRefused(TableRefusal.SEAT_TAKEN)
        require_new_to_the_deals(match, players.values())
        SeatRow.objects.bulk_create(
            SeatRow(match=match, number=number, player=player) for number, player in players.items()
        )
        if len(taken) + len(players) == len(numbers):
            *_others, last = players.values()
            push_ready(match, but=last.pk, now=now)
        _announce(match)


def leave_seat(*, match_id: int, player: Player) -> None:
    """Get up before the start. The match row is locked. Refuses not_open, seats_kept, not_seated."""
    with transaction.atomic():
        match = _seatable_match(match_id)
        gone, _rows = SeatRow.objects.filter(match=match, player=player).delete()
        if not gone:
            raise TableRefused(TableRefusal.NOT_SEATED)
        _announce(match)


def draw_seats(*, match_id: int, player: Player, rng: random.Random) -> None:
    """Change everybody's seat at random, drawn with `rng`. The match row is locked.

    Refuses not_open, seats_kept, seats_drawn, not_seated, and cards_at_seats where each seat has the cards of a duel.
    """
    with transaction.atomic():
        match = _undrawn_match(match_id)
        if duel_of(match) is not None:
            raise TableRefused(TableRefusal.CARDS_AT_SEATS)
        sitting = list(match.seats.values_list("player", "level"))
        if player.pk not in {key for key, _level in sitting}:
            raise TableRefused(TableRefusal.NOT_SEATED)
        drawn = rng.sample(list(_seat_numbers(match)), len(sitting))
        SeatRow.objects.filter(match=match).delete()
        SeatRow.objects.bulk_create(
            SeatRow(match=match, number=number, player_id=key, level=level)
            for number, (key, level) in zip(drawn, sitting, strict=True)
        )
        _announce(match)


def fill_with_bots(*, match_id: int, player: Player, level: str = "", up_to: int | None = None) -> None:
    """Put a bot of that level at every empty seat; without one, of the table's. The match row is locked.

    With `up_to` at the first empty seats only, until so many players sit, or as many as the game needs.
    Refuses not_open, seats_kept, seats_drawn, not_seated, no_such_level.
    """
    if level and level not in Match.BotLevel.values:
        raise TableRefused(TableRefusal.NO_SUCH_LEVEL)
    with transaction.atomic():
        match = _undrawn_match(match_id)
        taken = {row.number: row.player_id for row in match.seats.all()}
        if player.pk not in taken.values():
            raise TableRefused(TableRefusal.NOT_SEATED)
        numbers = _seat_numbers(match)
        free = [number for number in numbers if number not in taken]
        if up_to is not None:
            enough = max(up_to, match.the_game.seats[0])
            free = free[: max(0, enough - len(taken))]
        idle = [bot for bot in ensure_bots(count=len(numbers)) if bot.pk not in taken.values()]
        SeatRow.objects.bulk_create(
            SeatRow(match=match, number=number, player=bot, level=level or match.bot_level)
            for number, bot in zip(free, idle, strict=False)
        )
        _announce(match)


def open_match(match_id: int) -> Match:
    """The match, its row locked, which has not begun. Refuses no_such_table, not_open."""
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None:
        raise TableRefused(TableRefusal.NO_SUCH_TABLE)
    if match.status != Match.Status.OPEN:
        raise TableRefused(TableRefusal.NOT_OPEN)
    return match


def _seatable_match(match_id: int) -> Match:
    match = open_match(match_id)
    if match.replays_id is not None:
        raise TableRefused(TableRefusal.SEATS_KEPT)
    return match


def _undrawn_match(match_id: int) -> Match:
    match = _seatable_match(match_id)
    if seats_are_drawn(match_id):
        raise TableRefused(TableRefusal.SEATS_DRAWN)
    return match


def _seat_numbers(match: Match) -> range:
    return range(match.the_game.seats[-1])


def _announce(match: Match) -> None:
    live.send_seats_changed(match.pk)


# Friends invited to a table before its start.


def invite(*, match_id: int, player: Player, friend: Player, now: datetime) -> bool:
    """Invite a friend to the table at which the player sits, with a notice; False when they were invited before.

    The match row is locked, and the unique row decides between two who invite the same friend at once.
    Refuses no_such_table, not_open, not_seated, no_friend, already_seated.
    """
    with transaction.atomic():
        match = open_match(match_id)
        seated = set(match.seats.values_list("player", flat=True))
        if player.pk not in seated:
            raise TableRefused(TableRefusal.NOT_SEATED)
        if friend.pk not in friend_keys(player):
            raise TableRefused(TableRefusal.NO_FRIEND)
        if friend.pk in seated:
            raise TableRefused(TableRefusal.ALREADY_SEATED)
        about = {"by": player, "at": now}
        _row, made = TableInvitation.objects.get_or_create(match=match, player=friend, defaults=about)
        if made:
            notify(
                players=[friend.pk],
                kind=NoticeKind.FRIEND,
                subject=format_lazy(_("{player} invites you to a table"), player=mention(player.pk)),
                text=format_lazy(_("Table {code}. Whoever sits down first has the seat."), code=match.code),
                url=reverse("table:table", args=[match.code]),
                mentions=[player.pk],
                now=now,
            )
    return made


def open_with_regulars(*, player: Player, game: str, now: datetime) -> Match:
    """Open a table for the player's regular friends: the player sits, the friends are invited.

    Refuses no_friend for a player without a regular table, and what `open_table` refuses.
    """
    with transaction.atomic():
        friends = list(regulars_of(player))
        if not friends:
            raise TableRefused(TableRefusal.NO_FRIEND)
        match = open_table(created_by=player, game=game, options={}, now=now)
        sit(match_id=match.pk, player=player)
        for friend in friends:
            invite(match_id=match.pk, player=player, friend=friend, now=now)
    return match


# The code that opens a screen in the middle of the table, which shows no hand.


def open_shared_screen(*, match_id: int, player: Player) -> str:
    """Return the code of the match's screen in the middle, made at the first call; it ends with the match
    or `end_shared_screen`.

    The match row is locked, so that two players who ask at once get the same code. Refuses not_seated,
    not_running, and played_alone where others play the same deals.
    """

    def code_of_match(code: str) -> str:
        match = Match.objects.select_for_update().get(pk=match_id)
        if not match.seats.filter(player=player).exists():
            raise TableRefused(TableRefusal.NOT_SEATED)
        if match.shared_deals_id is not None:
            raise TableRefused(TableRefusal.PLAYED_ALONE)
        if match.status != Match.Status.RUNNING or match.on_paper:
            raise TableRefused(TableRefusal.NOT_RUNNING)
        if match.screen_code is None:
            match.screen_code = code
            match.save(update_fields=["screen_code"])
        return match.screen_code

    return write_with_new_code(
        code_of_match, is_taken=lambda code: Match.objects.filter(screen_code=code).exists()
    )


def end_shared_screen(*, match_id: int, player: Player) -> None:
    """Withdraw the code of the match's screen in the middle and close every screen it opened; without a code, nothing.

    The match row is locked, so that no code is given meanwhile. A later code is another one. Refuses not_seated.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if not match.seats.filter(player=player).exists():
            raise TableRefused(TableRefusal.NOT_SEATED)
        if match.screen_code is None:
            return
        match.screen_code = None
        match.save(update_fields=["screen_code"])
        live.send_screen_withdrawn(match.pk)
