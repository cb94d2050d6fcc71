"""Scoring a round of Kan: its lines from how the deals ended, and rounds typed from a paper sheet."""
