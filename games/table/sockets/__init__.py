"""The table's socket: consumer, handshake, message format, and how a missed broadcast is made up for."""
