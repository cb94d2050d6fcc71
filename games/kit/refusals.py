"""How a subject says no: a code of its closed list, the sentence that goes with it, and an HTTP status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from django.utils.translation import gettext


class Refusing(Exception):  # noqa: N818  a no is not an error
    """Something is not done, and nothing has changed. A subject derives its own, with its sentences and statuses.

    `facts` are put into the sentence. Tests assert `code`, people read `sentence`.
    """

    sentences: ClassVar[Mapping[str, str]]
    statuses: ClassVar[Mapping[str, int]]
    """HTTP status by code; 422 for every code not named."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self._facts = facts

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return self.statuses.get(self.code, 422)

    @property
    def sentence(self) -> str:
        """The reason in the language active where it is read, not where it arose."""
        return gettext(self.sentences[self.code]).format(**self._in_words())

    def _in_words(self) -> Mapping[str, object]:
        """The facts as the sentence takes them."""
        return self._facts
