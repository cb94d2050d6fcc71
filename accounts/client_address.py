"""The client's address as rate limits count it. A household of IPv6 addresses counts as one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

HOUSEHOLD_BITS: Final = 64
"""Leading bits of an IPv6 address that belong to one customer, who may use every address below them."""

WITH_PORT: Final = re.compile(r"\[([^\]]+)\](?::\d+)?|([\d.]+):\d+")
"""An address as some proxies write it: `1.2.3.4:567`, `[::1]:567` or `[::1]`."""


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the address a connection comes from, "" when it is unknown; of IPv6 only the household's part.

    Behind a proxy it is the last one in X-Forwarded-For, which the proxy added; a client can write those before it.
    """
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return _client((scope.get("client") or [""])[0], forwarded[-1] if forwarded else "")


def address_of_request(request: HttpRequest) -> str:
    """Return the address a request of Django comes from, as `address_of` does."""
    return _client(request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", ""))


def household_of(text: str) -> str:
    """Return an address as it is counted: of IPv6 the first of the household's addresses, "" for what is none."""
    if written := WITH_PORT.fullmatch(text):
        text = written[1] or written[2]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, HOUSEHOLD_BITS), strict=False).network_address)
    return str(getattr(address, "ipv4_mapped", None) or address)


def _client(peer: str, forwarded: str) -> str:
    if settings.TRUST_PROXY and forwarded:
        peer = forwarded.rpartition(",")[2].strip()
    return household_of(peer)
