"""Bao Huang: cards, shuffle, rules, rounds, views and records."""
