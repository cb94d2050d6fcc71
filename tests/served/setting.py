"""A club of several processes is furnished by a process of its own.

`python -m tests.served.setting TABLES PEOPLE [NAME]` migrates, starts so many tables with so many people each, whose
names begin with NAME (bots at the other seats), and prints codes and session cookies.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict

from tests.bench.load.tables import Seated
from tests.served import programs


def furnished(environment: Mapping[str, str], tables: int, people: int, name: str = "t") -> list[Seated]:
    """Furnish the club of that environment. Raises AssertionError when it cannot be done."""
    made = programs.run(["-m", "tests.served.setting", str(tables), str(people), name], environment)
    assert made.returncode == 0, made.stderr
    return [Seated(table["code"], tuple(table["cookies"])) for table in json.loads(made.stdout)]


def main(tables: int, people: int, name: str) -> None:
    """Furnish the club the environment names."""
    import django

    django.setup()
    from tests.bench.setting import create_database, start_tables

    create_database()
    print(json.dumps([asdict(seated) for seated in start_tables(tables, people=people, prefix=name)]))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:] or ["t"])
