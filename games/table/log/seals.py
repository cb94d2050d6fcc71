"""Encryption of the seeds of running rounds, so that staff and copies of the database cannot reveal the cards.

Key: HKDF of `SECRET_KEY`; those of `SECRET_KEY_FALLBACKS` still open what was sealed with them.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PURPOSE: Final = b"seed of a running deal"
"""Part of every key: with another text nothing opens that was sealed before."""


class SeedLost(Exception):  # noqa: N818  it says what is so
    """A sealed seed that no key of this site opens."""


def seal(seed: bytes) -> str:
    """The seed encrypted, as text."""
    return _keys(_secrets()).encrypt(seed).decode()


def open_seed(sealed: str) -> bytes:
    """The seed that was sealed. Raises SeedLost."""
    try:
        return _keys(_secrets()).decrypt(sealed.encode())
    except InvalidToken as error:
        raise SeedLost("no key of this site opens the seed") from error


def _secrets() -> tuple[str, ...]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(maxsize=4)
def _keys(secrets: tuple[str, ...]) -> MultiFernet:
    return MultiFernet(
        [
            Fernet(urlsafe_b64encode(HKDF(SHA256(), 32, salt=None, info=PURPOSE).derive(secret.encode())))
            for secret in secrets
        ]
    )
