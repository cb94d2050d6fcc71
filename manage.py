#!/usr/bin/env python
"""Django's command line for the club."""

import gc
import os
import sys

START = (50_000, 10, 10)
"""Collector thresholds while a command starts: importing makes few cycles and a million objects that stay."""

if __name__ == "__main__":
    # Imported here, because a process that searches for bots imports this file too, and needs no Django.
    from django.core.management import execute_from_command_line

    gc.set_threshold(*START)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    execute_from_command_line(sys.argv)
