"""The tests on PostgreSQL and Redis: `python -m tests.served.on_cluster COMMAND...` runs it beside a cluster.

The command finds the cluster in `DATABASE_URL`; `tests/conftest.py` says what tests do with it. Ends as it ends.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.served.backends import own_postgresql


def main(command: list[str]) -> int:
    """Run the command to its end; its exit status."""
    with own_postgresql() as cluster:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": cluster.url}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
