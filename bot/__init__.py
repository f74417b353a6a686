"""The program: a Discord bot that runs tables of Bao Huang."""
