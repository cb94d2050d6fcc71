"""Settings of the site as the tests run it: a strict database, static files from their sources, quick passwords."""

from __future__ import annotations

from kraken_site.settings import *  # noqa: F403
from kraken_site.settings import DATABASES, STORAGES

# `django.db.backends.sqlite3` becomes `tests.databases.sqlite3`.
DATABASES["default"]["ENGINE"] = DATABASES["default"]["ENGINE"].replace(
    "django.db.backends", "tests.databases"
)
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # No test cuts the power of the machine, so no commit waits for the disk (PostgreSQL of the tests: fsync=off).
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
