"""The table's socket: consumer, handshake, message format, and recovery from missed broadcasts."""
