"""How long a test waits for what another process, a thread or a browser does.

No promise of the house: the machine may be busy with ten other things, and then everything takes ten times as long.
How fast it must be is for `make bench` to say.
"""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 60.0
"""Seconds."""
