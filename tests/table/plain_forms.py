"""Forms of a page as a browser without JavaScript fills them in and sends them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"input", "link", "meta", "br", "img", "hr"})
Control = tuple[str, str]
"""Name and value."""


@dataclass
class Form:
    """A form on a page: `fields` are always sent, of `buttons` the one that is pressed."""

    id: str
    action: str
    fields: list[Control] = field(default_factory=list)
    buttons: list[Control] = field(default_factory=list)
    options: list[Control] = field(default_factory=list)
    """Every value that a list of the form offers, under the list's name."""

    def pressed(self, button: Control, **typed: str) -> dict[str, list[str]]:
        """The fields as they are sent when `button` is pressed, with the text `typed` into them."""
        sent: dict[str, list[str]] = {}
        for name, value in [*self.fields, button]:
            if name:
                sent.setdefault(name, []).append(typed.get(name, value))
        return sent

    def chosen(self, name: str, *values: str) -> dict[str, list[str]]:
        """The fields as its button sends them when these values are chosen from its lists of that name, in the others
        nothing."""
        missing = [value for value in values if (name, value) not in self.options]
        assert missing == [], f"{name} does not offer {missing}"
        empty = [one for one, _value in self.fields].count(name) - len(values)
        return {**self.pressed(self.buttons[0]), name: [*values, *[""] * empty]}

    def word(self, button: Control) -> str:
        """The value of `do` that `button` sends; empty for a form without one."""
        return dict([*self.fields, button]).get("do", "")


class _Reader(HTMLParser):
    """Collects the posted forms outside hidden elements, and controls that name their form by its id.

    An element that a script shows from some time on (`data-from`) shows at once where there are no scripts.
    """

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.outside: list[tuple[str, str, Control]] = []
        self._open: list[tuple[str, bool]] = []
        self._form: Form | None = None
        self._select: Control | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append((tag, "hidden" in given and "data-from" not in given))
        if tag == "form":
            self._form = Form(given.get("id", ""), given.get("action", ""))
            if given.get("method") == "post" and not any(hidden for _tag, hidden in self._open):
                self.forms.append(self._form)
        elif tag in ("input", "button"):
            self._read_control(tag, given)
        elif tag == "select" and self._form is not None:
            self._select = (given.get("name", ""), "")
        elif tag == "option" and self._select and self._form is not None:
            self._form.options.append((self._select[0], given.get("value", "")))
            if "selected" in given:
                self._select = (self._select[0], given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select" and self._select and self._form is not None:
            self._form.fields.append(self._select)
            self._select = None
        while tag in [one for one, _hidden in self._open] and self._open.pop()[0] != tag:
            pass

    def _read_control(self, tag: str, given: dict[str, str]) -> None:
        kind = given.get("type", "submit" if tag == "button" else "text")
        if kind == "button" or "disabled" in given or (kind == "checkbox" and "checked" not in given):
            return
        place = "buttons" if kind == "submit" else "fields"
        control = given.get("name", ""), given.get("value", "on" if kind == "checkbox" else "")
        if "form" in given:
            self.outside.append((given["form"], place, control))
        elif self._form is not None:
            getattr(self._form, place).append(control)


def forms_of(page: str) -> list[Form]:
    """The posted forms of a page that are not hidden, each with all its controls."""
    reader = _Reader()
    reader.feed(page)
    for form_id, place, control in reader.outside:
        for form in reader.forms:
            if form.id == form_id:
                getattr(form, place).append(control)
    return reader.forms
