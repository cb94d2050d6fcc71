"""Notices to players, and the answers to them."""
