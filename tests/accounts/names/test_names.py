"""Nicknames that look alike have equal keys, and unusual names are refused."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import example, given
from hypothesis import strategies as st

from accounts.names import is_of_one_alphabet, is_reserved, look_alike_key, tidy_name
from accounts.services import checked_username, well_formed_nickname


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
    assert refused.value.code == "name-empty"


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
    assert refused.value.code == "name-unusual"


@pytest.mark.parametrize("name", ["anna\u3164", "аnna", "\u3164\u3164"])
def test_a_user_name_is_visible_and_of_one_alphabet(db: None, name: str) -> None:
    with pytest.raises(ValidationError):
        checked_username(username=name)
