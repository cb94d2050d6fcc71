"""The refusal of a service, as its code."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.refusals import Refusing


def refusal(doing: Callable[[], object]) -> str:
    """The code with which the call is refused, in words that people can read."""
    with pytest.raises(Refusing) as refused:
        doing()
    assert refused.value.sentence
    return refused.value.code
