"""ASGI middleware around the pages: limits, health check, header checks."""
