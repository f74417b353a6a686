"""SQLite: migrations and queries."""
