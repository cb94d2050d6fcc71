"""Telling other screens and processes that a table has changed, and the executor that does database work."""
