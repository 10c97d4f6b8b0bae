"""Certificates are renewed as the operator's manual says: new files beside the old data, and the table goes on."""

import json

from kiosk.bootstrap.provision.apply import apply
from kiosk.bootstrap.provision.files import Authoriser, provide
from network_kit import Kiosk
from provision_kit import PIN, SUPERVISOR, provisioned


def renew(new, old, *folders):
    """Exchange certificates and keys alone: configuration and data stay as they are."""
    for folder in folders:
        for path in (*(new / folder).glob("*.crt"), *(new / folder).glob("*.key")):
            assert (old / folder / path.name).exists()
            (old / folder / path.name).write_bytes(path.read_bytes())


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
    with provisioned(tmp_path, {"07": "A"}) as table:
        before = rounds(table, tmp_path, "before")
        new = tmp_path / "new"
        provide(table.plan, Authoriser(SUPERVISOR, PIN), new)
        table.servers[0].stop()
        renew(new, table.dir, "etcd/node-1", "config/admin")
        table.servers[0].start()
        forgotten = Kiosk("host", "--config", table.host)
        line = forgotten.process.stderr.readline()
        assert "its certificate is not of the configured authority" in line
        forgotten.tell()
        apply(new, lambda _: None)
        renew(new, table.dir, "config/console", "config/seat-07")
        after = rounds(table, tmp_path, "after")
        assert after[0] > before[-1]
