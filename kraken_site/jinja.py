"""The Jinja2 environment of the table's partials.

Partials are drawn from a consumer as well as from a view, so nothing here may know a request. A partial is given its
variables, its labels among them (`games/table/screen/rendering.py`), and finds no other names.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, StrictUndefined


def environment(**options: Any) -> Environment:
    """Return the environment Django's Jinja2 backend uses: escaping on, and no names but those a partial is given.

    A name a partial uses without having been given it is an error at once, never an empty string. The extension finds
    the labels for the catalogues (`makemessages`).
    """
    options.setdefault("undefined", StrictUndefined)
    options.pop("autoescape", None)
    made = Environment(
        **options, autoescape=True, trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"]
    )
    made.globals.clear()
    return made
