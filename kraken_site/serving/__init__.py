"""The server process: Daphne, its listening socket, its periodic tasks and its ASGI middleware."""
