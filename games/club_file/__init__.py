"""A whole club as one file: exported on one server, imported on another."""
