"""All files of a seat of before its player cashed out, put back: named by what hosts have seen, nothing paid."""

import shutil
from contextlib import closing

from kits.app.parties import Kiosk, until
from kits.app.seat_process import SeatProcess
from kits.ops.provision import provisioned


def test_that_a_seat_whose_whole_disk_is_older_shows_and_pays_nothing(tmp_path):
    with provisioned(tmp_path, serving=1) as table:
        with SeatProcess(table.seat("07")) as seat:
            seat.wait("link", True)
            while not (credit := seat.state["credit"]):
                seat.note(10_000)
            seat.stop()
            before = tmp_path / "before"
            disk = seat.state_dir.parent  # with the second place of its anchors
            shutil.copytree(disk, before)
            seat.start()
            seat.wait("link", True)
            seat.collect()
            seat.wait("credit", 0)
            paid = seat.wait("busy", False)["tickets"]
            with closing(table.link("seat-07")) as hosts:
                until(lambda: (seen := hosts.anchor()) and seen.tickets == credit, "the news at the hosts")
            seat.stop()
            assert [cents for _, cents, _ in paid] == [credit]
            shutil.rmtree(disk)
            shutil.copytree(before, disk)
        again = Kiosk("terminal", "--config", table.seat("07"), "--headless")
        assert again.ends() != 0
        assert "the hosts have seen" in again.err, again.err
        assert "credit" not in again.out
