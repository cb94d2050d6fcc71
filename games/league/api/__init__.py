"""The read API of a club for its own site and other programs."""
