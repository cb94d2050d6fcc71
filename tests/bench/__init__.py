"""The speed figures of the house, `make bench`: each beside its target and a floor measured in the same run.

Machines differ, so the floor (bare ASGI, one sqlite3 transaction, four pushes) is the yardstick.
"""
