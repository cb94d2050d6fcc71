"""The client's address as rate limits count it: one household of IPv6 addresses is one address."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from django.conf import settings

HOUSEHOLD_BITS: Final = 64
"""Leading bits of an IPv6 address that belong to one customer, who may use every address below them."""


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the address a connection comes from, "" when it is unknown; of IPv6 only the household's part.

    Behind a proxy it is the last one in X-Forwarded-For, which the proxy added; a client can write those before it.
    """
    address = (scope.get("client") or [""])[0]
    if settings.TRUST_PROXY:
        forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        if forwarded:
            address = forwarded[-1].decode("latin-1").rpartition(",")[2].strip()
    return household(address)


def household(text: str) -> str:
    """Return an address as it is counted: of IPv6 the household's part, "" for what is no address."""
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, HOUSEHOLD_BITS), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)
