"""What several tests share, in rooms as those of the house: ``from kits.links.etcd import EtcdServer``.

A module here that is also a program is started by its full name, see :func:`program`.
"""

import os
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
TESTS = REPO / "tests"
KIOSK = (sys.executable, "-m", "kiosk")


def program(module, *words):
    """The command that runs a module of the kits in a process of its own; it needs :func:`surroundings`."""
    return [sys.executable, "-m", module, *map(str, words)]


def surroundings(**more):
    """The environment in which a process finds the kits, wherever it stands; and ``more`` in it."""
    return {**os.environ, "PYTHONPATH": str(TESTS), **more}
