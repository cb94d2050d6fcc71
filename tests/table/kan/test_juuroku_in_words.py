"""What a juuroku brings or costs is said with the deal itself in it, by the figures of the sheet."""

from __future__ import annotations

from typing import Final

import pytest
from django.test import Client

from games.bots.kan import lessons
from games.engine.kan.scoring import TABLES

pytestmark = pytest.mark.django_db

NUMBERS: Final = {9: "nine", 17: "seventeen"}


def test_page_and_lesson_count_a_made_and_a_failed_juuroku_the_same_way(client: Client) -> None:
    table = {line: kan for line, (kan, _mukan) in TABLES["aomori"].items()}
    made = NUMBERS[table["won"] + table["juuroku_made"]]
    failed = NUMBERS[-(table["lost"] + table["juuroku_failed"])]
    page = client.get("/rules/kan/").content.decode()
    assert f"a made juuroku brings {made} points, and a failed one costs {failed}." in page
    ideas = [lesson.idea for lesson in lessons.LESSONS]
    assert any(f"juuroku brings {made} points or costs {failed}." in idea for idea in ideas)
