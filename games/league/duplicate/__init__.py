"""Duplicate evenings as pure functions: movements, scores of deals, results of an evening."""
