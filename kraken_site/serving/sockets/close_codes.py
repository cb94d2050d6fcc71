"""Close codes of WebSockets, under their names in the IANA registry; 4401 is our own.

`static/js/table/connection/socket.js` lists the codes after which a page connects again by itself.
"""

from __future__ import annotations

from typing import Final

POLICY_VIOLATION: Final = 1008
"""The client sent too much or too large. The page does not connect again by itself."""
SERVICE_RESTART: Final = 1012
"""The server stops, or the player's role in a club has changed. The page connects again."""
RIGHTS_ENDED: Final = 4401
"""The player signed out, was banned or has a new password. The page does not connect again by itself."""
