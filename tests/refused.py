"""Refusals of services, by their code."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.errors import AccountRefused
from games.refusals import Refusing


def refusal(doing: Callable[[], object]) -> str:
    """The code with which the call is refused, in words that people can read."""
    with pytest.raises((Refusing, AccountRefused)) as refused:
        doing()
    assert refused.value.sentence
    return refused.value.code


def expect_refused(code: str, doing: Callable[..., object], **given: object) -> None:
    """Expect the call with the arguments `given` to be refused with this code."""
    assert refusal(lambda: doing(**given)) == code
