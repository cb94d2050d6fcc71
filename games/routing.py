"""Socket addresses of the games: a table of contents."""

websocket_urlpatterns: list = []
