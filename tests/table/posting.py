"""A browser without JavaScript at a table: it looks at the page and posts its forms."""

from __future__ import annotations

from django.test import Client

from games.table.log.models import Match
from tests.table.plain_forms import Control, Form, forms_of


def page_of(match: Match, client: Client) -> str:
    return client.get(f"/t/{match.code}/").content.decode()


def form_on(match: Match, client: Client, form_id: str) -> Form:
    """The one form of that id on the player's page."""
    (found,) = [form for form in forms_of(page_of(match, client)) if form.id == form_id]
    return found


def press(client: Client, form: Form, button: Control, **typed: str) -> None:
    """Send the form; it is taken and leads back to a page."""
    post(client, form, form.pressed(button, **typed))


def post(client: Client, form: Form, fields: dict[str, list[str]]) -> None:
    """Send these fields by the form, as a browser does: only what the page has proves where it comes from. They are
    taken and lead back to a page."""
    client.handler.enforce_csrf_checks = True
    response = client.post(form.action, fields)
    assert response.status_code == 302, f"{fields} is refused: {response.headers.get('Refusal-Code')}"
