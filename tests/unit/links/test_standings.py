"""Who stands, told once: what is the same again is not said, and who is missing has gone."""

from kiosk.links.calls.subscription import Standings


def test_that_the_differences_alone_are_told():
    told = []
    standings = Standings(lambda key, value: told.append((key, value)))
    standings.are({"07": b"a", "08": b"b"})
    standings.set("07", b"a")
    standings.set("09", None)
    assert told == [("07", b"a"), ("08", b"b")]
    told.clear()
    standings.are({"07": b"new", "09": b"c"})
    assert told == [("08", None), ("07", b"new"), ("09", b"c")]
    told.clear()
    standings.set("07", None)
    standings.are({"09": b"c"})
    assert told == [("07", None)]
