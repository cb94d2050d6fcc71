"""The server's entry: pages over http, tables over sockets."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
pages = get_asgi_application()

from games.routing import websocket_urlpatterns  # noqa: E402  (needs the apps loaded)
from kraken_site.arrivals import Arrivals  # noqa: E402
from kraken_site.bodies import BodyLimit  # noqa: E402
from kraken_site.gate import Gate  # noqa: E402
from kraken_site.headers import HeaderGuard  # noqa: E402
from kraken_site.heads import HeadWithoutBody  # noqa: E402
from kraken_site.health import Health  # noqa: E402
from kraken_site.openings import AddressLimit, Openings  # noqa: E402
from kraken_site.origins import OriginGuard  # noqa: E402
from kraken_site.posts import PostGuard  # noqa: E402
from kraken_site.sockets import SocketGuard, unknown_socket  # noqa: E402

tables = URLRouter([*websocket_urlpatterns, re_path("", unknown_socket)])
application = ProtocolTypeRouter(
    {
        "http": HeadWithoutBody(Health(BodyLimit(PostGuard(Gate(HeaderGuard(pages)))))),
        "websocket": OriginGuard(AddressLimit(CookieMiddleware(Arrivals(SocketGuard(Openings(tables)))))),
    }
)
