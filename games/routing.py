"""Socket addresses of the games: a table of contents."""

from django.urls import path

from games.league.evenings.consumers import cockpit_socket
from games.table.sockets.consumers import shared_screen_socket, table_socket
from games.table.sockets.look_back import look_back_socket

websocket_urlpatterns = [
    path("ws/t/<str:code>/", table_socket),
    path("ws/t/<str:code>/round/<int:number>/", look_back_socket),
    path("ws/screen/<str:code>/", shared_screen_socket),
    path("ws/e/<int:number>/", cockpit_socket),
]
