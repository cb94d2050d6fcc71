"""Django app of the site: system checks, management commands, the sign of life."""

from django.apps import AppConfig


class KrakenSiteConfig(AppConfig):
    """Registers the checks of `kraken_site.checks`."""

    name = "kraken_site"

    def ready(self) -> None:
        """Register the system checks."""
        from kraken_site import checks  # noqa: F401
