"""Notices about cases that no arbiter of the club can decide, and to an arbiter named later."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.db.models import Q
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.clubs.member_models import MemberChange
from accounts.models import Membership, NoticeKind, Role
from accounts.notices.notices import notify
from accounts.people.mentions import mention
from games.disputes import access, queries
from games.disputes.models import Case, State
from games.disputes.notices.notices import notify_waiting

CASES_AT_MOST: Final = 20


def ask_for_an_arbiter(case: Case, *, now: datetime) -> None:
    """Ask the owners and secretaries of the club for an arbiter where none of the club can decide this case.

    The round is not named: an owner may have played it, and players know of a case only when they are asked.
    """
    if not queries.lacks_an_arbiter(case):
        return
    run_by = Membership.objects.filter(
        club=case.club_id, role__in=(Role.OWNER, Role.SECRETARY), player__is_active=True
    )
    notify(
        players=run_by.values_list("player", flat=True),
        subject=format_lazy(_("{club} needs an arbiter"), club=case.club.name),
        text=_(
            "A question about a round waits, and no arbiter of the club can decide it: that is somebody who did not "
            "play there, and on appeal somebody who has not ruled yet. An owner can make a member an arbiter here. "
            "The new arbiter is told of the cases that wait."
        ),
        url=_page(case.club.slug),
        kind=NoticeKind.RULING,
        now=now,
    )


def arbiter_named(*, change: MemberChange, **_sent: Any) -> None:
    """Notify a new arbiter of the cases of the club that wait. Receiver of `member_changed`.

    A case that the new arbiter cannot decide, and no other of the club, asks the owner who named them for another.
    """
    if change.what != MemberChange.What.ROLE or change.after != Role.ARBITER:
        return
    waiting = Case.objects.filter(club=change.club_id, state__in=access.WAITING)
    own = access.in_matches_of([change.player_id]) | Q(state=State.APPEALED, arbiter=change.player_id)
    found = waiting.exclude(pk__in=Case.objects.filter(own).values("pk")).select_related("round__match")
    for case in found.order_by("filed_at", "pk")[:CASES_AT_MOST]:
        notify_waiting(case, player=change.player_id, now=change.at)
    barred = waiting.filter(own).select_related("round__match").distinct()
    if change.actor_id is not None and any(map(queries.lacks_an_arbiter, barred[:CASES_AT_MOST])):
        notify(
            players=[change.actor_id],
            subject=format_lazy(_("{club} needs another arbiter"), club=change.club.name),
            text=format_lazy(
                _("{name} is an arbiter now, but cannot decide the case that waits."),
                name=mention(change.player_id),
            ),
            url=_page(change.club.slug),
            kind=NoticeKind.RULING,
            now=change.at,
            mentions={change.player_id},
        )


def _page(slug: str) -> str:
    """The part of the club's page on which a member is made an arbiter."""
    return f"{reverse('disputes:club_deadlines', args=[slug])}#arbiter"
