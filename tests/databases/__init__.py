"""Database backends of the tests: those of Django, as strict as PostgreSQL, and possible to empty."""
