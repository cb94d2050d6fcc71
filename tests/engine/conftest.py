"""The engine's tests need no database and no clock; property tests have no deadline."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("engine", deadline=None, database=None)
settings.load_profile("engine")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest tests/engine --regenerate` writes the golden transcripts anew, to be read before a commit."""
    parser.addoption("--regenerate", action="store_true", help="write the golden transcripts anew")


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written instead of compared."""
    return bool(request.config.getoption("--regenerate", default=False))
