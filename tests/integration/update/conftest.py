"""A machine with version 1.0 and a seat that has played."""

import shutil

import pytest

from kits.ops.update import World


@pytest.fixture(scope="session")
def prepared(tmp_path_factory):
    """Its folder, made once; each test has a copy."""
    return World(tmp_path_factory.mktemp("prepared") / "machine").set_up().folder


@pytest.fixture
def world(tmp_path, prepared):
    shutil.copytree(prepared, tmp_path / "machine", symlinks=True)
    return World(tmp_path / "machine", hour=3)
