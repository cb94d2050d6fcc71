"""`manage.py steward` that writes down what it did: `python -m tests.served.watched_steward`.

One line a deed in `VAR_DIR`/acted: process, match, log entry, and whether somebody else had done it before.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

ACTED = "acted"


def main() -> None:
    """Run until ended."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from games.table import services
    from tests.served.server import be_quick

    be_quick()

    def watched(act: Callable[..., Any], file: Path) -> Callable[..., Any]:
        def acted(**about: Any) -> Any:
            outcome = act(**about)
            with file.open("a") as lines:
                lines.write(f"{os.getpid()} {about['match_id']} {outcome.seq} {outcome.done_before}\n")
            return outcome

        return acted

    file = settings.VAR_DIR / ACTED
    services.play_for_bot = watched(services.play_for_bot, file)
    services.submit_for_house = watched(services.submit_for_house, file)
    call_command("steward")


if __name__ == "__main__":
    main()
