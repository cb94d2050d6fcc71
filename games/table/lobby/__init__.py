"""Pages around a table: opening, joining, playing by POST, one's own tables and data."""
