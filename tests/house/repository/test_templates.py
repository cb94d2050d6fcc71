"""Rules for every template: the strict content policy, and what a partial of the table may not ask for."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
PARTIALS = [path for path in TEMPLATES if path.name.startswith("_")]


def path_in_tree(path: Path) -> str:
    return str(path.relative_to(ROOT))


def without_comments(text: str) -> str:
    """Return the template without its comments, which no browser ever sees."""
    return re.sub(r"\{#.*?#\}|\{% comment.*?endcomment %\}", "", text, flags=re.DOTALL)


def test_there_are_templates_to_look_at() -> None:
    assert len(TEMPLATES) > 10
    assert PARTIALS


@pytest.mark.parametrize("path", TEMPLATES, ids=path_in_tree)
def test_no_inline_script_or_style(path: Path) -> None:
    text = without_comments(path.read_text())
    assert not re.search(r"<style\b", text)
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']", text)
    assert "hx-on" not in text
    assert "javascript:" not in text.lower()
    assert not re.search(r"hx-vals\s*=\s*[\"']js:", text)
    for tag in re.findall(r"<script\b[^>]*>", text):
        assert "src=" in tag or 'type="application/json"' in tag


@pytest.mark.parametrize("path", TEMPLATES, ids=path_in_tree)
def test_nothing_is_marked_safe_or_fetched_from_elsewhere(path: Path) -> None:
    text = without_comments(path.read_text())
    assert not re.search(r"\|\s*safe(seq)?\b", text)
    assert "autoescape off" not in text
    assert "autoescape false" not in text
    assert not re.search(r"(src|href|action)\s*=\s*[\"'](https?:)?//", text)


@pytest.mark.parametrize("path", [path for path in PARTIALS if "table" in path.parts], ids=path_in_tree)
def test_a_partial_of_the_table_needs_no_request(path: Path) -> None:
    """It is drawn from a consumer too, where none of these exist."""
    spoken = " ".join(re.findall(r"\{[{%].*?[%}]\}", without_comments(path.read_text())))
    assert not re.search(r"\b(request|user|csrf_token|messages|perms)\b", spoken)
