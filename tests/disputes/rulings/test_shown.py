"""The page of a case says in points of the sheet what a ruling did, and who played with whom."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import Player
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.labels import granted_in_words
from games.disputes.models import Case
from games.table.screen.narration import People
from tests.clients import client_of

pytestmark = pytest.mark.usefixtures("real_time")

PEOPLE = People(("Ann", "Ben", "Cor", "Dot"), (0, 1, 0, 1), ((0, 2), (1, 3)))


@pytest.mark.parametrize(
    ("wanted", "effect", "words"),
    [
        ({"kind": "bonus", "points": [40, 0]}, [80, 0, 80, 0], ("Ann and Cor: 40 × 2 = 80",)),
        ({"kind": "bonus", "points": [20, 40]}, [80, 160, 80, 160], ("20 × 4 = 80", "40 × 4 = 160")),
        ({"kind": "bonus", "points": [40, 0]}, [40, 0, 40, 0], ()),
        ({"kind": "bonus", "points": [40, 0]}, [344, -324, 344, -324], ()),
        ({"kind": "assigned", "points": [40, 0]}, [80, 0, 80, 0], ()),
    ],
)
def test_a_grant_that_is_multiplied_is_told_as_a_sum(
    wanted: dict[str, object], effect: list[int], words: tuple[str, ...]
) -> None:
    lines = granted_in_words(wanted, {"points": effect}, PEOPLE)
    assert len(lines) == len(words)
    assert all(line.endswith(told) for line, told in zip(lines, words, strict=True))


@pytest.mark.django_db
def test_the_page_of_a_case_tells_the_round_before_and_after(
    file: Callable[..., Case], rule: Callable[..., Case], seated_players: list[Player], arbiters: list[Player]
) -> None:
    case = rule(file(), arbiters[0], RulingKind.BONUS, points=(40, 0))
    page = client_of(seated_players[1]).get(f"/cases/{case.pk}/").content.decode()
    assert "100 → 140" in page
    assert "62 → 62" in page


@pytest.mark.django_db
def test_the_arbiter_is_told_while_somebody_can_still_answer_and_who_played_with_whom(
    file: Callable[..., Case],
    take_and_ask: Callable[[Case], Case],
    seated_players: list[Player],
    arbiters: list[Player],
) -> None:
    """Until all who were asked have answered; the pages say who plays with whom."""
    case, desk = take_and_ask(file()), client_of(arbiters[0])
    for player in seated_players[1:]:
        page = desk.get(f"/desk/{case.pk}/").content.decode()
        assert "then nobody can answer any more" in page
        services.answer(case_id=case.pk, player=player, text="I saw nothing.", now=timezone.now())
    page = desk.get(f"/desk/{case.pk}/").content.decode()
    assert "then nobody can answer any more" not in page
    one, other, partner, last = seated_players
    page = client_of(other).get(f"/cases/{case.pk}/").content.decode()
    assert f"{one} and {partner} against {other} and {last}" in page
