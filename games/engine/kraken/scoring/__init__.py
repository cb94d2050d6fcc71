"""Scoring a round of Kraken: `settlement` is the arithmetic, `revoke` what a revoke takes and gives, `closing` writes a
round that was played, `paper` one that was typed or is corrected."""
