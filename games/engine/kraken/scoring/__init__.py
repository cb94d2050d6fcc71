"""Scoring a round of Kraken: closing, settlement, paper, corrections, findings."""
