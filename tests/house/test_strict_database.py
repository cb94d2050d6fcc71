"""The test database, of whichever kind, refuses the values that PostgreSQL refuses, with the same error."""

from __future__ import annotations

import pytest
from django.db import DataError, connection, models, transaction

from accounts.models import Club, Notice, Player

pytestmark = pytest.mark.django_db
REFUSED = [
    (Club, "name", "n" * 61),
    (Club, "name", "De \0 Roem"),
    (Club, "slug", "s" * 61),
    (Club, "answer_hours", 2**15),
    (Club, "answer_hours", 2**70),
    (Player, "nickname", "N" * 200),
    (Notice, "text", "with a \0 inside"),
    (Notice, "mentions", ["with a \0 inside"]),
]


@pytest.fixture(autouse=True)
def _one_of_each(club: Club, players: list[Player]) -> None:
    Notice.objects.create(player=players[0], subject="Drawn", text="", url="/", at=club.created_at)


@pytest.mark.parametrize(("model", "field", "value"), REFUSED)
def test_no_way_into_the_database_takes_it(model: type[models.Model], field: str, value: object) -> None:
    row = model._base_manager.first()
    assert row is not None
    setattr(row, field, value)
    before = list(model._base_manager.order_by("pk").values())
    for write in (row.save, lambda: model._base_manager.update(**{field: value})):
        with pytest.raises(DataError), transaction.atomic():
            write()
    assert list(model._base_manager.order_by("pk").values()) == before


def test_a_number_that_grows_too_large_in_the_database_is_refused(club: Club) -> None:
    with pytest.raises(DataError), transaction.atomic():
        Club.objects.update(answer_hours=models.F("answer_hours") + 40_000)


def test_bare_sql_is_refused_too(club: Club) -> None:
    with pytest.raises(DataError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_club SET name = %s", ["n" * 61])


def test_a_text_with_a_nul_cannot_even_be_looked_for() -> None:
    with pytest.raises(DataError), transaction.atomic():
        Club.objects.filter(slug="de-\0-roem").exists()


def test_json_about_a_nul_is_kept() -> None:
    Notice.objects.update(mentions=["\\u0000"])
    assert Notice.objects.get().mentions == ["\\u0000"]


def test_a_length_is_counted_in_letters_and_may_be_reached(club: Club) -> None:
    club.name = "é" * 60
    club.save()
    club.refresh_from_db()
    assert len(club.name) == 60
