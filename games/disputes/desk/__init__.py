"""The arbiter's pages: the queue, a case, the ruling, the audit trail."""
