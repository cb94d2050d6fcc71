"""The tests keep house too: helpers live outside test modules, and Django is used as it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
SOURCES = {path: ast.parse(path.read_text()) for path in sorted(TESTS.rglob("*.py"))}
CONFIGURED = {"settings"}
"""Names of Django that are there to be given values."""


def imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each imported module with the name it, or what was taken from it, has here."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{one.name}", one.asname or one.name) for one in node.names)
        elif isinstance(node, ast.Import):
            yield from ((one.name, one.asname or one.name.partition(".")[0]) for one in node.names)


def changed(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield each object that gets another attribute, by assignment or by a call like `setattr(it, name, value)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            yield from (target.value for target in node.targets if isinstance(target, ast.Attribute))
        elif isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("setattr", "delattr"):
                yield node.args[0]


def root(node: ast.expr) -> str:
    """Return the name an expression begins with: `a` of `a.b(c).d` and of `type(a.b)`."""
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "type":
            node = node.args[0]
        elif isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            return ""
    return node.id


def test_no_test_module_imports_from_another() -> None:
    found = [
        f"{path.relative_to(TESTS)}: {module}"
        for path, tree in SOURCES.items()
        for module, _name in imported(tree)
        if module.startswith("tests.") and any(part.startswith("test_") for part in module.split(".")[:-1])
    ]
    assert found == []


def test_nothing_patches_django() -> None:
    found = []
    for path, tree in SOURCES.items():
        django = {name for module, name in imported(tree) if module.split(".")[0] in ("django", "channels")}
        found += [
            f"{path.relative_to(TESTS)}:{node.lineno}: {ast.unparse(node)}"
            for node in changed(tree)
            if root(node) in django - CONFIGURED
        ]
    assert found == []
