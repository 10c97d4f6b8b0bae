"""What tables and seats wrote while Sic Bo was the only game still says the same."""

import msgspec
import pytest

from kiosk.games.game import Fact
from kiosk.seat.state import SeatState, decode_state
from kiosk.table import records as r
from kiosk.table.round import Phase, Table

OLDER = [
    (b'{"type":"TumbleStarted","round":7,"by":"Mia","v":1}', r.ActStarted(round=7, act="tumble", by="Mia")),
    (b'{"type":"TumbleEnded","round":7,"tumbles":3}', r.ActEnded(round=7, act="tumble", times=3)),
    (
        b'{"type":"TumbleEnded","round":7,"tumbles":2,"by":"Mia","counted_by":"tumbler","v":1}',
        r.ActEnded(round=7, act="tumble", times=2, by="Mia", counted_by="device"),
    ),
]


@pytest.mark.parametrize(("value", "record"), OLDER)
def test_that_a_record_of_before_is_read_as_today(value, record):
    assert r.decode(value) == record


@pytest.mark.parametrize(
    "value",
    [
        b'{"type":"TumbleStarted","v":1}',
        b'{"type":"TumbleStarted","round":7,"act":"spin","more":1}',
        b'{"type":"TumbleEnded","round":7,"tumbles":-1}',
        b'{"type":"TumbleEnded","round":7}',
        b'{"type":"TumbleEnded","round":7,"tumbles":3,"counted_by":"device-x"}',
        b'{"type":"Tumble","round":7}',
    ],
)
def test_that_a_bad_record_of_before_is_bad_still(value):
    with pytest.raises(r.BadRecord, match="does not decode"):
        r.decode(value)


@pytest.mark.parametrize(
    ("older", "table"),
    [
        ({"phase": "tumbling"}, Table(number=5, phase=Phase.PLAY, act="tumble")),
        (
            {"phase": "tumbled", "tumbles": 2},
            Table(number=5, phase=Phase.PLAY, entered=(Fact("tumble", (2,)),)),
        ),
        (
            {"phase": "void", "tumbles": 3, "voids": [3, 4], "tumbled": [4]},
            Table(
                number=5,
                phase=Phase.VOID,
                entered=(Fact("tumble", (3,)),),
                stands=True,
                voids=(3, 4),
                stood=(4,),
            ),
        ),
        ({"phase": "betting"}, Table(number=5, phase=Phase.BETTING)),
    ],
)
def test_that_a_state_of_before_is_read_as_today(older, table):
    body = msgspec.json.encode({"version": 1, "rev": 9, "table": {"number": 5, **older}})
    assert decode_state(body) == SeatState(rev=9, table=table)
