"""A table's life: seats, rounds, deadlines, saving and coming back. Knows no Discord."""
