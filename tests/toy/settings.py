"""The settings of the site with the toy game installed, for servers that tests start."""

from tests.served_settings import *  # noqa: F403
from tests.served_settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.toy.apps.ToyConfig"]
