"""Base exception for refusals: a code of a closed list, its sentence, and an HTTP status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from django.utils.translation import gettext


class Refusing(Exception):  # noqa: N818
    """A request is refused and nothing has changed. Each room derives its own class with sentences and statuses.

    `facts` fill the placeholders of the sentence. Tests assert `code`; users read `sentence`.
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
        """The HTTP status of the code."""
        return self.statuses.get(self.code, 422)

    @property
    def sentence(self) -> str:
        """The reason in the language that is active when it is read."""
        return gettext(self.sentences[self.code]).format(**self._in_words())

    def _in_words(self) -> Mapping[str, object]:
        """The facts as the placeholders of the sentence need them."""
        return self._facts
