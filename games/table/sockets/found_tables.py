"""Tables as a socket finds them: by the code in its address when it opens, and as new as the database later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, TypeVar

from django.db.models import Exists, OuterRef, Subquery
from django.utils import translation

from accounts.models import Player
from accounts.people.client_address import address_of
from games.kit.rate_limit import code_guesses
from games.table.events import LostSeat
from games.table.log import loading
from games.table.log.loading import Table
from games.table.log.models import Match, Round, Seat
from games.table.screen.lost_seats import lost_seat_of
from games.table.screen.spectators import may_look, may_look_back
from games.table.services.moves.own_deal import OwnDeal, read_own_deal
from games.table.services.talking import TalkEntry, talk_for
from games.table.talk_models import TalkLine

Found = TypeVar("Found")


def look_up(
    scope: Mapping[str, Any], player: Player | None, find: Callable[..., Found | None], *given: Any
) -> Found | None:
    """Return what `find(code, *given)` finds for the code in a socket's address; None for a wrong code, and where too
    many wrong ones came from there before.
    """
    code, now = scope["url_route"]["kwargs"]["code"].upper(), monotonic()
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
    return player is not None and Seat.objects.filter(match__code=code, player=player).exists()


def found_table(
    code: str, player: Player | None, language: str
) -> tuple[Table, tuple[TalkEntry, ...], LostSeat | None, OwnDeal] | None:
    """The started table, the talk for this player, the notice of a lost seat, and what the player set; None
    when there is no such table, or they may not look on.
    """
    started = Match.objects.filter(code=code.upper(), on_paper=False).exclude(status=Match.Status.OPEN)
    own = Seat.objects.filter(match=OuterRef("pk"), player=player).values("own_deal")
    match = started.annotate(
        talked=Exists(TalkLine.objects.filter(match=OuterRef("pk"))), own_deal=Subquery(own)
    ).first()
    if match is None or not may_look(match, player):
        return None
    talk = talk_for(match.pk, player.pk if player else None) if match.talked else ()
    table = loading.with_current_names(loading.table(match.pk, at_least=match.seq))
    with translation.override(language):
        return table, talk, lost_seat_of(table, player), read_own_deal(match.own_deal)


def may_stay(match_id: int, player: Player | None) -> bool:
    """Whether the table's socket would be opened for this player now."""
    return may_look(Match.objects.get(pk=match_id), player)


def waiting_match(code: str) -> int | None:
    """The key of the table with that code where people still sit down, None where there is none."""
    waiting = Match.objects.filter(code=code.upper(), status=Match.Status.OPEN, on_paper=False)
    return waiting.values_list("pk", flat=True).first()


def shared_table(code: str) -> Table | None:
    """The running table with that code of a screen in its middle, None where there is none."""
    match = Match.objects.filter(screen_code=code.upper(), status=Match.Status.RUNNING).first()
    return None if match is None else loading.table(match.pk, at_least=match.seq)


def is_code_of(code: str, match_id: int) -> bool:
    """Whether a screen in the middle of this match's table may have this code."""
    return Match.objects.filter(pk=match_id, screen_code=code.upper()).exists()


def closed_round(code: str, number: int, player: Player) -> int | None:
    """The key of the match with that code, where its round is closed, the player sits at it and may look back at it;
    else None."""
    rows = Round.objects.filter(match__code=code.upper(), match__on_paper=False, number=number)
    rows = rows.exclude(status=Round.Status.RUNNING).filter(match__seats__player=player)
    row = rows.select_related("match__shared_deals").first()
    return row.match_id if row is not None and may_look_back(row.match) else None


def current_table(match_id: int) -> Table:
    """The table as new as the database."""
    seq = Match.objects.values_list("seq", flat=True).get(pk=match_id)
    return loading.table(match_id, at_least=seq)
