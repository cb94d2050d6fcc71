"""Notices to players, and the mail outbox."""
