"""No two players at a table can be taken for each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.people.names import look_alike_key, speaks_for_the_house, tidy_name


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
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert look_alike_key(one) == look_alike_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Jan", "Jan 3"), ("Kees", "Cees"), ("李", "王")]
)
def test_names_that_differ_to_the_eye_have_two(one: str, other: str) -> None:
    assert look_alike_key(one) != look_alike_key(other)


@given(st.text(max_size=40))
def test_tidying_is_done_once_and_never_changes_the_look(name: str) -> None:
    tidy = tidy_name(name)
    assert tidy_name(tidy) == tidy
    assert look_alike_key(tidy) == look_alike_key(name)


@pytest.mark.parametrize("name", ["Admin", "adm1n", "ARBITER", "st aff"])
def test_nobody_speaks_for_the_house(name: str) -> None:
    assert speaks_for_the_house(name)
