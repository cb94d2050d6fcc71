"""Push messages (Web Push) to the devices of players, sent from the outbox."""
