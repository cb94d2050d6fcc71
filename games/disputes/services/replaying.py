"""What a round played again brings: its points enter the log of the match it belongs to, once."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.disputes import telling
from games.disputes.models import Ruling, State
from games.disputes.rulings import RulingKind
from games.disputes.services.cases import entered, locked_case
from games.table import services as table_services
from games.table.models import Match, Round

AT_ONCE: Final = 50


def enter_replays(*, now: datetime) -> int:
    """Enter what was played again and is not on the sheet yet; how many, at most `AT_ONCE`. Called by the steward;
    twice does no harm, each case is locked and looked at again."""
    return sum(_entered(*found, now) for found in list(_due().values_list("case", "pk")[:AT_ONCE]))


def _due() -> QuerySet[Ruling]:
    """The rulings in force whose round is left out and whose other table is played to the end.

    A round in question again waits until that is decided: an appeal may replace the ruling, and nothing changes under
    an arbiter's hands.
    """
    appeals = Ruling.objects.filter(case=OuterRef("case"), instance=Ruling.Instance.APPEAL)
    replaced = appeals.exclude(pk=OuterRef("pk")).exclude(kind=RulingKind.UPHELD)
    found = Ruling.objects.filter(
        ~Exists(replaced),
        kind=RulingKind.REPLAY,
        case__state__in=(State.RULED, State.FINAL),
        case__round__status=Round.Status.VOID,
        case__round__replayed_in__status=Match.Status.FINISHED,
    )
    return found.order_by("pk").distinct()


def _entered(case_id: int, ruling_id: int, now: datetime) -> bool:
    with transaction.atomic():
        case = locked_case(case_id)
        ruling = _due().filter(pk=ruling_id).first()
        played = None if ruling is None else _played(ruling.effect["replay"])
        if played is None:
            return False
        outcome = table_services.enter_replay(
            match_id=case.round.match_id,
            number=case.round.number,
            ruling=ruling_id,
            points=tuple(played),
            now=now,
        )
        if outcome.done_before:
            return False
        counts = " : ".join(map(str, played))
        entered(case, what="replayed", by=None, now=now, before="0 : 0 (void)", after=counts)
        telling.tell_replayed(case, played, now=now)
        return True


def _played(code: str) -> list[int] | None:
    """The points of the one round of that table, None while it is played."""
    found = Round.objects.filter(match__code=code, match__status=Match.Status.FINISHED, number=1).first()
    return None if found is None else found.points
