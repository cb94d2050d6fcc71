"""Deleting an account clears the player's texts in cases and in other people's notices; the cases stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Notice, Player
from accounts.personal_data import data_of
from games.disputes import personal_data
from games.disputes.models import Case
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


def test_erasure_clears_the_texts_and_keeps_the_case(
    file: Callable[..., Case], seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    case = file()
    complaint = case.complaints.get()
    who, text = complaint.player, complaint.text
    assert [each["text"] for each in data_of(who, now=clock.now)["complaints"]] == [text]
    assert Notice.objects.filter(text__endswith=text).exists()

    personal_data.erase_data(player=who, known_as=[who.nickname], instead="N.N.", now=clock.now)

    complaint.refresh_from_db()
    assert (complaint.text, complaint.player) == ("", who)
    assert not Notice.objects.filter(text__contains=text).exists()
    assert Case.objects.get(pk=case.pk).state == case.state
