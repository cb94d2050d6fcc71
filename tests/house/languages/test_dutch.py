"""The catalogues in `locale/`: every marked sentence is there, translated, with its places filled alike.

Dutch is one file; a further language is another one, and everything here holds for it too.
"""

from __future__ import annotations

import gettext
import os
import re
import shutil
from pathlib import Path

import django.conf
import pytest
from django.conf import settings
from django.core.management import call_command
from django.template import engines
from django.utils import translation
from django.utils.translation import gettext as translated

from accounts.models import Player
from accounts.replaced_texts import REPLACED_TEXTS
from games.engine import registry
from games.engine.options import options_of
from games.engine_words import card_name
from tests.engine.refusals import EVERY_REFUSAL
from tests.house.languages.catalogues import CATALOGUES, entries, language, read_compiled, sentences

ROOT = Path(settings.BASE_DIR)
SAME_EVERYWHERE = {"Amsterdam", "Rotterdam", "re", "rekraken", "herkraken", "overkraken"}
PLACES = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%[sd]")


every_catalogue = pytest.mark.parametrize("path", CATALOGUES, ids=language)


def test_every_language_but_the_sources_has_a_catalogue() -> None:
    assert {language(path) for path in CATALOGUES} == {code for code, _ in settings.LANGUAGES} - {"en"}
    assert all(len(sentences(path)) > 1000 for path in CATALOGUES)


def test_languages_call_themselves_by_their_own_names() -> None:
    assert dict(settings.LANGUAGES) == {"en": "English", "nl": "Nederlands"}
    offered = dict(Player._meta.get_field("language").flatchoices)
    assert list(offered) == ["", *dict(settings.LANGUAGES)]


@every_catalogue
def test_the_program_reads_what_the_catalogue_says(path: Path) -> None:
    """`make messages` was run after the last change: nothing is missing, changed or left over."""
    said = read_compiled(path)._catalog
    written: dict[object, str] = {}
    for entry in sentences(path):
        if entry.many:
            written |= {(entry.key, number): words for number, words in entry.forms.items()}
        elif entry.forms[0]:
            written[entry.key] = entry.forms[0]
    assert {key: words for key, words in said.items() if key != ""} == written


@every_catalogue
def test_nothing_is_untranslated_or_guessed(path: Path) -> None:
    head = next(iter(entries(path)))
    forms = int(re.search(r"nplurals=(\d)", head.forms[0])[1])
    left = [
        entry.sentence
        for entry in sentences(path)
        if entry.fuzzy
        or not all(entry.forms.values())
        or set(entry.forms) != set(range(forms if entry.many else 1))
    ]
    assert left == []


@every_catalogue
def test_every_place_for_a_fact_is_kept(path: Path) -> None:
    """`{name}` and `%(name)s` stand in the translation as often as in the sentence, and no other does."""
    lost = []
    for entry in sentences(path):
        for number, words in entry.forms.items():
            source = entry.many if entry.many and number else entry.sentence
            if words and sorted(PLACES.findall(words)) != sorted(PLACES.findall(source)):
                lost.append((source, words))
    assert lost == []


@every_catalogue
def test_spaces_lines_and_ends_of_sentences_are_kept(path: Path) -> None:
    """A sentence stays one: the same blanks around it, the same line ends, and a full stop where one was."""
    odd = []
    for entry in sentences(path):
        for words in filter(None, entry.forms.values()):
            same_edges = (words[:1].isspace(), words[-1:].isspace()) == (
                entry.sentence[:1].isspace(),
                entry.sentence[-1:].isspace(),
            )
            ends = [text.rstrip().endswith((".", "!", "?", ":", "…")) for text in (entry.sentence, words)]
            if not same_edges or ends[0] != ends[1] or words.count("\n") != entry.sentence.count("\n"):
                odd.append((entry.sentence, words))
    assert odd == []


@every_catalogue
def test_what_the_engine_and_the_partials_say_is_there(path: Path) -> None:
    """Known without gettext's tools: the words of the games are data, and Jinja2 knows its own."""
    known = {entry.sentence for entry in sentences(path)} | {
        entry.many for entry in sentences(path) if entry.many
    }
    said = {refusal.sentence for refusal in EVERY_REFUSAL}
    for game in registry.GAMES:
        said |= {game.name, *game.words.values()}
        for option in options_of(game.Options):
            said |= {option.label, option.help, option.group, *(option.values or {}).values()}
        for preset in game.presets:
            said |= {preset.label, preset.help}
    for partial in (ROOT / "templates" / "table").rglob("_*.html"):
        for _line, _function, found in engines["jinja2"].env.extract_translations(partial.read_text()):
            said |= {found} if isinstance(found, str) else set(filter(None, found or ()))
    assert sorted(words for words in said - known - SAME_EVERYWHERE if re.search("[a-z]", words)) == []


@pytest.mark.slow
@every_catalogue
def test_no_marked_sentence_is_missing(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sources are gathered anew into an empty catalogue: the one that is kept has the same sentences."""
    if shutil.which("xgettext") is None:
        assert os.environ.get("CI") != "true", "gettext is not installed"
        pytest.skip("gettext is not installed")
    for name in ("accounts", "games", "kraken_site", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "locale").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "LOCALE_PATHS", [tmp_path / "locale"])

    call_command("makemessages", locale=[language(path)], verbosity=0)

    fresh = tmp_path / "locale" / language(path) / "LC_MESSAGES" / "django.po"
    kept = {entry.key for entry in sentences(path)}
    found = {entry.key for entry in sentences(fresh)}
    assert (sorted(found - kept), sorted(kept - found)) == ([], []), "make messages, then translate"


NOT_SAID = (
    r"[Kk]anpaar|[Dd]e kan (heeft|gaat|krijgt|moet|wint)\b",
    r"\bwedstrijdpunten\b(?! \(winst)",
    r"punten voor winst",
    r"Rondes kaarten",
    r"[Tt]afels per avond",
    r"van %\(planned\)s rondes",
    r"[Ee]r is niet bekend|Wie niet bekende",
    r"\bCockpit\b",
    r"Plaatsen loten",
    r"aantal spelers dat hier samen",
    r"Blijft voorgoed",
    r"tafel van de arbiter",
    r"[Ss]cheidsrechter",
    r"[Cc]ontrolespoor",
    r"Wie een regel in de stand",
    r"aanmelden kan",
    r"punten voor min punten",
    r"[Ss]traf of tegoed",
    r"haar uitslag",
    r"Gesplitst",
    r"\bslug\b",
    r"Zeg het de\b",
    r"e-mail verzonden",
    r"\bLogin\b",
    r"(?<!e-)(?<!E-)\b[Mm]ailadres",
    r"(?<![\w({-])[Mm]ail\b",
    r"Een brief\b",
    r"Uren om over een ronde",
    r"kan niet terug\.",
    r"Naar de pagina zelf",
    r"\b[Dd]eler\b",
    r"\d\}? op rij t/m|\{length\} op rij",
    r"het geheim hasht",
    r"Ouderdom|hoe oud ook",
    r"Elke harten kost",
    r"Doet weer mee",
    r"klaverentwee",
    r"\bde (bekende )?app\b",
    r"hebt %\(link\)sregistreer",
)
"""Words that Dutch card players found odd in the pages of a season; each has a better one in the catalogue."""


@pytest.mark.parametrize("odd", NOT_SAID)
def test_dutch_is_said_as_card_players_say_it(odd: str) -> None:
    (path,) = (each for each in CATALOGUES if language(each) == "nl")
    found = [words for entry in sentences(path) for words in entry.forms.values() if re.search(odd, words)]
    assert found == []


SAID = {
    "points on the sheets": "spelpunten (zoals op het blad)",
    "points for the place at the table": "wedstrijdpunten (winst, gelijk, verlies; of per plaats)",
    "Rounds of cards at a table": "Spellen per partij (16 = een boom)",
    "Tables an evening for each player": "Rondes per avond",
    "%(played)s of %(planned)s round": "%(played)s van %(planned)s spel",
    "Round %(number)s of %(planned)s": "Spel %(number)s van %(planned)s",
    "A suit was not followed": "Er is verzaakt",
    "Who did not follow suit": "Wie verzaakte",
    "Cockpit": "Wedstrijdleiding",
    "Draw the seats": "Tafels indelen",
    "The arbiter's desk": "Protesten behandelen",
    "Audit trail": "Logboek",
    "Who is in the standings?": "Wie staan er in de stand?",
    "open for signing up": "inschrijving open",
    "points for less points against": "saldo",
    "Penalty or credit": "Strafpunten of bonus",
    "its result stands": "uitslag blijft",
    "Split": "Per koppel verschillend",
    "Have you come after all? Tell the secretary.": "Ben je er toch? Zeg het tegen de secretaris.",
    "Confirmation email sent to %(email)s.": "Bevestigingsmail verstuurd naar %(email)s.",
    "User name or e-mail": "Gebruikersnaam of e-mail",
    "Mail address": "E-mailadres",
    "A mail to one person": "Uitnodigen per e-mail",
    "Hours to ask about a round": "Protesttermijn (uren)",
    "This cannot be undone.": "Dit kan niet ongedaan worden gemaakt.",
    "To the page itself": "Naar de inhoud",
    "Utrecht: left of the dealer must name a suit": "Utrechts: de voorhand (links van de gever) moet spelen",
    "Age": "Wanneer gevraagd",
    "of any age": "maakt niet uit",
    "Takes part again": "Weer laten meedoen",
    "Withdrawn": "Teruggetrokken",
    "Answer first: {question}": "Antwoord eerst: {question}",
    "Declare first, or pass.": "Meld eerst of pas.",
    "{run} up to the {card}: {points}": "{run} t/m {card}: {points}",
    "run of three": "driekaart",
    "No combination in your hand": "Geen roem in je hand",
    "Previous trick": "Vorige slag",
    "Last trick": "Laatste slag",
    "easy": "makkelijk",
    "Easy: by rule of thumb": "Makkelijk: speelt op gevoel",
    "usual here": "hier gebruikelijk",
    "There is no roem in this trick.": "Er ligt geen roem in deze slag.",
}
"""The better words, by sentence."""


def test_what_players_found_odd_has_the_better_word() -> None:
    (path,) = (each for each in CATALOGUES if language(each) == "nl")
    found = {entry.sentence: entry.forms[0] for entry in sentences(path) if entry.sentence in SAID}
    assert found == SAID


def test_borrowed_sentences_are_still_said_by_the_pages_they_come_from() -> None:
    borrowed = [
        gettext.translation("django", Path(module.__file__ or "").parent / "locale", ["nl"])
        for module in (__import__("allauth"), __import__("django.contrib.auth", fromlist=["auth"]))
    ]
    borrowed.append(gettext.translation("django", Path(django.conf.__file__).parent / "locale", ["nl"]))
    lost = [words for words in REPLACED_TEXTS if all(each.gettext(words) == words for each in borrowed)]
    assert lost == []


def test_cards_and_refusals_are_said_in_dutch() -> None:
    with translation.override("nl"):
        assert card_name("HJ") == "hartenboer"
        assert card_name("CA") == "klaveraas"
        assert translated("It is not your turn.") == "Je bent niet aan de beurt."
        assert translated("clubs") == "clubs"
    assert card_name("HJ") == "jack of hearts"
