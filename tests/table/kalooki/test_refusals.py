"""A refusal in Kalooki says why, with the heading of the rules page that forbids it."""

from __future__ import annotations

import re
from inspect import getsource

import pytest
from django.utils import translation

from accounts.models import Player
from games.engine.errors import IllegalAction
from games.engine.kalooki import drawing, turn
from games.engine.kalooki.game import RULEBOOK
from games.table.log.errors import refusal_by_engine
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.kalooki.deals import RUN_WITH_A_JOKER, deck
from tests.table.laid_deals import Lay
from tests.table.play import start_match
from tests.table.posting import form_on

NO_RULE = {"NOT_NOW", "CARD_NOT_HELD", "NO_SUCH_MELD", "WRONG_DEAL"}
"""Said of an action that no form of the page offers at any moment."""
FORBIDDEN = {heading.anchor: heading.refusals for heading in RULEBOOK if heading.refusals}


def test_every_refusal_of_a_turn_or_a_draw_stands_under_one_heading() -> None:
    raised = {code for part in (drawing, turn) for code in re.findall(r"Refusal\.(\w+)", getsource(part))}
    named = [code.name for codes in FORBIDDEN.values() for code in codes]
    assert len(set(named)) == len(named)
    assert set(named) == raised - NO_RULE


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("heading", [one for one in RULEBOOK if one.refusals], ids=lambda one: one.anchor)
def test_the_sentence_ends_with_the_number_and_name_of_the_rule(heading: object, language: str) -> None:
    with translation.override(language):
        for code in heading.refusals:
            alone = refusal_by_engine(IllegalAction(code, number=2)).sentence
            told = refusal_by_engine(IllegalAction(code, number=2), RULEBOOK).sentence
            assert told.startswith(alone)
            assert told.endswith(f"{heading.number}: {translation.gettext(heading.title)}.")


@pytest.mark.django_db
def test_the_page_says_the_rule_where_a_joker_is_discarded(
    players: list[Player],
    clock: Clock,
    lay: Lay,
) -> None:
    lay(deck(RUN_WITH_A_JOKER, contract_number=2), players=4)
    match = start_match(players=players, now=clock.now, game="kalooki", options={"deals": [2]}, fill=False)
    client = client_of(players[0])
    form = form_on(match, client, "answer")
    (take,) = [button for button in form.buttons if button[1] == "take"]
    client.post(form.action, form.pressed(take))
    form = form_on(match, client, "hand")
    (joker,) = [button for button in form.buttons if button[1] == "XX"]
    response = client.post(form.action, form.pressed(joker))
    assert response.status_code == 422
    assert "A joker is never discarded. Rule 3.5: Discarding." in response.content.decode()
