"""The forms and links of a page, read out of its HTML as a browser reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from urllib.parse import urldefrag, urljoin, urlsplit

TYPED = {
    "date": "2026-03-14",
    "datetime-local": "2026-03-14T20:00",
    "time": "20:00",
    "email": "kim@example.org",
    "text": "Kim",
    "password": "tulip-harbour-9",
    "textarea": "Kim",
}
"""Input for an empty form field, by its type."""


@dataclass
class Form:
    """A form: where it goes, how, and each field with the values it holds or offers."""

    address: str
    method: str
    multipart: bool = False
    fields: dict[str, list[str]] = field(default_factory=dict)

    def filled(self, chance: Random) -> dict[str, list[str]]:
        """Return every field with one of the values it offers, one that says something where there is one."""
        said = {name: [value for value in values if value] for name, values in self.fields.items()}
        return {name: [chance.choice(values or [""])] for name, values in said.items()}


class Page(HTMLParser):
    """The forms and links of a page that lies at `address`."""

    def __init__(self, address: str, html: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._by_id: dict[str, Form] = {}
        self._form: Form | None = None
        self._select = ""
        self._later: list[tuple[str, str, str]] = []
        self.feed(html)
        for name, form_id, value in self._later:
            if form_id in self._by_id:
                self._by_id[form_id].fields.setdefault(name, []).append(value)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get", "hx-post"):
            if name in said and tag != "link":
                self._link(said[name])
        match tag:
            case "form":
                where = said.get("hx-post") or said.get("action") or self.address
                method = "post" if "hx-post" in said else said.get("method", "get").lower()
                self._form = Form(
                    urldefrag(urljoin(self.address, where)).url,
                    method,
                    "multipart" in said.get("enctype", ""),
                )
                self.forms.append(self._form)
                if "id" in said:
                    self._by_id[said["id"]] = self._form
            case "select":
                self._select = said.get("name", "")
                self._takes(said, tag)
            case "option" if self._select and self._form:
                self._form.fields[self._select].append(said.get("value", ""))
            case "input" | "textarea" | "button":
                self._takes(said, tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""

    def _takes(self, said: dict[str, str], tag: str) -> None:
        name = said.get("name", "")
        if not name or name == "csrfmiddlewaretoken":
            return
        if "form" in said:
            self._later.append((name, said["form"], said.get("value", "")))
        elif self._form is not None:
            values = self._form.fields.setdefault(name, [])
            if tag != "select":
                kind = tag if tag == "textarea" else said.get("type", "text")
                values.append(said.get("value") or TYPED.get(kind, "1"))

    def _link(self, where: str) -> None:
        found = urlsplit(urljoin(self.address, where))
        if found.path.startswith("/") and not found.netloc:
            self.links.append(f"{found.path}?{found.query}" if found.query else found.path)
