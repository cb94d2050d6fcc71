"""Promises of the rules of a competition on paper: the card tells no rule that exists only on phones."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import registry
from games.engine.options import options_of
from games.league.models import Competition
from games.league.standings.rules import CompetitionRules
from games.table.screen.rule_card import rule_card

pytestmark = pytest.mark.django_db

ON_PHONES = (
    "Seconds to claim after the last trick",
    "Roem in a trick",
    "Time to think",
    "Others may look on",
)
EVERYWHERE = ("How trumps are made", "Points for the last trick", "A substitute&#x27;s points are for")


@pytest.mark.parametrize("cards", ["here", "paper"])
def test_the_card_of_a_competition_on_paper_leaves_out_what_only_phones_do(
    competition: Competition, desk: Client, cards: str
) -> None:
    competition.rules = {**competition.rules, "cards": cards}
    competition.save()
    page = desk.get(reverse("league:league_rules", args=[competition.pk])).content.decode()
    card = page.partition('id="change-rules"')[0]
    assert [label in card for label in ON_PHONES] == [cards == "here"] * len(ON_PHONES)
    assert all(label in card for label in EVERYWHERE)


@pytest.mark.parametrize("game", [found.key for found in registry.GAMES])
def test_a_card_on_paper_is_the_whole_card_without_the_rules_of_phones(game: str) -> None:
    phones = {option.label for option in options_of(registry.game(game).Options) if option.on_phones}
    whole, paper = (
        {rule.label for rules in rule_card(game, {}, on_paper=on_paper).values() for rule in rules}
        for on_paper in (False, True)
    )
    assert whole - paper == whole & phones
    assert paper


def test_a_paper_competition_still_offers_the_rules_of_phones_to_change(
    competition: Competition, desk: Client
) -> None:
    """A table of it can be put on phones."""
    page = desk.get(reverse("league:league_rules", args=[competition.pk])).content.decode()
    form = page.partition('id="change-rules"')[2]
    for option in options_of(CompetitionRules):
        if option.on_phones:
            assert f'name="rule-{option.name}"' in form
