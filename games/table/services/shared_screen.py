"""The code that opens a screen in the middle of the table, which shows no hand."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from accounts.models import Player
from games.table import live
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.services.seating import new_code


def open_shared_screen(*, match_id: int, player: Player) -> str:
    """Return the code of the match's screen in the middle, made at the first call; it ends with the match
    or `end_shared_screen`.

    The match row is locked, so that two players who ask at once get the same code. Refuses not_seated,
    not_running, and played_alone where others play the same deals.
    """
    while True:
        code = new_code()
        try:
            with transaction.atomic():
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
        except IntegrityError:
            if not Match.objects.filter(screen_code=code).exists():
                raise


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
