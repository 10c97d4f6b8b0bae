"""The deterministic simulation of a whole table: every order of things, power cuts anywhere, links that lie.

A failing run names its seed. To play that seed again, alone and with the last things that happened:

    KIOSK_SIM_SEED=<seed> .venv/bin/pytest tests/simulation -k replay -s

KIOSK_SIM_ROUNDS=<n> sets how many rounds are played (60 when not given), KIOSK_SIM_SEEDS=<from>:<to> which seeds
the long form runs (`make torture`).
"""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from sim_world import World

ROUNDS = int(os.environ.get("KIOSK_SIM_ROUNDS", "60"))
SEEDS = 36


@pytest.fixture
def folder():
    """An empty folder, in memory where there is such a place."""
    memory = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(prefix="simulation-", dir=memory if memory.is_dir() else None))
    yield made
    shutil.rmtree(made)


def play(seed: int, folder: Path, rounds: int = ROUNDS) -> World:
    """Play a seed. Raises AssertionError that tells how to play it again."""
    world = World(seed, folder)
    try:
        world.run(rounds)
    except Exception as failure:
        raise AssertionError(
            f"{world.story()}\n\n{type(failure).__name__}: {failure}\n"
            f"replay: KIOSK_SIM_SEED={seed} KIOSK_SIM_ROUNDS={rounds} pytest tests/simulation -k replay -s"
        ) from failure
    finally:
        world.close()
    return world


@pytest.mark.rule("sicbo:5.2", "sicbo:5.2.1", "sicbo:5.2.2", "sicbo:5.7", "sicbo:5.9", "sicbo:3.8")
@pytest.mark.parametrize("seed", range(SEEDS))
def test_that_no_cent_is_made_or_lost_whatever_happens(seed, folder):
    world = play(seed, folder)
    assert world.oracle.over >= ROUNDS


@pytest.mark.skipif("KIOSK_SIM_SEED" not in os.environ, reason="names no seed: KIOSK_SIM_SEED=<seed>")
def test_that_a_named_seed_can_be_replayed(folder):
    world = play(int(os.environ["KIOSK_SIM_SEED"]), folder)
    print(world.story())


@pytest.mark.torture
def test_that_no_cent_is_made_or_lost_in_the_long_form(folder):
    first, last = map(int, os.environ.get("KIOSK_SIM_SEEDS", "1000:1400").split(":"))
    for seed in range(first, last):
        place = folder / str(seed)
        place.mkdir()
        play(seed, place, rounds=150)
        shutil.rmtree(place)
