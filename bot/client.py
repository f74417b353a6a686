"""The discord.py client: cogs, command sync, start and stop."""
