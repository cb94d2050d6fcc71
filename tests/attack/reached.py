"""Every page a role can reach by following links, and the forms on them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urljoin

from django.http.response import HttpResponseRedirectBase
from django.test import Client
from django.urls import Resolver404, resolve

from tests.attack.pages import Form, Page

PAGES_OF_A_KIND = 2
"""Pages with the same route that are read; a third has the same forms again."""
LEFT_OUT = ("/admin/",)
"""Django's own pages, which take no number or text of ours."""
Kind = tuple[object, ...]


def route_of(address: str) -> str:
    """The route an address belongs to, "/" for the first page and "" for an unknown address."""
    try:
        return resolve(address.partition("?")[0]).route or "/"
    except Resolver404:
        return ""


def forms_reached(client: Client, first: Iterable[str]) -> dict[Kind, Form]:
    """Return one form of each kind on the pages reached from these addresses.

    Forms with the same route, method and fields are of one kind; each of several buttons makes a form of its own. A
    redirect is followed as a link is, so that the page to sign in is read twice and not once an address.
    """
    waiting, seen, of_a_kind = deque(first), set(), Counter()
    found: dict[Kind, Form] = {}
    while waiting:
        address = waiting.popleft()
        route = route_of(address)
        if (
            address in seen
            or not route
            or of_a_kind[route] >= PAGES_OF_A_KIND
            or address.startswith(LEFT_OUT)
        ):
            continue
        seen.add(address)
        answer = client.get(address)
        if isinstance(answer, HttpResponseRedirectBase):
            of_a_kind[route] += 1
            waiting.append(urljoin(address, answer.url))
            continue
        if "text/html" not in answer.get("Content-Type", ""):
            continue
        of_a_kind[route] += 1
        page = Page(answer.wsgi_request.get_full_path(), answer.content.decode())
        waiting.extend(page.links)
        for form in page.forms:
            for word in dict.fromkeys(form.fields.get("do", [""])):
                kind = (route_of(form.address), form.method, *sorted(form.fields), word)
                fields = {**form.fields, "do": [word]} if word else form.fields
                if not form.address.startswith(LEFT_OUT):
                    found.setdefault(kind, replace(form, fields=fields))
    return found
