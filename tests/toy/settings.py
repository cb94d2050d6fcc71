"""The settings of the site with the toy game installed, for servers that tests start."""

from kraken_site.settings import *  # noqa: F403
from kraken_site.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.toy.apps.ToyConfig"]
