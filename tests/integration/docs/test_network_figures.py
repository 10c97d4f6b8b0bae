"""docs/network-plan.md says what `kiosk provision` writes and what the programs do."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from kiosk.app.certificates import WARN_BEFORE
from kiosk.cli import main
from kiosk.faults import EnvironmentFault
from kiosk.links.etcd.config import EtcdConfig
from kiosk.ops.provision import ca, plan, servers
from kiosk.runner.clock_watch import JUMP_S

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/network-plan.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ {4}(kiosk provision --table .*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_that_a_command_of_the_page_provides_all_that_the_page_lists(tmp_path, capsys, command):
    words = shlex.split(command)[1:]
    words[words.index("--out") + 1] = str(tmp_path / "out")
    (tmp_path / "pin").write_text("48291577\n")
    assert main([*words, "--pin-file", str(tmp_path / "pin")]) == 0
    capsys.readouterr()
    table = PAGE.partition("## What goes where")[2].partition("\n1.")[0]
    named = [found for found in re.findall(r"`([^`]+)`", table) if not found.startswith(".")]
    assert len(named) > 10
    for name in named:
        path = name.rstrip("/").replace("seat-NN", "seat-*1").replace("host-N", "host-1")
        assert list((tmp_path / "out").glob(path)), name


def test_that_there_is_a_command_for_each_of_the_three_sizes():
    sizes = [
        len(plan.nodes_of(shlex.split(command)[shlex.split(command).index("--nodes") + 1]))
        for command in COMMANDS
    ]
    assert sizes == [1, 3, 5]


def test_that_the_numbers_of_nodes_are_those_that_are_taken():
    seats = plan.seats_of(1, ["B"])
    taken = []
    for count in range(1, 11):
        try:
            nodes = plan.nodes_of(",".join(["10.0.0.5"] * count))
            plan.Plan("12", "House", seats, nodes, plan.hosts_beside(nodes))
        except EnvironmentFault:
            continue
        taken.append(count)
    assert taken == [1, 3, 5, 7, 9]
    assert "takes 1, 3, 5, 7 or 9" in PAGE


def test_that_the_ports_are_those_of_nodes_without_ports_and_of_the_firewall():
    nodes = plan.nodes_of("10.0.0.5,10.0.0.5,10.0.0.5")
    assert [(node.client_port, node.peer_port) for node in nodes] == [
        (2379, 2380),
        (2389, 2390),
        (2399, 2400),
    ]
    rules = (ROOT / "packaging/firewall/etg-kiosk.nft").read_text(encoding="utf-8")
    for port, proto in ((2379, "tcp"), (123, "udp"), (9100, "tcp"), (631, "tcp")):
        assert f"{port}/{proto}" in PAGE
        assert re.search(rf"\b{port}\b", rules), port
    assert "2380/tcp" in PAGE


def test_that_the_lives_of_certificates_are_those_that_are_issued():
    rows = [line for line in PAGE.splitlines() if line.endswith("| P-256 |")]
    days = [int(re.search(r"(\d+) days", row)[1]) for row in rows]
    assert days == [ca.AUTHORITY_DAYS] * 3 + [ca.CERTIFICATE_DAYS]
    assert f"ends within {WARN_BEFORE.days} days" in PAGE


def test_that_the_figures_of_the_servers_and_links_are_the_programs_own():
    config = EtcdConfig(("10.0.0.5:2379",))
    assert servers.QUOTA_BYTES == 1 << 30
    assert "| 1 GiB; then etcd refuses to write" in PAGE
    assert servers.COMPACT_EVERY == "1h"
    assert f"stands {config.presence_seconds} seconds after" in PAGE
    assert f"given up after {config.timeout_ms // 1000} seconds" in PAGE
    assert f"at most {plan.MOST_SEATS} |" in PAGE
    assert f"set by {JUMP_S:.0f} seconds or more" in PAGE
    assert "GOAL_MS = 100" in (ROOT / "tests/bench/test_load.py").read_text(encoding="utf-8")


def test_that_the_tickets_of_the_page_follow_from_space_and_size():
    size, count = re.search(r"some (\d+) KB, and it stays: about ([\d,]+) tickets", PAGE).groups()
    assert servers.QUOTA_BYTES // (int(size) * 1024) // 100_000 * 100_000 == int(count.replace(",", ""))


def test_that_the_packages_install_the_firewall_where_the_page_says():
    with (ROOT / "packaging/session/files.toml").open("rb") as file:
        files = tomllib.load(file)["package"]["etg-kiosk-base"]["files"]
    places = {entry["source"].rpartition("/")[2]: entry["to"] for entry in files}
    for name, where in (("etg-kiosk.nft", "/etc/nftables.d/"), ("firewall.conf", "/etc/etg-kiosk/")):
        assert places[name] == where
        assert f"{where}{name}" in PAGE
