"""Rules, scores and tables of standings as pure functions."""
