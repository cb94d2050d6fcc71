"""Settings of the site for servers that tests start: quick passwords, and no commit waits for the disk."""

from __future__ import annotations

from kraken_site.settings import *  # noqa: F403
from kraken_site.settings import DATABASES

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # No test cuts the power of the machine.
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
# The usual one takes a quarter of a second of processor time for each account and each login.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
