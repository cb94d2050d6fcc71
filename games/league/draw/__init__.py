"""Fixtures and seating of an evening, as pure functions."""
