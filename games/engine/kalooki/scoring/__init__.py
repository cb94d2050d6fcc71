"""Scoring a deal of Kalooki: the penalty points of cards, the close of a deal, and deals typed from a paper sheet."""
