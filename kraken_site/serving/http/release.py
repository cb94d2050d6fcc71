"""The release a page belongs to: a digest of all static files."""

from __future__ import annotations

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest


def current_release() -> str:
    """Return the digest of the collected static files, "" where they come from their sources."""
    return getattr(staticfiles_storage, "manifest_hash", "")


def release_context(request: HttpRequest) -> dict[str, str]:
    """Return the release for the frame of every page."""
    return {"release": current_release()}
