"""Refusals: codes with their sentence and HTTP status, the base exception, and the page of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, Self

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control

from accounts.errors import AccountRefused
from games.engine import errors as engine

View = Callable[..., HttpResponse]

CODE_HEADER: Final = "Refusal-Code"
"""Response header that carries the code of a refusal, for programs; people read the sentence."""


class RefusalWithStatus(engine.RefusalCode):
    """A closed list of reasons; each room declares its own: `NOT_YOURS = "not_yours", _("Take the case first."), 409`.

    The code is for tests and programs, the English sentence for people; the HTTP status is 422 unless named.
    """

    status: int

    def __new__(cls, code: str, sentence: str, status: int = 422) -> Self:
        member = str.__new__(cls, code)
        member._value_ = code
        member.sentence = sentence
        member.status = status
        return member


def same_as(refusal: RefusalWithStatus) -> tuple[str, str, int]:
    """Code, sentence and status of another room's refusal, for a room that refuses the same."""
    return refusal.value, refusal.sentence, refusal.status


class Refusing(Exception):  # noqa: N818
    """A request is refused and nothing has changed. Each room derives its own class.

    `facts` fill the placeholders of the sentence. Tests assert `code`; users read `sentence`.
    """

    def __init__(self, code: engine.RefusalCode, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self._facts = facts

    @property
    def facts(self) -> Mapping[str, object]:
        """The facts of the sentence, as they were given."""
        return self._facts

    @property
    def status(self) -> int:
        """The HTTP status of the code, 422 for one without."""
        return self.code.status if isinstance(self.code, RefusalWithStatus) else 422

    @property
    def sentence(self) -> str:
        """The reason in the language that is active when it is read."""
        return gettext(self.code.sentence).format(**self._in_words())

    def _in_words(self) -> Mapping[str, object]:
        """The facts as the placeholders of the sentence need them, large numbers with thousands apart."""
        return {
            name: number_format(fact, force_grouping=True) if isinstance(fact, int) else fact
            for name, fact in self._facts.items()
        }


def form_page(
    request: HttpRequest,
    template: str,
    page: Mapping[str, object],
    *,
    refused: Refusing | None,
    is_sent: bool,
) -> HttpResponse:
    """A page with a form and `refused` in its context: 200 as first asked for, 422 for a form that was sent and has
    faults, and the status and code of the refusal where the service refused what the form wished."""
    status = refused.status if refused else 422 if is_sent else 200
    response = render(request, template, {**page, "refused": refused}, status=status)
    if refused:
        response[CODE_HEADER] = refused.code
    return response


def refusal_page(
    request: HttpRequest,
    template: str,
    refused: Refusing | AccountRefused,
    context: Mapping[str, object] | None = None,
) -> HttpResponse:
    """The page that says why something was refused, with the status of the refusal and its code in a header."""
    page = {**(context or {}), "refused": refused}
    response = render(request, template, page, status=refused.status)
    response[CODE_HEADER] = refused.code
    return response


def answer_refusals(template: str, *refusals: type[Refusing | AccountRefused]) -> Callable[[View], View]:
    """Decorate a view: let signed-in players in, and answer these `refusals` by the page `template`, with sentence,
    status and code. Nothing is cached."""

    def decorate(view: View) -> View:
        @login_required
        @cache_control(private=True, no_store=True)
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except refusals as refused:
                return refusal_page(request, template, refused)

        return wrapped

    return decorate
