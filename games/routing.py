"""Socket addresses of the games: a table of contents."""

from django.urls import path

from games.table.consumers import TableConsumer

websocket_urlpatterns = [path("ws/t/<str:code>/", TableConsumer.as_asgi())]
