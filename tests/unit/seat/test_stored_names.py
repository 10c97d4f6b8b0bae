"""What is stored under a name of earlier versions is read under the class that has another name now."""

import msgspec

from kiosk.seat.effects import Effect, Notice, SignificantEvent
from kiosk.seat.state import Later, Resettlement


def test_that_a_resettlement_that_an_earlier_version_stored_is_read_and_written_alike():
    stored = b'{"type":"Redecided","round":7,"decision":2,"facts":[],"void_reason":"damaged"}'
    read = msgspec.json.decode(stored, type=Later)
    assert read == Resettlement(7, 2, (), "damaged")
    assert msgspec.json.encode(read) == stored


def test_that_effects_keep_the_names_that_they_are_stored_under():
    assert issubclass(Notice, Effect)
    assert msgspec.json.decode(msgspec.json.encode(Notice("link-down")))["type"] == "Tell"
    assert msgspec.json.decode(msgspec.json.encode(SignificantEvent("door", "info")))["type"] == "Note"
