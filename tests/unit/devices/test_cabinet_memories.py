"""The two small files: the driver's and the simulated board's. Damage is named, never mended in silence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.devices.cabinet.memory import FileCabinetMemory, Kept
from kiosk.devices.cabinet.port import Door, Key
from kiosk.faults import EnvironmentFault
from kiosk.simulators.cabinet.memory import FileBoardMemory, Remembered

MEMORIES = [
    (FileCabinetMemory, Kept("CB-1", 3, (1, 2, 0xFFFF_FFFF), "why")),
    (FileBoardMemory, Remembered("CB-1", 3, (1, 2, 3), True, True, frozenset(Door), frozenset(Key))),
]


@pytest.mark.parametrize(("kind", "value"), MEMORIES)
def test_that_what_a_cabinet_memory_saves_it_loads(tmp_path, kind, value):
    kind(tmp_path / "memory.json").save(value)
    assert kind(tmp_path / "memory.json").load() == value
    assert [path.name for path in tmp_path.iterdir()] == ["memory.json"]


@pytest.mark.parametrize(("kind", "value"), MEMORIES)
def test_that_a_cabinet_memory_that_is_missing_is_a_new_one(tmp_path, kind, value):
    assert kind(tmp_path / "memory.json").load() == type(value)()


@pytest.mark.parametrize(("kind", "value"), MEMORIES)
@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b"[]",
        b'{"serial":"A-NAME-THAT-IS-TOO-LONG"}',
        b'{"counts":[1,2]}',
        b'{"counts":[1,2,-1]}',
        b'{"counts":[1,2,4294967296]}',
        b'{"boots":1.5}',
        b'{"another":1}',
    ],
)
def test_that_a_damaged_cabinet_memory_is_named_and_left_as_it_is(tmp_path, kind, value, damage):
    path = tmp_path / "memory.json"
    path.write_bytes(damage)
    with pytest.raises(EnvironmentFault, match=r"memory\.json.*expected what the .* wrote"):
        kind(path).load()
    assert path.read_bytes() == damage


@pytest.mark.parametrize(("kind", "value"), MEMORIES)
def test_that_a_cabinet_memory_that_cannot_be_read_is_named(tmp_path, kind, value):
    with pytest.raises(EnvironmentFault, match="expected what the"):
        kind(tmp_path).load()


@given(st.binary(max_size=80))
def test_that_no_bytes_in_a_cabinet_memory_raise_anything_else(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("memory") / "memory.json"
    path.write_bytes(data)
    for kind, _ in MEMORIES:
        with pytest.raises(EnvironmentFault):
            kind(path).load()
