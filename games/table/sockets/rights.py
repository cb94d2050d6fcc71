"""Who opens a socket, what they may see, and what their page says of itself when it opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone, translation
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.client_address import address_of
from accounts.models import Membership, Player
from games.club_clock import club_clock, milliseconds
from games.rate_limit import code_guesses
from games.table import live, signals
from games.table.log import loading
from games.table.log.loading import Table
from games.table.log.models import Match, Round
from games.table.log.models import Seat as SeatRow
from games.table.screen.spectators import may_look, may_look_back
from games.table.services.moves.own_deal import OwnDeal, read_own_deal
from games.table.services.talking import TalkEntry, talk_for
from games.table.signals import LostSeat

# Whether the player of an open socket is still signed in, and the receivers of what ends that.

FIELDS_THAT_END_SOCKETS: Final = frozenset({"is_active", "password"})
"""Fields of a player whose change ends sockets."""
SELECT_SIGNED_IN_PLAYER: Final = "SELECT 1 FROM accounts_player WHERE id = %s AND password = %s AND is_active"
SELECT_OPEN_SESSION: Final = "SELECT 1 FROM django_session WHERE session_key = %s AND expire_date > %s"
"""Asked for every move. The ORM takes 0.6 ms for the two, a fifth of a move."""


def is_still_signed_in(scope: Mapping[str, Any], player: Player | None) -> bool:
    """Return whether the session of the socket still holds, and its player is neither barred nor has a new password.

    The socket was opened with what was true then, and Channels reads its session only once. A visitor has nothing to
    lose.
    """
    if player is None:
        return True
    session = scope["session"].session_key if "session" in scope else None
    with connection.cursor() as cursor:
        cursor.execute(SELECT_SIGNED_IN_PLAYER, (player.pk, player.password))
        known = cursor.fetchone()
        if known is None or session is None:
            return known is not None
        cursor.execute(
            SELECT_OPEN_SESSION, (session, connection.ops.adapt_datetimefield_value(timezone.now()))
        )
        return cursor.fetchone() is not None


def send_session_ended(*, instance: Session, **_sent: Any) -> None:
    """Receiver of `post_delete` of a session: signed out here, on another device, or by the list of sessions."""
    player = instance.get_decoded().get(SESSION_KEY)
    if player is not None:
        live.send_rights_changed(int(player))


def send_player_changed(*, instance: Player, update_fields: frozenset[str] | None, **_sent: Any) -> None:
    """Receiver of `post_save` of a player: barred, or with a new password."""
    if update_fields is None or FIELDS_THAT_END_SOCKETS & update_fields:
        live.send_rights_changed(instance.pk)


def send_membership_changed(*, instance: Membership, **_sent: Any) -> None:
    """Receiver of `post_save` and `post_delete` of a membership: another role, or none."""
    live.send_rights_changed(instance.player_id)


# Tables as a socket finds them: by the code in its address when it opens, and as new as the database later.

Found = TypeVar("Found")


def look_up(
    scope: Mapping[str, Any], player: Player | None, find: Callable[..., Found | None], *given: Any
) -> Found | None:
    """Return what `find(code, *given)` finds for the code (capitals) in a socket's address; None for a wrong code, for
    what cannot be one, and where too many wrong ones came from there before.
    """
    code, now = scope["url_route"]["kwargs"]["code"].upper(), monotonic()
    if not (code.isascii() and code.isalnum()):
        return None
    address, account = address_of(scope), account_of(player)
    refused = code_guesses.refuse(code, address=address, account=account, now=now)
    if refused and not sits_at(code, player):
        return None
    found = find(code, *given)
    if found is None:
        code_guesses.count_wrong(address=address, account=account, now=now)
    else:
        code_guesses.remember_opened(code, address=address)
    return found


def account_of(player: Player | None) -> int | None:
    """The key of a registered player, by which guesses of codes are counted; None for visitors and guests."""
    return None if player is None or player.is_guest else player.pk


def sits_at(code: str, player: Player | None) -> bool:
    """Whether the player has a seat at the table with that code."""
    return player is not None and SeatRow.objects.filter(match__code=code, player=player).exists()


def find_table(
    code: str, player: Player | None, language: str
) -> tuple[Table, tuple[TalkEntry, ...], LostSeat | None, OwnDeal] | None:
    """The started table, the talk for this player, the notice of a lost seat, and what the player set; None
    when there is no such table, or they may not look on.
    """
    match = Match.objects.filter(code=code, on_paper=False).exclude(status=Match.Status.OPEN).first()
    if match is None or not may_look(match, player):
        return None
    table = loading.with_current_names(loading.table_of(match))
    own_deal = None
    if player is not None and table.seat_of(player.pk) is not None:
        own_deal = SeatRow.objects.values_list("own_deal", flat=True).get(match=match, player=player)
    talk = talk_for(match.pk, player.pk if player else None)
    with translation.override(language):
        return table, talk, lost_seat_of(table, player), read_own_deal(own_deal)


def may_stay(match_id: int, player: Player | None) -> bool:
    """Whether the table's socket would be opened for this player now."""
    return may_look(Match.objects.get(pk=match_id), player)


def waiting_match(code: str) -> int | None:
    """The key of the table with that code where people still sit down, None where there is none."""
    waiting = Match.objects.filter(code=code, status=Match.Status.OPEN, on_paper=False)
    return waiting.values_list("pk", flat=True).first()


def shared_table(code: str) -> Table | None:
    """The running table with that code of a screen in its middle, None where there is none."""
    match = Match.objects.filter(screen_code=code, status=Match.Status.RUNNING).first()
    return None if match is None else loading.table_of(match)


def is_code_of(code: str, match_id: int) -> bool:
    """Whether a screen in the middle of this match's table may have this code."""
    return Match.objects.filter(pk=match_id, screen_code=code.upper()).exists()


def closed_round(code: str, number: int, player: Player) -> int | None:
    """The key of the match with that code, where its round is closed, the player sits at it and may look back at it;
    else None."""
    rows = Round.objects.filter(match__code=code.upper(), match__on_paper=False, number=number)
    rows = rows.exclude(status=Round.Status.RUNNING).filter(match__seats__player=player)
    row = rows.select_related("match__shared_deals").first()
    return row.match_id if row is not None and may_look_back(row.match, number) else None


def current_table(match_id: int) -> Table:
    """The table as new as the database."""
    seq = Match.objects.values_list("seq", flat=True).get(pk=match_id)
    return loading.table(match_id, at_least=seq)


# Facts a page states when it opens its socket: language, time of loading, whether it is a first game.

MAX_TIME_DIGITS: Final = 15
"""Digits of a time in ms."""


def lost_seat_of(table: Table, player: Player | None) -> LostSeat | None:
    """The sentences for this player, None for everybody else. Sends no event where no seat was ever given away."""
    if player is None or not table.state.replaced or table.seat_of(player.pk) is not None:
        return None
    return signals.lost_seat(table.match_id, player)


class Opening(NamedTuple):
    """Which socket of a player this is: when its page was loaded, and the number of the socket on that page. The latest
    one plays."""

    page: int
    number: int


def opening_of(scope: Mapping[str, Any]) -> Opening:
    """The page of this screen, by when it was loaded (Unix time in ms), and the number of its socket.

    Both as the page says itself; now and 0 where it says nothing that can be read.
    """
    now = milliseconds(club_clock.now())
    page, number = _query_value(scope, b"page"), _query_value(scope, b"number")
    return Opening(
        min(int(page), now) if page.isdigit() and len(page) <= MAX_TIME_DIGITS else now,
        int(number) if number.isdigit() and len(number) <= MAX_TIME_DIGITS else 0,
    )


def language_of(scope: Mapping[str, Any], player: Player | None) -> str:
    """The language a screen is drawn in: the player's own, the page's cookie, the browser's, the site's."""
    offered = dict(settings.LANGUAGES)
    wished = [
        player.language if player else "",
        scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, ""),
    ]
    for name, value in scope.get("headers", ()):
        if name == b"accept-language":
            wished += [code for code, _weight in parse_accept_lang_header(value.decode("latin-1"))]
    for code in wished:
        short = code.partition("-")[0]
        if short in offered:
            return short
    return settings.LANGUAGE_CODE


def is_taught(scope: Mapping[str, Any]) -> bool:
    """Whether the page was opened for a first game, in which tips come by themselves."""
    return _query_value(scope, b"tips") != b""


def _query_value(scope: Mapping[str, Any], name: bytes) -> bytes:
    said: bytes = parse_qs(scope.get("query_string", b"")).get(name, [b""])[0]
    return said
