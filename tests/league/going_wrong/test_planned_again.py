"""A cancelled evening takes place after all: its date and who signed up stand again, and the trail says so."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Notice, Player, Role
from games.league import services
from games.league.models import Competition, Entrant, Evening
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up
from tests.league.shown import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def cancelled_evening(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> Evening:
    evening = plan_evening(competition, clock.now)
    sign_up(evening, entrants[:8], secretary, clock.now)
    services.sign(evening_id=evening.pk, entrant=entrants[9], comes=False, player=secretary, now=clock.now)
    evening = draw_evening(evening)
    return services.cancel_evening(
        evening_id=evening.pk, version=evening.version, actor=secretary, reason="snow", now=clock.now
    )


def again(evening: Evening, reader: Player) -> int:
    sending = {"do": "plan_again", "version": f"{evening.version}"}
    return client_of(reader).post(reverse("league:cockpit_do", args=[evening.pk]), sending).status_code


def test_it_is_planned_again_from_its_page_with_its_date_and_who_signed_up(
    cancelled_evening: Evening, secretary: Player, members: list[Player], clock: Clock
) -> None:
    for name in ("league:evening", "league:cockpit"):
        assert "Plan it again" in page(client_of(secretary), name, cancelled_evening.pk)
    assert "Plan it again" not in page(client_of(members[0]), "league:evening", cancelled_evening.pk)
    Notice.objects.all().delete()
    assert again(cancelled_evening, secretary) == 302
    evening = Evening.objects.get(pk=cancelled_evening.pk)
    assert (evening.status, evening.starts_at) == ("planned", cancelled_evening.starts_at)
    assert evening.sign_ups.filter(comes=True).count() == 8
    html = page(client_of(members[0]), "league:evening", evening.pk)
    assert "does not take place" not in html
    told = Notice.objects.filter(player=members[0]).latest("pk")
    assert "takes place after all" in str(told.subject)
    assert AuditEntry.objects.filter(what="planned_again").count() == 1
    trail = page(client_of(secretary), "disputes:trail")
    assert "takes place after all" in trail
    (table, *_others) = open_round(draw_evening(evening), secretary, clock.now)
    assert table.match_id


def test_only_those_who_run_the_club_do_it_and_once(
    cancelled_evening: Evening, secretary: Player, members: list[Player]
) -> None:
    club = cancelled_evening.competition.season.club
    club.memberships.filter(player=members[1]).update(role=Role.ARBITER)
    assert again(cancelled_evening, members[0]) == 403
    assert again(cancelled_evening, members[1]) == 403
    assert again(cancelled_evening, secretary) == 302
    assert again(cancelled_evening, secretary) == 409
    cancelled_evening.refresh_from_db()
    assert again(cancelled_evening, secretary) == 409, "it is planned already"


def test_a_second_cancelling_gives_its_own_reason(
    cancelled_evening: Evening, secretary: Player, clock: Clock
) -> None:
    again(cancelled_evening, secretary)
    cancelled_evening.refresh_from_db()
    clock.advance(60)
    services.cancel_evening(
        evening_id=cancelled_evening.pk,
        version=cancelled_evening.version,
        actor=secretary,
        reason="fire",
        now=clock.now,
    )
    html = page(client_of(secretary), "league:evening", cancelled_evening.pk)
    assert "fire" in html
