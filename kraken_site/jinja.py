"""The Jinja2 environment of the table's partials.

Partials are drawn from a consumer as well as from a view, so nothing here may know a request. The
language is the one active in the drawing thread; `rendering` activates it before it draws.
"""

from __future__ import annotations

from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import Environment, StrictUndefined


def environment(**options: Any) -> Environment:
    """Return the environment Django's Jinja2 backend uses: escaping on, gettext, `static` and `url`.

    A name a partial uses without having been given it is an error at once, never an empty string.
    """
    options.setdefault("undefined", StrictUndefined)
    options["autoescape"] = True
    made = Environment(  # noqa: S701  (escaping is on, a line higher, whatever the settings say)
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
