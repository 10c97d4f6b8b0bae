"""The packages on a machine: installed, played on, exchanged, removed; the money is the same to the cent."""

from etg_deb import rehearse

OLD, NEW = "0.0.1", "0.0.2+test.1"
SEAT = ("etg-kiosk-terminal", "etg-kiosk-base")


def _debs(folder, *names):
    return [next(folder.glob(f"{name}_*.deb")) for name in names]


def test_that_a_seat_keeps_every_cent_through_upgrade_downgrade_and_a_purge_without_permission(
    built, computer, tmp_path
):
    rehearse.install(computer, _debs(built(OLD), *SEAT))
    assert rehearse.version(computer) == f"ii {OLD}"
    rehearse.check_installed(computer)
    rehearse.demonstrate(computer, 4)
    before = rehearse.money(computer)
    assert before["account.credit"] > 0
    computer.write("/etc/etg-kiosk/seat.toml.example", "# ours\n")
    computer.write("/etc/etg-kiosk/seat.toml", "# ours too\n")

    rehearse.install(computer, _debs(built(NEW), *SEAT))
    assert rehearse.version(computer) == f"ii {NEW}"
    rehearse.same_money(before, rehearse.money(computer), "upgrade")
    rehearse.demonstrate(computer, 1, seed=5)
    later = rehearse.money(computer)
    assert later != before

    rehearse.install(computer, _debs(built(OLD), *SEAT))
    assert rehearse.version(computer) == f"ii {OLD}"
    rehearse.same_money(later, rehearse.money(computer), "downgrade")
    for name, text in {"seat.toml.example": "# ours\n", "seat.toml": "# ours too\n"}.items():
        assert computer.run("cat", f"/etc/etg-kiosk/{name}").stdout == text

    rehearse.purge(computer, *SEAT)
    assert rehearse.version(computer).strip() != f"ii {OLD}"


def test_that_folders_and_users_are_as_the_roles_need_them_however_often_a_script_runs(built, computer):
    names = ("etg-kiosk-base", "etg-kiosk-terminal", "etg-kiosk-console", "etg-kiosk-host")
    rehearse.install(computer, _debs(built(OLD), *names))
    looks = 'stat -c "%a %U %G %n" /etc/etg-kiosk/* /var/lib/etg-kiosk /var/lib/etg-kiosk/*; getent passwd | grep etg-'
    before = computer.run("sh", "-c", looks).stdout
    for role, user in {"seat": "etg-seat", "console": "etg-console", "host": "etg-host"}.items():
        assert f"750 {user} {user} /var/lib/etg-kiosk/{role}\n" in before
        assert f"750 root {user} /etc/etg-kiosk/{role}\n" in before
        assert f"/var/lib/etg-kiosk/{role}:/usr/sbin/nologin\n" in before
    for name in names:
        computer.run(f"/var/lib/dpkg/info/{name}.postinst", "configure", OLD)
    assert computer.run("sh", "-c", looks).stdout == before
    refused = computer.run(
        "kiosk",
        "demo",
        "--headless",
        "--rounds",
        "1",
        "--state",
        "/var/lib/etg-kiosk/seat/x",
        user="etg-host",
        expect=(2,),
    )
    assert "cannot be used" in refused.stderr


def test_that_software_which_was_changed_or_signed_by_another_is_not_configured(built, computer):
    rehearse.install(computer, _debs(built(OLD), *SEAT))
    changed = "/usr/lib/etg-kiosk/venv/lib/python3.11/site-packages/kiosk/money.py"
    computer.run("sh", "-c", f"echo '# more' >> {changed}")
    refused = computer.run("/var/lib/dpkg/info/etg-kiosk-base.postinst", "configure", OLD, expect=(1,))
    assert "money.py was changed" in refused.stderr
    assert "no seat plays with it" in refused.stderr
