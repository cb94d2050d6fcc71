"""The rule of a ruling: chosen from the rules of the game or typed, and linked to its page."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from accounts.models import Player
from games.disputes import labels, services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, CaseKind, Ruling
from games.engine import registry
from games.table.review import rulebook
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.pages.conftest import preview_ruling

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]


@pytest.mark.parametrize("game", [game.key for game in registry.GAMES])
def test_every_rule_is_a_numbered_heading_of_its_page(client: Client, game: str) -> None:
    page = client.get(f"/rules/{game}/").content.decode()
    found = re.findall(r'<h[23] id="([\w-]+)">([\d.]+) ([^<]+)</h[23]>', page)
    assert found == [(rule.anchor, rule.number, rule.title) for rule in rulebook.book_of(game)]
    assert len({rule.anchor for rule in rulebook.book_of(game)}) == len(found)


BOOKS = {game.key: game.rulebook for game in registry.GAMES}


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_citation_fits_its_column(language: str) -> None:
    with translation.override(language):
        for game, book in BOOKS.items():
            assert (
                max(len(rulebook.cite_rule(game, rule)) for rule in book) <= services.judging.MAX_RULE_LENGTH
            )


@pytest.mark.parametrize("kind", CaseKind)
def test_fitting_rules_come_first_and_none_is_missing(kind: str) -> None:
    for game, book in BOOKS.items():
        fitting, others = labels.offered_rules(game, about=kind, ruling=RulingKind.STANDS)
        assert {anchor for anchor, _words in (*fitting, *others)} == {rule.anchor for rule in book}
        assert len(fitting) + len(others) == len(book)
    fitting, _others = labels.offered_rules("kraken", about=kind, ruling=RulingKind.STANDS)
    assert bool(fitting) == (kind not in (CaseKind.OTHER, CaseKind.CALL)), (
        "nobody calls out of turn in Kraken"
    )


def test_a_chosen_rule_is_cited_with_a_link_to_its_page(
    taken_case: Case, desk: Client, seated_players: list[Player]
) -> None:
    form = desk.get(f"/desk/{taken_case.pk}/?kind=bonus").content.decode()
    assert '<optgroup label="Fits here">' in form
    assert '<option value="in-a-trick">4.2 In a trick</option>' in form
    _status, fields, page = preview_ruling(
        desk, taken_case, "bonus", points_0=20, rule="", rule_chosen="in-a-trick"
    )
    assert "Kraken 4.2 In a trick" in page
    assert desk.post(f"/desk/{taken_case.pk}/rule/", fields).status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.rule, ruling.wanted["rule"]) == ("Kraken 4.2 In a trick", "in-a-trick")
    read = client_of(seated_players[2]).get(f"/cases/{taken_case.pk}/").content.decode()
    assert '<a href="/rules/kraken/#in-a-trick">Kraken 4.2 In a trick</a>' in read


def test_a_stored_citation_is_read_in_the_language_of_the_reader_while_its_number_is_the_same() -> None:
    with translation.override("nl"):
        told = labels.renewed_citation("kraken", "in-a-trick", stored="Kraken 4.2 In a trick")
        assert told == "Kraken 4.2 In een slag"
        assert labels.renewed_citation("kraken", "in-a-trick", stored="Kraken 3 Roem") == "Kraken 3 Roem"
        assert labels.renewed_citation("kraken", "", stored="Our article 4") == "Our article 4"


def test_a_typed_rule_is_shown_as_typed(taken_case: Case, desk: Client, seated_players: list[Player]) -> None:
    _status, fields, _page = preview_ruling(desk, taken_case, "stands", rule="Our club, article 4")
    desk.post(f"/desk/{taken_case.pk}/rule/", fields)
    assert Ruling.objects.get().rule == "Our club, article 4"
    read = client_of(seated_players[2]).get(f"/cases/{taken_case.pk}/").content.decode()
    assert "Our club, article 4 ·" in read


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rule": "", "rule_chosen": ""}, "Name the rule this rests on."),
        ({"rule": "", "rule_chosen": "hundred"}, "The rules of this game have no such number."),
        ({"rule": "Article 4", "rule_chosen": "roem"}, "Choose a rule or type one, not both."),
    ],
)
def test_no_rule_or_two_rules_are_refused_with_a_sentence(
    taken_case: Case, desk: Client, fields: dict[str, str], sentence: str
) -> None:
    status, _form, page = preview_ruling(desk, taken_case, "stands", **fields)
    assert (status, sentence in page) == (422, True)
    assert "It was so." in page, "what was typed is still there"


def test_the_services_refuse_unknown_rules(taken_case: Case, arbiters: list[Player], clock: Clock) -> None:
    with pytest.raises(DisputeRefused) as refused:
        services.give_ruling(
            case_id=taken_case.pk,
            arbiter=arbiters[0],
            wanted=RulingRequest(RulingKind.STANDS),
            reason="So.",
            rule_chosen="hundred",
            now=clock.now,
        )
    assert refused.value.code == DisputeRefusal.NO_SUCH_RULE
    assert not Ruling.objects.exists()
