"""Nicknames that look alike have equal keys, and unusual names are refused."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.template import Context, Template
from hypothesis import example, given
from hypothesis import strategies as st

from accounts import services
from accounts.models import Player
from accounts.names import is_of_one_alphabet, is_reserved, isolated_name, look_alike_key, sort_key, tidy_name
from accounts.services import clean_username, well_formed_nickname


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "A n n a"),
        ("Anna", "Änna"),
        ("Anna", "Аnnа"),  # Cyrillic
        ("Anna", "Ａnna"),  # full width
        ("Anna", "An\u200bna"),  # a zero-width space
        ("Bob", "B0b"),
        ("Bill", "Bi11"),
        ("Bill", "BIII"),
        ("Sam", "5am"),
        ("Mam", "Marn"),
        ("Wim", "VVim"),
        ("Jan.", "Jan"),
        ("Anna", "ᴀɴɴᴀ"),  # small capitals
        ("Anna", "ɑnnɑ"),  # Latin alpha
        ("Anna", "ΑΝΝΑ"),  # Greek capitals
        ("Anna", "🅐🅝🅝🅐"),
        ("Anna", "🅰🅽🅽🅰"),
        ("Anna", "🇦🇳🇳🇦"),
        ("Anna", "An\u3164na"),  # a filler
        ("Anna", "An\ufe0fna"),
        ("Bord", "Børd"),
        ("Anna", "Аппа"),  # Cyrillic
        ("Rudi", "гиԁі"),  # Cyrillic
    ],
)
def test_names_that_look_alike_have_the_same_key(one: str, other: str) -> None:
    assert look_alike_key(one) == look_alike_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Jan", "Jan 3"), ("Kees", "Cees"), ("李", "王")]
)
def test_names_that_look_different_have_different_keys(one: str, other: str) -> None:
    assert look_alike_key(one) != look_alike_key(other)


@given(st.text(max_size=40))
@example("\U000e0041")
def test_tidying_is_idempotent_and_keeps_the_key(name: str) -> None:
    tidy = tidy_name(name)
    assert tidy_name(tidy) == tidy
    assert look_alike_key(tidy) == look_alike_key(name)


@pytest.mark.parametrize("name", ["Admin", "adm1n", "ARBITER", "st aff"])
def test_reserved_names_are_recognised(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name", ["\u3164", "\u115f\u1160", "\uffa0", "\u2800\u2800", "\u034f", "\u200b", "\ufe0f", "\U000e0100"]
)
def test_an_invisible_name_has_an_empty_key(name: str) -> None:
    assert tidy_name(name) == ""
    with pytest.raises(ValidationError) as refused:
        well_formed_nickname(name)
    assert refused.value.code == "name_empty"


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Łukasz",
        "Þór",
        "Bjørn",
        "O'Brien 2",
        "Ανδρέας",
        "Андрей",
        "李 明",
        "佐々木",
        "さくらサクラ",
        "José 🦑",
    ],
)
def test_usual_names_are_accepted(name: str) -> None:
    assert is_of_one_alphabet(name)


@pytest.mark.parametrize(
    "name",
    [
        "Аnna",
        "Anηa",
        "ɐnna",
        "ꭺnna",
        "ᎪᎷᎪ",
        "ꓮꓠꓠꓮ",
        "ⲁⲛⲛⲁ",
        "ʚnna",
        "\ufdfd",
        "Jan \ufdfa",
        "𒐫",
        "Jan ⸻",
        "Jan ꧅",
        "Z" + "\u0334" * 5,
    ],
)
def test_names_of_two_alphabets_or_of_signs_are_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        well_formed_nickname(name)
    assert refused.value.code == "name_unusual"


@pytest.mark.parametrize("name", ["anna\u3164", "аnna", "\u3164\u3164"])
def test_a_user_name_is_visible_and_of_one_alphabet(db: None, name: str) -> None:
    with pytest.raises(ValidationError):
        clean_username(username=name)


IN_ORDER = [
    "Åse",
    "de Beer",
    "Élise",
    "Erik",
    "Jan B.",
    "Jan de Wit",
    "Jansen",
    "Øyvind",
    "'t Hart",
    "van Dam",
]
IN_ORDER += ["Zoë", "Олег", "שרה"]


def test_lists_are_sorted_as_people_expect(make_player: Callable[..., Player]) -> None:
    """Without regard to case, accents and signs, and the same in Python and in the database."""
    assert sorted(set(IN_ORDER), key=sort_key) == IN_ORDER
    for name in reversed(IN_ORDER):
        make_player(name)
    assert list(Player.objects.order_by("nickname_sort").values_list("nickname", flat=True)) == IN_ORDER
    services.rename(player=Player.objects.get(nickname="Zoë"), nickname="Ädele")
    assert Player.objects.order_by("nickname_sort").first().nickname == "Ädele"


def test_every_list_of_players_is_sorted_by_that_key() -> None:
    """No query sorts by the stored name, whose order depends on the database."""
    for folder in ("accounts", "games", "kraken_site"):
        for path in (settings.BASE_DIR / folder).rglob("*.py"):
            assert not re.search(r'order_by\(\s*"(player__)?nickname"', path.read_text()), path


@given(st.text(max_size=60))
def test_a_sort_key_is_of_letters_and_digits_that_all_databases_order_alike(name: str) -> None:
    assert re.fullmatch("[a-z0-9]{0,200}", sort_key(name))


def test_a_name_from_right_to_left_is_isolated_in_a_sentence() -> None:
    assert isolated_name("שרה") == "\u2068שרה\u2069"
    assert isolated_name("Anna") == "Anna"


def test_templates_isolate_a_name_that_a_date_follows_in_a_sentence() -> None:
    said = Template(
        "{% load i18n values %}{% blocktranslate with name=name|isolate %}Appeal by {{ name }}{% endblocktranslate %}"
    )
    assert said.render(Context({"name": "שרה"})) == "Appeal by \u2068שרה\u2069"
    assert said.render(Context({"name": "Anna"})) == "Appeal by Anna"
