"""The files of the repository, as git lists them."""

import subprocess
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)


def files_under_version_control() -> list[Path]:
    """The path of every file under version control that is on the disk."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]
