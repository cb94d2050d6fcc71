"""Mail on its way out: written down first, sent by the outbox."""
