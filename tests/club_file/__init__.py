"""Promises of the file of a club."""
