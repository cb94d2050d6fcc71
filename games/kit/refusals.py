"""Refusals: the base exception with a code of a closed list, its sentence and an HTTP status, and the page of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

CODE_HEADER: Final = "Refusal-Code"
"""Response header that carries the code of a refusal, for programs; people read the sentence."""


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
    def facts(self) -> Mapping[str, object]:
        """The facts of the sentence, as they were given."""
        return self._facts

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


def refusal_page(
    request: HttpRequest, template: str, refused: Refusing, context: Mapping[str, object] | None = None
) -> HttpResponse:
    """The page that says why something was refused, with the status of the refusal and its code in a header."""
    page = {**(context or {}), "refused": refused}
    response = render(request, template, page, status=refused.status)
    response[CODE_HEADER] = refused.code
    return response
