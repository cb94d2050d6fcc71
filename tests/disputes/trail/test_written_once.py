"""Append-only rows: no model, queryset, admin page or statement changes or removes them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.test import Client

from accounts.models import Player
from games.append_only import AppendOnly, IsAppendOnly
from games.disputes.effects import RulingKind
from games.disputes.models import Case, Ruling
from games.league.models import Correction, HouseRules, LeagueTable
from games.league.services import correct
from games.table.log.models import Action, Disconnection, Match
from games.trail import AuditEntry
from tests.conftest import Clock

pytestmark = pytest.mark.django_db
KEPT = [AuditEntry, Ruling, Correction]
TRIGGERS = {
    "sqlite": "SELECT tbl_name, count(*) FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgrelid::regclass::text, count(*) FROM pg_trigger WHERE NOT tgisinternal",
}
"""PostgreSQL has one more a table: there a table can be emptied at once."""


@pytest.fixture(autouse=True)
def _one_of_each(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    arbiters: list[Player],
    league_table: LeagueTable,
    secretary: Player,
    clock: Clock,
) -> None:
    rule(file(), arbiters[0], RulingKind.STANDS)
    seat = league_table.seats.select_related("entrant").first()
    assert seat is not None
    correct(
        evening=league_table.evening,
        entrant=seat.entrant,
        points=10,
        actor=secretary,
        reason="Counted wrongly.",
        now=clock.now,
    )


def test_every_append_only_model_is_tested_here() -> None:
    assert {*KEPT, HouseRules, Disconnection, Action} == set(AppendOnly.__subclasses__())
    with connection.cursor() as cursor:
        cursor.execute(f"{TRIGGERS[connection.vendor]} GROUP BY 1")
        guards = 2 if connection.vendor == "sqlite" else 3
        assert dict(cursor.fetchall()) == {
            model._meta.db_table: guards for model in AppendOnly.__subclasses__()
        }


@pytest.mark.parametrize("model", KEPT)
def test_rows_and_querysets_refuse_changes(model: type[models.Model]) -> None:
    row = model.objects.first()
    assert row is not None
    for doing in (
        row.save,
        row.delete,
        lambda: model.objects.update(reason="x"),
        lambda: model.objects.all().delete(),
        lambda: model.objects.bulk_update([row], ["reason"]),
    ):
        with pytest.raises(IsAppendOnly):
            doing()


@pytest.mark.slow
@pytest.mark.parametrize("model", KEPT)
@pytest.mark.parametrize("statement", ["UPDATE {} SET reason = 'x'", "DELETE FROM {}"])
def test_the_database_refuses_changes(model: type[models.Model], statement: str) -> None:
    before = list(model.objects.values())
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(model._meta.db_table))
    with pytest.raises(IntegrityError), transaction.atomic():
        model._base_manager.update(reason="x")
    assert list(model.objects.values()) == before


@pytest.mark.parametrize(
    "statement", ["UPDATE games_disconnection SET seat = 3", "DELETE FROM games_disconnection"]
)
def test_a_stored_absence_cannot_be_changed(match: Match, statement: str, clock: Clock) -> None:
    kept = Disconnection.objects.create(match=match, seat=2, gone_at=clock.now, back_at=clock.advance(9))
    with pytest.raises(IsAppendOnly):
        kept.delete()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Disconnection.objects.get().seat == 2


@pytest.mark.parametrize("statement", ["UPDATE games_action SET seat = 3", "DELETE FROM games_action"])
def test_the_log_of_a_match_cannot_be_changed(match: Match, statement: str) -> None:
    before = list(match.actions.values())
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(match.actions.values()) == before != []


def test_a_match_that_has_a_log_cannot_be_removed(match: Match) -> None:
    with pytest.raises(models.ProtectedError) as refused:
        match.delete()
    assert any(isinstance(row, Action) for row in refused.value.protected_objects)
    assert Match.objects.filter(pk=match.pk).exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["case", "ruling", "auditentry", "complaint", "answer"])
def test_the_admin_is_read_only(staff: Player, client: Client, name: str) -> None:
    client.force_login(staff)
    model = {"case": Case, "ruling": Ruling, "auditentry": AuditEntry}.get(name)
    assert client.get(f"/admin/games/{name}/").status_code == 200
    assert client.get(f"/admin/games/{name}/add/").status_code == 403
    if model is not None:
        row = model.objects.first()
        assert row is not None
        page = client.get(f"/admin/games/{name}/{row.pk}/change/")
        assert page.status_code == 200
        assert client.post(f"/admin/games/{name}/{row.pk}/change/", {"reason": "x"}).status_code == 403
        assert client.post(f"/admin/games/{name}/{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_correction_is_in_the_trail_of_the_club(league_table: LeagueTable, secretary: Player) -> None:
    entry = AuditEntry.objects.get(what="correction")
    assert (entry.actor, entry.reason) == (secretary, "Counted wrongly.")
    assert entry.club == league_table.evening.competition.season.club
    assert entry.after.endswith("+10")
