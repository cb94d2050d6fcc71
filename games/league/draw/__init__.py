"""Who meets whom and who sits where, as pure functions."""
