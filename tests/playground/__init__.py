"""Tests of the look-alike, mostly through real discord.py clients."""
