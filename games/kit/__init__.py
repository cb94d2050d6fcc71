"""What tables, leagues and disputes share: append-only rows, refusals, the audit trail, rate limits, lists."""
