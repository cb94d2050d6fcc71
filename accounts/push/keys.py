"""The site's key for push messages (VAPID, RFC 8292), and the headers it signs."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from accounts.site_address import site_origin

SIGNED_FOR: Final = timedelta(hours=12)
"""How long a push service accepts a signature; at most 24 hours are allowed."""
AUTH_BYTES: Final = 16
POINT_BYTES: Final = 65


def is_on() -> bool:
    """Whether this site has a key, so that devices can ask for messages."""
    return bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """The public key as browsers take it, base64 for URLs; "" without a key."""
    return _public_key(settings.VAPID_PRIVATE_KEY) if is_on() else ""


def signed_headers(endpoint: str, *, now: datetime) -> dict[str, str]:
    """The Authorization header of a message to `endpoint`: this site sends it, to this push service."""
    from py_vapid import Vapid02  # for the processes that send

    service = urlsplit(endpoint)
    origin = site_origin()
    contact = origin if origin.startswith("https://") else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": contact,
    }
    return dict(Vapid02.from_raw(settings.VAPID_PRIVATE_KEY.encode()).sign(claims))


def are_device_keys(p256dh: str, auth: str) -> bool:
    """Whether these are the keys of a subscription: a point of P-256, and a secret of 16 bytes (RFC 8291)."""
    try:
        point, secret = decoded(p256dh), decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == POINT_BYTES and len(secret) == AUTH_BYTES


def decoded(text: str) -> bytes:
    """The bytes of base64 for URLs, with or without padding. Raises ValueError."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


@lru_cache(maxsize=2)
def _public_key(private: str) -> str:
    number = int.from_bytes(decoded(private), "big")
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")
