"""How good a hand must be for the answers before the play step, as ``chances.strength`` measures it.

Where it scored well among AI seats; more for an open solo, since people defend better against it.
"""

from __future__ import annotations

from typing import Final

CLAIM: Final = -5.8
SOLO: Final = -3.5
REVEAL: Final = -6.0
RISE: Final = -4.0
