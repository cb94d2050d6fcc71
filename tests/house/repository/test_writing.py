"""Docstrings and comments say what is returned or done, so none begins with a question word as its subject."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.house.repository.kept import ROOT, kept_files

QUESTION_WORD = re.compile(r"#*[\s:]*(who|what|whose|whom|whoever|whatever)\b", re.IGNORECASE)
ASKING_COMMENT = re.compile(f"#{QUESTION_WORD.pattern}", re.IGNORECASE)
"""Found in every source with a comment that begins so. Only those are cut into tokens, which takes longest."""


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of every docstring, those after a constant or a field included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, str):
                yield node.lineno, node.value.value


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of the first line of every comment; its further lines may begin anywhere in a sentence."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found = [(token.start, token.string) for token in tokens if token.type == tokenize.COMMENT]
    for ((above, column), _), ((line, place), text) in pairwise([((-1, 0), ""), *found]):
        if (above, column) != (line - 1, place):
            yield line, text


def faults(source: str) -> list[str]:
    """Line and text of every docstring and comment that begins with a question word."""
    written = sorted([*docstrings(source), *(comments(source) if ASKING_COMMENT.search(source) else ())])
    return [f"{line}: {text.splitlines()[0]}" for line, text in written if QUESTION_WORD.match(text)]


@pytest.mark.slow
def test_no_docstring_and_no_comment_begins_with_a_question_word() -> None:
    files = [path for path in kept_files() if path.suffix == ".py"]
    assert len(files) > 500
    found = {str(path.relative_to(ROOT)): faults(path.read_text(encoding="utf-8")) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "source",
    [
        '"""What a module holds."""',
        'def seat():\n    """\n    Who sits there.\n    """',
        'async def seat():\n    """Whose seat it is."""',
        'class Seat:\n    """Whoever sits there."""',
        'class Seat:\n    number: int\n    """What the number is."""',
        'LIMIT = 3\n"""Whatever comes after it is refused."""',
        "seat = 0  # who sits there",
        "# What follows is refused.\nseat = 0",
        "seat = 0\n# Seats begin at 0.\n\n# whom it concerns",
    ],
)
def test_a_question_word_is_found_wherever_a_sentence_begins(source: str) -> None:
    assert len(faults(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"""The seat of the player who deals."""',
        'WHAT = "What do you play?"',
        'print("# who deals")',
        "# The seat goes to the player\n# who drew the lowest card.\nseat = 0",
        '"""Whole cards only."""',
    ],
)
def test_other_sentences_pass(source: str) -> None:
    assert faults(source) == []
