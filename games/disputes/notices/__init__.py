"""Notices and reminders about cases."""
