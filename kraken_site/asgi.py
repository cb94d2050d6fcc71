"""ASGI application of the server: pages over HTTP, tables over WebSockets, each behind its middleware."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
pages = get_asgi_application()

from games.routing import websocket_urlpatterns  # noqa: E402  (needs the apps loaded)
from kraken_site.serving.http.head_requests import HeadWithoutBody  # noqa: E402
from kraken_site.serving.http.header_check import HeaderCheck  # noqa: E402
from kraken_site.serving.http.health import HealthCheck  # noqa: E402
from kraken_site.serving.http.page_limit import PageLimit  # noqa: E402
from kraken_site.serving.http.post_limit import PostLimit  # noqa: E402
from kraken_site.serving.sockets.authentication import SocketAuthentication  # noqa: E402
from kraken_site.serving.sockets.openings import AddressLimit, OpeningLimit  # noqa: E402
from kraken_site.serving.sockets.origin_check import OriginCheck  # noqa: E402
from kraken_site.serving.sockets.refusals import unknown_address  # noqa: E402
from kraken_site.serving.sockets.socket_limit import SocketLimit  # noqa: E402

sockets = URLRouter([*websocket_urlpatterns, re_path("", unknown_address)])
application = ProtocolTypeRouter(
    {
        "http": HeadWithoutBody(HealthCheck(PostLimit(PageLimit(HeaderCheck(pages))))),
        "websocket": OriginCheck(
            AddressLimit(CookieMiddleware(SocketAuthentication(SocketLimit(OpeningLimit(sockets)))))
        ),
    }
)
