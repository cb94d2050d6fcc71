"""Stored texts name players by key and show current names; typed text cannot name a player."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.mentions import fill_names, mention, stored_text, with_names
from accounts.models import Notice, Player
from accounts.services import rename

pytestmark = pytest.mark.django_db


def test_names_are_current_at_reading(players: list[Player]) -> None:
    kept = stored_text(["for ", players[0], ", ", players[1]], longest=80)
    assert "Anna" not in kept
    assert fill_names(kept) == "for Anna, Bram"
    rename(player=players[0], nickname="Annabel")
    assert fill_names(kept) == "for Annabel, Bram"


def test_a_name_from_right_to_left_pulls_no_number_along(make_player: Callable[..., Player]) -> None:
    sarah = make_player("שרה")
    assert fill_names(stored_text([sarah, " 12"], longest=80)) == "\u2068שרה\u2069 12"


def test_typed_text_and_older_rows_stay_as_they_are(players: list[Player]) -> None:
    assert fill_names("Anna and {name}, 3 → 4") == "Anna and {name}, 3 → 4"
    typed = mention(players[0].pk)
    assert "Anna" not in fill_names(stored_text(["the cup of ", typed], longest=80))
    assert fill_names(f"{typed} {mention(0)}", only=[]) == f"{typed} {mention(0)}"


@pytest.mark.parametrize("longest", range(1, 40))
def test_a_shortened_text_ends_in_no_partial_key(players: list[Player], longest: int) -> None:
    kept = stored_text(["away: ", players[0], " and ", players[1]], longest=longest)
    assert len(kept) <= longest
    assert "{" not in fill_names(kept)


def test_many_rows_need_one_query_and_show_only_their_own_players(players: list[Player]) -> None:
    both = " ".join(mention(each.pk) for each in players[:2])
    rows = [Notice(subject=both, text="", mentions=[players[1].pk]) for _row in range(20)]
    with CaptureQueriesContext(connection) as asked:
        shown = with_names(rows, "subject", "text")
    assert len(asked) == 1
    assert {row.subject for row in shown} == {f"{mention(players[0].pk)} Bram"}
    with CaptureQueriesContext(connection) as asked:
        with_names([Notice(subject="Nobody", text="")], "subject", "text")
    assert not asked
