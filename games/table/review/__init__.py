"""Reviews of closed rounds: positions, evidence, proofs of the deal, statistics of deals."""
