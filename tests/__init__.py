"""Every process of the tests imports this first."""

import gc

gc.set_threshold(50_000, 10, 10)  # as manage.py while a command starts: what is imported stays
