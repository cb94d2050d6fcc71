"""Socket addresses of the games: a table of contents."""

from django.urls import path, re_path

from games.league.evenings.consumers import CockpitConsumer
from games.table.sockets.consumers import (
    SharedScreenConsumer,
    TableConsumer,
    UnknownAddressConsumer,
    WaitingRoomConsumer,
)
from games.table.sockets.look_back import LookBackConsumer

websocket_urlpatterns = [
    path("ws/t/<str:code>/", TableConsumer.as_asgi()),
    path("ws/t/<str:code>/seats/", WaitingRoomConsumer.as_asgi()),
    path("ws/t/<str:code>/round/<int:number>/", LookBackConsumer.as_asgi()),
    path("ws/screen/<str:code>/", SharedScreenConsumer.as_asgi()),
    path("ws/e/<int:number>/", CockpitConsumer.as_asgi()),
    re_path("", UnknownAddressConsumer.as_asgi()),
]
