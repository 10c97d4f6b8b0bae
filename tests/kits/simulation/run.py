"""Plays one seed from its beginning to its rest; a failure tells how to play it again."""

import os
from pathlib import Path

from kits.simulation.world import World

ROUNDS = int(os.environ.get("KIOSK_SIM_ROUNDS", "60"))


def play(seed: int, folder: Path, rounds: int = ROUNDS) -> World:
    """Play a seed. Raises AssertionError that tells how to play it again."""
    world = World(seed, folder)
    try:
        world.run(rounds)
    except Exception as failure:
        raise AssertionError(
            f"{world.story()}\n\n{type(failure).__name__}: {failure}\n"
            f"replay: KIOSK_SIM_SEED={seed} KIOSK_SIM_ROUNDS={rounds} pytest tests/simulation -k whatever -s"
        ) from failure
    finally:
        world.close()
    return world
