"""Changed rules are confirmed with what changed, and files have names people read."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import Player
from games.league.models import Competition, Entrant
from games.league.queries import season_table
from games.league.seasons.exports import results_csv
from games.league.seasons.season_views import FILE_WORDS, file_name
from tests.conftest import Clock
from tests.league.written_evenings import hold_evening

pytestmark = pytest.mark.django_db


def test_changed_rules_are_said_and_nothing_changed_too(competition: Competition, desk: Client) -> None:
    address = reverse("league:league_rules", args=[competition.pk])
    fields = desk.get(address).context["form"]
    sent = {name: fields[name].value() for name in fields.fields if fields[name].value() is not None}
    changed = {**sent, "rule-best_of": 5, "reason": "agreed"}
    shown = desk.post(address, changed, follow=True).content.decode()
    assert "Rules saved." in shown
    assert "5" in shown.partition("Rules saved.")[2][:120]
    assert "nothing was changed" in desk.post(address, changed, follow=True).content.decode()


def test_files_are_named_in_the_readers_language() -> None:
    with override("nl"):
        names = [file_name("Dinsdag, 1e klasse", str(FILE_WORDS[kind]), "csv") for kind in FILE_WORDS]
    assert names[:2] == ["dinsdag-1e-klasse-stand.csv", "dinsdag-1e-klasse-uitslagen.csv"]


def test_tallies_that_nobody_has_are_empty_in_the_results(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    hold_evening(competition, entrants[:4], secretary, clock(), (100, 62))
    table = season_table(competition)
    had = [tally for tally in table.tallies if any(row.credit.tallies.get(tally.key) for row in table.rows)]
    head, *lines = results_csv(table).splitlines()
    empty = len(table.tallies) - len(had)
    assert empty
    assert all(line.count('""') >= empty or ",," in line for line in lines)
    assert head
