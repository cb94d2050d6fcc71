"""How long a test waits for what another process, a thread or a browser does.

Not a promise: on a busy machine everything may take ten times as long. Speed is measured by `make bench`.
"""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 60.0
"""Seconds."""
