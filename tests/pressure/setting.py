"""A club of several processes is furnished by a process of its own: `python -m tests.pressure.setting TABLES PEOPLE`.

Migrates, starts so many tables with so many people each (bots at the other seats), prints codes and session cookies.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict


def main(tables: int, people: int) -> None:
    """Furnish the club the environment names."""
    import django

    django.setup()
    from tests.bench.setting import create_database, start_tables

    create_database()
    print(json.dumps([asdict(seated) for seated in start_tables(tables, people=people, prefix="t")]))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
