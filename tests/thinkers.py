"""A game whose strong AI players do in their process what a test wants: the view says what."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from tests.toy import Toy


class Puppet(Toy):
    def decide(self, view: Any, level: str, seed: int) -> str:
        if level != "strong" or not isinstance(view, str):
            return "normal"
        if view == "die":
            os._exit(1)
        if view == "err":
            raise KeyError("9 of spades")
        if view.startswith("wait"):
            while not os.path.exists(view[5:]):  # noqa: PTH110
                time.sleep(0.001)
        if view.startswith("knows"):
            return str(view[6:] in sys.modules)
        return f"strong\n{seed}"


PUPPET = Puppet()
