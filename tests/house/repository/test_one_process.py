"""`make test` runs the tests of a module in one process, so that what they share is made once.

The options of pytest say so, and pytest-xdist follows them: version 3.8 drops groups (`--dist loadgroup`) with pytest
9.2, and nothing but the time of a run tells.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
MODULE = """
import os
import pytest

@pytest.mark.parametrize("number", range(6))
def test_it(number):
    with open("processes", "a") as found:
        found.write(f"{os.getpid()}\\n")
"""


@pytest.mark.slow
def test_the_tests_of_a_module_run_in_one_process(tmp_path: Path) -> None:
    (tmp_path / "test_shared.py").write_text(MODULE)
    (tmp_path / "pytest.ini").write_text("[pytest]")
    makefile = (ROOT / "Makefile").read_text()
    [options] = re.findall(r"^PYTEST := \S+ -m pytest (.*)$", makefile, re.MULTILINE)
    words = [sys.executable, "-m", "pytest", "-p", "xdist.plugin", *options.split(), "-n", "2"]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ran = subprocess.run(words, cwd=tmp_path, env=alone, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    processes = (tmp_path / "processes").read_text().split()
    assert len(processes) == 6
    assert len(set(processes)) == 1
