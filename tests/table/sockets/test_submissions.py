"""A form means the same whichever way it came, and nothing that is no form gets past its reader."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from games.engine import registry
from games.engine.errors import MalformedAction
from games.table.log.errors import TableRefused
from games.table.sockets.submissions import Submission, read_fields, read_frame

FORM = "do=declare&combinations=&combinations=S7+S8+S9&combinations=HJ+DJ&window=1.declare"


def test_the_same_form_by_socket_and_by_post_says_the_same() -> None:
    posted = read_fields(dict(QueryDict(FORM + "&csrfmiddlewaretoken=abc").lists()))
    sent = read_frame(
        json.dumps(
            {
                "do": "declare",
                "combinations": ["", "S7 S8 S9", "HJ DJ"],
                "window": "1.declare",
                "HEADERS": {"HX-Request": "true", "X-CSRFToken": "abc"},
            }
        )
    )
    assert posted == sent
    assert posted == Submission("1.declare", {"do": "declare", "combinations": "S7 S8 S9;HJ DJ"})
    assert posted.word == "declare"


@pytest.mark.parametrize(
    ("fields", "data"),
    [
        ("arranged=&arranged=2+H7&arranged=1+S8&arranged=1+S7b", {"combinations": "S8 S7b;H7"}),
        ("combinations=&arranged=&arranged=", {"combinations": ""}),
        ("cards=&arranged_as=cards&arranged=1+SA;2+SA&arranged=", {"cards": "SA;SA"}),
        ("card=&arranged_as=card&arranged=&arranged=1+C3", {"card": "C3"}),
        ("placed=x+S3+target+m1+high", {"card": "S3", "target": "m1", "end": "high"}),
        ("placed=tack+S3+meld+n0+-", {"do": "tack", "card": "S3", "meld": "n0"}),
        ("placed=x+S3", {"card": "S3"}),
    ],
)
def test_what_a_plain_form_says_in_pieces_is_put_together(fields: str, data: dict[str, str]) -> None:
    """A list for each card names its group; a button names card, target and end."""
    assert read_fields(dict(QueryDict(f"window=w&do=x&{fields}").lists())) == Submission(
        "w", {"do": "x", **data}
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"do": 1},
        {"do": None},
        {"do": {"a": "b"}},
        {"do": ["play", 3]},
        {"do": "x" * 1001},
        {"do": "a\0b"},
        {"do": "a\ud800b"},
        {"do": ["a", "\udfff"]},
        {"\ud800": "x"},
        {"do": ["play", ["play"]]},
        {str(number): "x" for number in range(13)},
    ],
)
def test_what_is_no_form_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(TableRefused) as caught:
        read_fields(fields)
    assert caught.value.code == "unreadable"


def test_lists_within_lists_are_refused_however_deep() -> None:
    for depth in (2, 490, 2000, 100_000):
        frame = '{"do": ' + "[" * depth + "]" * depth + "}"
        assert code_of(lambda frame=frame: read_frame(frame)) == "unreadable", depth


@given(st.text())
def test_no_frame_is_an_error(frame: str) -> None:
    """Every frame is parsed, or refused with the code `unreadable`."""
    said = code_of(lambda: read_frame(frame))
    assert said in (None, "unreadable")


@given(
    st.dictionaries(st.sampled_from(["do", "card", "suit", "combinations", "dealer", "deck", "x"]), st.text())
)
def test_no_form_is_more_than_the_engine_can_refuse(fields: dict[str, str]) -> None:
    assert code_of(lambda: registry.game("kraken").parse(read_fields(fields).data)) != ""


def code_of(read: Callable[[], object]) -> str | None:
    """The code of the refusal, None when there was none."""
    try:
        read()
    except (TableRefused, MalformedAction) as refused:
        return str(refused.code)
    return None
