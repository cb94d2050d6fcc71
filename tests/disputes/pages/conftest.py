"""Fixtures for the pages of a case and the preview of a ruling."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from games.disputes.models import Case

WHY = {"reason": "It was so.", "rule": "1.6"}


@pytest.fixture(autouse=True)
def _real_time(real_time: None) -> None:
    """Pages use the real time, so that is when all of this happens."""


def preview_ruling(desk: Client, case: Case, kind: str, **fields: object) -> tuple[int, dict[str, str], str]:
    """The answer to a preview: status, fields of the confirming form, and text."""
    answer = desk.post(f"/desk/{case.pk}/preview/", {"kind": kind, **WHY, **fields})
    body = answer.content.decode()
    form = body.partition(f'action="/desk/{case.pk}/rule/"')[2].partition("</form>")[0]
    hidden = re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', form)
    return answer.status_code, {name: html.unescape(value) for name, value in hidden}, body
