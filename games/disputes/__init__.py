"""Disputed rounds: complaints of players, evidence for arbiters, rulings and appeals."""
