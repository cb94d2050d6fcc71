"""ASGI middleware around the WebSockets: authentication, limits, registry, ended rights."""
