"""ASGI application of the server: pages over HTTP, tables over WebSockets."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
pages = get_asgi_application()

from django.conf import settings  # noqa: E402  (needs the apps loaded)

from games.routing import websocket_urlpatterns  # noqa: E402
from kraken_site.asgi_middleware import HeaderCheck, HeadWithoutBody, LocalOriginCheck, OwnContext  # noqa: E402

sockets = AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
from_here = (
    LocalOriginCheck(sockets) if settings.LOCAL_PLAY else OriginValidator(sockets, settings.SITE_ORIGINS)
)
application = ProtocolTypeRouter(
    {"http": HeadWithoutBody(HeaderCheck(pages)), "websocket": OwnContext(from_here)}
)
