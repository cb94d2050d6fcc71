"""Was it right: somebody at the table says a round is wrong, an arbiter sees everything and rules."""
