"""Moves of a running table: judged against the newest state, then written to the log."""
