"""Pages around a table: opening, joining, playing by POST, the player's own tables and data."""
