"""Speed at people's pace, in milliseconds: `make bench` and `make soak`.

Machines differ, so each load is measured beside a floor in the same run: bare ASGI, one commit, four pushes.
"""
