"""Reports of players to the site's staff: written, settled, exported, and cleared of names."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountRefusal, AccountRefused
from accounts.mentions import mention, replace_names_in_rows
from accounts.models import Player, PlayerKind
from accounts.notices import notify
from games.people.models import MAX_ANSWER_LENGTH, MAX_REPORT_LENGTH, Report
from games.table.log.models import Match, Round

REPORTS_A_DAY: Final = 5
MAX_ROUNDS_OFFERED: Final = 30


def rounds_with(player: Player, other: Player) -> QuerySet[Round]:
    """The newest rounds that both players sat at, those being played included."""
    together = Match.objects.filter(seats__player=player).filter(seats__player=other, on_paper=False)
    found = Round.objects.filter(match__in=together).select_related("match")
    return found.defer("result", "lines").order_by("-started_at", "-pk")


def report(*, by: Player, about: Player, text: str, about_round: Round | None, now: datetime) -> Report:
    """Store a report and tell every member of staff by notice. The reported player is not told.

    The player's row is locked while today's reports are counted. Refuses not_yourself, nothing_written,
    reported_enough, and name_unknown for a bot.
    """
    words = text.strip()[:MAX_REPORT_LENGTH]
    if by.pk == about.pk:
        raise AccountRefused(AccountRefusal.NOT_YOURSELF)
    if about.kind == PlayerKind.BOT:
        raise AccountRefused(AccountRefusal.NAME_UNKNOWN)
    if not words:
        raise AccountRefused(AccountRefusal.NOTHING_WRITTEN)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=by.pk)
        if Report.objects.filter(by=by, at__gt=now - timedelta(days=1)).count() >= REPORTS_A_DAY:
            raise AccountRefused(AccountRefusal.REPORTED_ENOUGH, most=REPORTS_A_DAY)
        written = Report.objects.create(by=by, about=about, text=words, round=about_round, at=now)
        staff = Player.objects.filter(is_staff=True, is_active=True)
        notify(
            players=staff.values_list("pk", flat=True),
            subject=format_lazy(_("{by} reports {about}"), by=mention(by.pk), about=mention(about.pk)),
            text=_("The report and its round are in the administration."),
            url=reverse("admin:games_report_change", args=[written.pk]),
            mentions=[by.pk, about.pk],
            now=now,
        )
    return written


def settle(*, reports: QuerySet[Report], by: Player, answer: str, now: datetime) -> int:
    """Mark these reports as settled and tell each reporter by notice; return how many were open.

    The notice says `answer`, or the usual sentence where that is empty. Settled reports stay as they are. The open ones
    are locked, so that two members of staff who settle at once send one notice.
    """
    reply = answer.strip()[:MAX_ANSWER_LENGTH]
    with transaction.atomic():
        opened = list(reports.filter(settled_at=None).select_for_update(of=("self",)))
        for written in opened:
            written.settled_at, written.settled_by, written.answer = now, by, reply
            notify(
                players=[written.by_id],
                subject=format_lazy(_("Your report about {about}"), about=mention(written.about_id)),
                text=reply
                or _("The staff of the site has looked into it. What it did is told to nobody else."),
                url=reverse("people:person", args=[written.about_id]),
                mentions=[written.about_id],
                now=now,
            )
        Report.objects.bulk_update(opened, ["settled_at", "settled_by", "answer"])
    return len(opened)


def export_data(*, player: Player, **_sent: Any) -> dict[str, Any]:
    """The reports the player wrote. Receiver of `data_wanted`. Reports about the player name others, so they stay."""
    own = Report.objects.filter(by=player).select_related("about", "round__match")
    return {
        "reports": [
            {
                "about": each.about.nickname,
                "match": each.round.match.code if each.round else None,
                "text": each.text,
                "answer": each.answer,
                "at": each.at,
            }
            for each in own
        ]
    }


def erase_data(*, player: Player, known_as: Collection[str], instead: str, **_sent: Any) -> None:
    """Delete the texts of the player's reports, and the player's names in others'. Receiver of `account_erasing`."""
    Report.objects.filter(by=player).update(text="", answer="")
    replace_names_in_rows(Report.objects.all(), ["text", "answer"], known_as=known_as, instead=instead)
