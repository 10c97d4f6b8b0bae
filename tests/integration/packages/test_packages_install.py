"""The packages on a machine: installed, played on, exchanged, removed; the money is the same to the cent."""

import pytest
from etg_deb import rehearse

from kiosk.games import game_names

OLD, NEW = "0.0.1", "0.0.2+test.1"
PROGRAM = "/usr/lib/etg-kiosk/venv/lib/python3.11/site-packages/kiosk"
SEAT = ("etg-kiosk-terminal", "etg-kiosk-base")


def _debs(folder, *names):
    return [next(folder.glob(f"{name}_*.deb")) for name in names]


def _nothing_starts_without_a_configuration(computer):
    """Not even a display, which would take the terminal at which the packages are being installed."""
    computer.run("mkdir", "-p", "/run/systemd/system")
    for name in ("systemctl", "deb-systemd-invoke"):
        computer.write(f"/usr/local/sbin/{name}", f'#!/bin/sh\necho "{name} $*" >>/srv/told\n')
        computer.run("chmod", "0755", f"/usr/local/sbin/{name}")
    postinst = "/var/lib/dpkg/info/etg-kiosk-terminal.postinst"
    computer.run(postinst, "configure", OLD)
    assert computer.run("cat", "/srv/told").stdout == "systemctl --system daemon-reload\n"
    computer.write("/etc/etg-kiosk/seat.toml", "# ours\n")
    computer.run(postinst, "configure", OLD)
    told = computer.run("cat", "/srv/told").stdout.splitlines()
    assert told[1:] == [
        "systemctl --system daemon-reload",
        "deb-systemd-invoke start etg-kiosk-terminal.service",
    ]
    computer.run(
        "rm", "-r", "/run/systemd/system", "/usr/local/sbin/systemctl", "/usr/local/sbin/deb-systemd-invoke"
    )
    computer.run("rm", "/etc/etg-kiosk/seat.toml", "/srv/told")


@pytest.mark.torture  # half a minute: `make install-test`
def test_that_a_seat_is_installed_plays_and_keeps_its_books_when_it_is_purged(built, computer, stand_ins):
    """The short part of `make install-test`."""
    rehearse.install(computer, _debs(built(OLD), *SEAT))
    rehearse.check_installed(computer, stand_ins)
    _nothing_starts_without_a_configuration(computer)
    assert tuple(rehearse.every_game(computer)) == game_names()
    rehearse.demonstrate(computer, 4)
    assert rehearse.money(computer)["account.credit"] > 0
    rehearse.purge(computer, *SEAT)
    assert not rehearse.version(computer).startswith("ii")


@pytest.mark.torture  # a minute: `make install-test`
def test_that_a_seat_keeps_every_cent_through_an_upgrade_and_a_purge_without_permission(
    built, computer, stand_ins
):
    rehearse.install(computer, _debs(built(OLD), *SEAT))
    assert rehearse.version(computer) == f"ii {OLD}"
    rehearse.demonstrate(computer, 4)
    before = rehearse.money(computer)
    assert before["account.credit"] > 0
    own = {"seat.toml.example": "# ours\n", "seat.toml": "# ours too\n"}
    for name, text in own.items():
        computer.write(f"/etc/etg-kiosk/{name}", text)

    rehearse.install(computer, _debs(built(NEW), *SEAT))
    assert rehearse.version(computer) == f"ii {NEW}"
    rehearse.check_installed(computer, stand_ins)
    rehearse.same_money(before, rehearse.money(computer), "upgrade")
    for name, text in own.items():
        assert computer.run("cat", f"/etc/etg-kiosk/{name}").stdout == text
    rehearse.demonstrate(computer, 1, seed=5)
    assert rehearse.money(computer) != before

    rehearse.purge(computer, *SEAT)
    assert not rehearse.version(computer).startswith("ii")


@pytest.mark.torture  # a minute: `make install-test`
def test_that_scripts_may_run_again_and_that_changed_software_is_not_configured(built, computer):
    names = ("etg-kiosk-base", "etg-kiosk-terminal", "etg-kiosk-console", "etg-kiosk-host")
    rehearse.install(computer, _debs(built(OLD), *names))
    there = "/etc/etg-kiosk/* /var/lib/etg-kiosk /var/lib/etg-kiosk/*"
    looks = f'stat -c "%a %U %G %n" {there}; getent passwd | grep etg-'
    before = computer.run("sh", "-c", looks).stdout
    for role, user in {"seat": "etg-seat", "console": "etg-console", "host": "etg-host"}.items():
        assert f"750 {user} {user} /var/lib/etg-kiosk/{role}\n" in before
        assert f"750 root {user} /etc/etg-kiosk/{role}\n" in before
        assert f"/var/lib/etg-kiosk/{role}:/usr/sbin/nologin\n" in before
    for name in names[1:]:
        computer.run(f"/var/lib/dpkg/info/{name}.postinst", "configure", OLD)
    assert computer.run("sh", "-c", looks).stdout == before
    # One role cannot so much as look into another's books.
    words = ["kiosk", "demo", "--headless", "--rounds", "1", "--state", "/var/lib/etg-kiosk/seat/demo"]
    refused = computer.run(*words, user="etg-host", expect=(2,))
    assert "cannot be used: Permission denied" in refused.stderr

    computer.run("sh", "-c", f"echo '# more' >> {PROGRAM}/money.py")
    refused = computer.run("/var/lib/dpkg/info/etg-kiosk-base.postinst", "configure", OLD, expect=(1,))
    assert "money.py was changed" in refused.stderr
    assert "no seat plays with it" in refused.stderr
