"""Substitutes of an evening: seats that change hands, requests for a substitute, and the stand-by list."""
