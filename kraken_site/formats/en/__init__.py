"""English as clubs in Europe write dates."""
