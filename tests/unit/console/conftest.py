"""A table with its desk."""

import pytest

from kits.console.desk import Table


@pytest.fixture
def table(tmp_path):
    """A console at a table of three seats; the dealer Mia has signed on."""
    table = Table(tmp_path)
    table.start()
    yield table
    table.close()
