"""Seeds of deals: random bytes, and their encryption while a round runs, so that staff and copies of the database
cannot reveal the cards.

Key: HKDF of `SECRET_KEY`; those of `SECRET_KEY_FALLBACKS` still open what was sealed with them.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import lru_cache
from secrets import token_bytes
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games.engine.shuffle import SEED_BYTES
from games.table.log.models import Match

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


def sealed_seed(match_id: int) -> bytes:
    """The seed whose commitment the table shows while its deck can be cut. Raises SeedLost."""
    return open_seed(Match.objects.values_list("next_sealed", flat=True).get(pk=match_id))


def random_seed(purpose: str) -> bytes:
    """32 random bytes to shuffle with. `purpose` names what they are for, such as match and deal ("CODE/3"), and has no
    part in them: tests put a function in this place that gives each purpose its known cards."""
    return token_bytes(SEED_BYTES)
