"""The games: pure and synchronous, without Discord, clock, storage or asyncio."""
