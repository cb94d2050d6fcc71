"""The Jinja2 environment of the table's partials.

Partials are drawn from a consumer as well as from a view, so nothing here may know a request. The
language is the one active in the drawing thread; `rendering` activates it before it draws.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import Environment, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape


class PlainContext(Context):
    """Calls what a partial calls, and nothing else.

    Jinja2's own looks at each call whether the function wants the context for itself; none of ours does.
    """

    def call(
        self,
        function: Callable[..., Any],
        /,
        *positions: Any,
        _loop_vars: object = None,
        _block_vars: object = None,
        **names: Any,
    ) -> Any:
        return function(*positions, **names)


class PlainCompiler(CodeGenerator):
    """Escapes with `shown` what a partial shows."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.shown(")


class PlainEnvironment(Environment):
    """Calls and escapes directly: a move is drawn with some fifty of each."""

    context_class = PlainContext
    code_generator_class = PlainCompiler

    @staticmethod
    def shown(value: object) -> str:
        """The value as safe HTML; what is safe already stays as it is."""
        if type(value) is Markup:
            return value
        return str(value) if type(value) is int else escape(value)


def environment(**options: Any) -> Environment:
    """Return the environment Django's Jinja2 backend uses: escaping on, gettext, `static` and `url`.

    A name a partial uses without having been given it is an error at once, never an empty string.
    """
    options.setdefault("undefined", StrictUndefined)
    options["autoescape"] = True
    made = PlainEnvironment(
        **options,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=translation.gettext,
        ngettext=translation.ngettext,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
        newstyle=True,
    )
    made.globals.update(static=static, url=_url)
    return made


def _url(name: str, *positions: object, **names: object) -> str:
    return reverse(name, args=positions or None, kwargs=names or None)
