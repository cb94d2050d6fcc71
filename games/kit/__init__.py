"""Shared by tables, leagues and disputes: append-only rows, refusals, audit trail, rate limits, CSV lists."""
