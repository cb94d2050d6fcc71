"""Where somebody comes from, as rate limits see it: one household is one address."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from django.conf import settings

HOUSEHOLD: Final = 64
"""Leading bits of an IPv6 address that are one customer's; below them everybody has addresses without end."""


def address_of(scope: Mapping[str, Any]) -> str:
    """The address a connection comes from, "" when nobody knows; of IPv6 only the household's part.

    Behind a proxy it is the one the proxy itself added, the last: what stands before it the visitor may have written.
    """
    said = (scope.get("client") or [""])[0]
    if settings.TRUST_PROXY:
        forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        if forwarded:
            said = forwarded[-1].decode("latin-1").rpartition(",")[2].strip()
    return household(said)


def household(said: str) -> str:
    """The written address as it is counted: of IPv6 the household's part, "" when it is no address."""
    try:
        address = ip_address(said)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, HOUSEHOLD), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)
