"""Everything that changes an evening: sign-up, draw, tables, substitutes, counting, closing."""
