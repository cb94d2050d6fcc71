"""Socket addresses of the games: a table of contents."""

from django.urls import path

from games.league.evenings.consumers import cockpit_socket
from games.table.sockets.consumers import table_socket

websocket_urlpatterns = [
    path("ws/t/<str:code>/", table_socket),
    path("ws/e/<int:number>/", cockpit_socket),
]
