"""A forked program is as good as one started by itself: its own environment, output, exit status and end."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.served import programs
from tests.served.processes import environment_of

PROGRAM = """
import os, sys, time
print(os.environ["CALLED"], *sys.argv[1:], os.getpid(), flush=True)
if sys.argv[1] == "wait":
    time.sleep(1000)
sys.exit("it fails")
"""
NAMED = """
import django
django.setup()
from games.table import live
print(live.process_group())
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a program that says how it was called, and waits or fails."""
    made = tmp_path_factory.mktemp("programs")
    (made / "program.py").write_text(PROGRAM)
    return made


def test_it_has_its_own_environment_output_and_exit_status(folder: Path) -> None:
    done = programs.run([str(folder / "program.py"), "fail", "soon"], environment_of(folder, CALLED="here"))
    *said, pid = done.stdout.split()
    assert said == ["here", "fail", "soon"]
    assert "CALLED" not in os.environ
    assert int(pid) != os.getpid()
    assert (done.returncode, done.stderr) == (1, "it fails\n")


def test_it_dies_at_once_of_a_kill_and_others_run_on(folder: Path) -> None:
    """Also where another environment was asked for meanwhile."""
    here, elsewhere = (environment_of(folder, CALLED=name) for name in ("here", "elsewhere"))
    words = [str(folder / "program.py"), "wait"]
    with (folder / "log").open("w") as log:
        first, second = (programs.start(words, here, log) for _ in range(2))
        third = programs.start(words, elsewhere, log)
        second.kill()
        assert second.wait(PATIENCE) == -signal.SIGKILL
        assert first.poll() is third.poll() is None
        first.send_signal(signal.SIGTERM)
        third.kill()
        assert [first.wait(PATIENCE), third.wait(PATIENCE)] == [-signal.SIGTERM, -signal.SIGKILL]
    assert len({first.pid, second.pid, third.pid}) == 3


def test_servers_of_one_club_have_names_of_their_own(folder: Path) -> None:
    """With the same name one that stops would close the sockets of the others."""
    (folder / "named.py").write_text(NAMED)
    names = [
        programs.run([str(folder / "named.py")], environment_of(folder, CALLED="here")).stdout for _ in "ab"
    ]
    assert all(names)
    assert names[0] != names[1]
