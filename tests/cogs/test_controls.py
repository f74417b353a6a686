"""What controls carry."""

from cogs.controls import Ticket, parse


def test_a_control_made_while_no_clock_runs_is_known_again() -> None:
    # So are the boards and panels of a round that is over and being written down.
    made = Ticket("hand", 7, 2, -1)
    assert parse(made.custom_id) == Ticket("hand", 7, 2, 0)
