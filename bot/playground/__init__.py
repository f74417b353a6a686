"""An embedded look-alike of Discord on loopback. Knows nothing of the game."""
