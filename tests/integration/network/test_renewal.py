"""Certificates are renewed as the operator's manual says: new files beside the old data, and the table goes on."""

import json

from kits.app.parties import Kiosk
from kits.ops.provision import provisioned

STAY = ("ca.crt", "floor-ca.crt", "peer-ca.crt", "tickets.key")


def put_in_place(new, old, *folders, kinds=(".crt", ".key")):
    """New files over the old ones; configuration and data stay as they are."""
    for folder in folders:
        found = [path for path in (new / folder).rglob("*") if path.suffix in kinds]
        assert found, folder
        for path in found:
            there = old / path.relative_to(new)
            assert there.read_bytes() != path.read_bytes() or path.name in STAY, there
            there.write_bytes(path.read_bytes())


def rounds(table, tmp_path, name):
    """Play at least one round; the numbers of all."""
    report = tmp_path / f"{name}.jsonl"
    dealer = Kiosk("console", "--config", table.console, "--headless", "--auto", "--speed", "20")
    player = Kiosk(
        "terminal", "--config", table.seat("07"), "--headless", "--bot", "--rounds", "1", "--report", report
    )
    assert player.ends(60) == 0, player.err
    assert dealer.tell() == 0, dealer.err
    return [json.loads(line)["round"] for line in report.read_text().splitlines() if '"kind":"round"' in line]


def test_that_the_rounds_go_on_with_renewed_certificates(tmp_path):
    with provisioned(tmp_path, {"07": "A"}, serving=1) as table:
        before = rounds(table, tmp_path, "before")
        new = tmp_path / "new"
        renewed = Kiosk("provision", "--renew", table.dir, "--out", new)
        assert renewed.ends() == 0, renewed.err
        put_in_place(new, table.dir, "config", kinds=(".json",))  # everybody knows old and new signatures

        # Old and new ones are good side by side, and each machine has its own time.
        table.serving[0].stop()
        table.servers[0].stop()
        put_in_place(new, table.dir, "etcd/node-1", "config/seat-07")
        table.servers[0].start()
        table.serving[0].start()
        half = rounds(table, tmp_path, "half")
        assert half[0] > before[-1]

        table.serving[0].stop()
        put_in_place(new, table.dir, "config/host-1", "config/console")
        table.serving[0].start()
        assert rounds(table, tmp_path, "after")[0] > half[-1]
