"""Friends, blocks, and what players see of each other."""
