"""The server without the cyclic garbage collector: `python -m tests.served.uncollected --port N [--no-steward]`.

`/readyz` answers with the number of objects it keeps of each kind that belongs to one socket, as JSON by class name.
"""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.http import HttpRequest, JsonResponse

OF_ONE_SOCKET = ("WebSocketProtocol", "TableConsumer")


def main(arguments: list[str]) -> None:
    """Serve until ended."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.http import JsonResponse
    from django.urls import path

    from kraken_site import urls

    def kept(_request: HttpRequest) -> JsonResponse:
        found = Counter(type(each).__name__ for each in gc.get_objects())
        return JsonResponse({name: found[name] for name in OF_ONE_SOCKET})

    urls.urlpatterns.insert(0, path("readyz", kept))
    gc.disable()
    call_command("serve", "--host", "127.0.0.1", *arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
