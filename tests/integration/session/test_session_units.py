"""What systemd itself says of the units, and what the manual says of them."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from kits.ops.session import PACKAGING, REPO

UNITS = sorted((PACKAGING / "systemd").glob("etg-*"))
SERVICES = [path for path in UNITS if path.suffix == ".service"]
RESUME = PACKAGING / "systemd/etg-kiosk-update-resume.service"  # installs packages, as root
SETUP = PACKAGING / "systemd/etg-kiosk-setup.service"  # sets the machine up, as root
SHUT_IN = [path for path in SERVICES if path != RESUME]
SERVES = [path for path in SHUT_IN if path != SETUP]
SCREENS = {"etg-kiosk-terminal.service": "seat", "etg-kiosk-console.service": "console"}
MANUAL = REPO / "docs/session.md"

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")


def analysed(*words, **options):
    return subprocess.run(
        ["systemd-analyze", *words], capture_output=True, text=True, check=False, timeout=60, **options
    )


def settings(path):
    """Every setting of a unit, each with all its values."""
    found = {}
    for line in path.read_text().splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@needs_systemd
def test_that_systemd_finds_no_fault_in_the_units(tmp_path):
    for path in UNITS:  # the programs are not installed here
        text = re.sub(r"^(ExecStart(?:Pre)?=[+-]*)/\S+", r"\1/bin/true", path.read_text(), flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text)
    names = [path.name.replace("@.", "@seat.") for path in UNITS]
    found = analysed("verify", "--man=no", "--recursive-errors=no", *names, cwd=tmp_path,
                     env={"PATH": "/usr/bin:/bin", "SYSTEMD_UNIT_PATH": f"{tmp_path}:/lib/systemd/system"})  # fmt: skip
    ours = [line for line in found.stderr.splitlines() if "etg-" in line or str(tmp_path) in line]
    assert ours == []


@needs_systemd
def test_that_systemd_would_find_a_fault(tmp_path):
    (tmp_path / "etg-wrong.service").write_text("[Service]\nExecStart=/bin/true\nProtectSystm=strict\n")
    found = analysed("verify", "--man=no", "./etg-wrong.service", cwd=tmp_path)
    assert "ProtectSystm" in found.stderr


def scores_of_manual():
    return dict(
        re.findall(r"^\| `(etg-[^`]+\.service)` \|.*\| ([0-9.]+) \|$", MANUAL.read_text(), re.MULTILINE)
    )


@needs_systemd
@pytest.mark.parametrize("path", SHUT_IN, ids=lambda path: path.name)
def test_that_the_manual_states_the_score_of_the_sandbox(path):
    found = analysed("security", "--offline=true", "--no-pager", f"./{path.name}", cwd=path.parent)
    score = re.search(r"Overall exposure level for \S+: ([0-9.]+)", found.stdout)[1]
    assert scores_of_manual()[path.name] == score
    assert float(score) < (2.0 if path in SERVES else 4.0)


@pytest.mark.parametrize("path", SHUT_IN, ids=lambda path: path.name)
def test_that_every_unit_is_shut_in(path):
    found = settings(path)
    assert found["NoNewPrivileges"] == ["yes"]
    assert found["ProtectSystem"] == ["strict"]
    assert found["CapabilityBoundingSet"] in (
        [[""], ["CAP_SYS_TTY_CONFIG"]]
        if path in SERVES
        else [["CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER CAP_SYS_ADMIN"]]
    )
    assert found["AmbientCapabilities"] == [""]
    assert found["StandardOutput"] == found["StandardError"] == ["journal"]
    assert found["LimitCORE"] == ["0"]


@pytest.mark.parametrize(
    "name", ["etg-kiosk-terminal", "etg-kiosk-console", "etg-kiosk-host", "etg-kiosk-display@"]
)
def test_that_every_part_is_watched_and_restarted_until_it_is_too_much(name):
    found = settings(PACKAGING / f"systemd/{name}.service")
    assert (found["Type"], found["NotifyAccess"], found["Restart"]) == (["notify"], ["main"], ["always"])
    assert found["WatchdogSec"]
    assert int(found["StartLimitBurst"][0]) >= 5
    assert found.get("OnFailure", []) == ([] if "host" in name else ["etg-kiosk-out-of-service.service"])


@pytest.mark.parametrize(("unit", "role"), SCREENS.items())
def test_that_a_part_with_a_screen_uses_its_own_display(unit, role):
    found = settings(PACKAGING / "systemd" / unit)
    assert found["User"] == [f"etg-{role}"]
    assert found["Requires"] == [f"etg-kiosk-display@{role}.socket", RESUME.name]
    socket = settings(PACKAGING / "systemd/etg-kiosk-display@.socket")["ListenStream"][0].replace("%i", role)
    assert any(f"WAYLAND_DISPLAY={socket} " in line for line in found["Environment"])
    picture = settings(PACKAGING / "systemd/etg-kiosk-out-of-service.service")
    assert f"etg-kiosk-display@{role}.service" in picture["Conflicts"][0].split()


def test_that_an_update_that_was_broken_off_ends_before_anything_starts():
    resume = settings(RESUME)
    script = resume["ExecStart"]
    assert resume["ConditionPathExists"] == script
    assert resume["TimeoutStartSec"] == ["infinity"]
    for name in (SETUP.name, *SCREENS, "etg-kiosk-host.service"):
        found = settings(PACKAGING / "systemd" / name)
        assert RESUME.name in found["Requires"]
        assert RESUME.name in " ".join(found["After"]).split()
        assert name in " ".join(resume["Before"]).split()


LATE = {
    "char-ttyUSB": "usbserial",
    "char-ttyACM": "cdc_acm",
    "char-alsa": "snd",
}  # known when the module is loaded


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_that_classes_of_devices_are_known_before_a_unit_that_may_use_them(path):
    found = settings(path)
    for allowed in found.get("DeviceAllow", []):
        if module := LATE.get(allowed.split()[0]):
            for key in ("Wants", "After"):
                assert f"modprobe@{module}.service" in " ".join(found[key]).split(), (allowed, key)


def test_that_the_picture_needs_no_python():
    (started,) = settings(PACKAGING / "systemd/etg-kiosk-out-of-service.service")["ExecStart"]
    script = (PACKAGING / "session" / started.rsplit("/", 1)[1]).read_text()
    assert script.startswith("#!/usr/bin/perl\n")
    assert set(re.findall(r"^use (\w+);", script, re.MULTILINE)) == {"strict", "warnings"}


def test_that_every_file_of_the_session_goes_into_a_package():
    listed = tomllib.loads((PACKAGING / "session/files.toml").read_text())["package"]
    packed = {
        path for package in listed.values() for put in package["files"] for path in REPO.glob(put["source"])
    }
    ours = {
        path
        for folder in ("session", "systemd", "udev", "firewall")
        for path in (PACKAGING / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    not_installed = {"files.toml", "draw_out_of_service.py", "out-of-service.png"}
    assert {path.name for path in ours - packed} == not_installed
    assert {path.relative_to(REPO).parts[0] for path in packed - ours} == {"docs"}
    places = [put["to"] for package in listed.values() for put in package["files"] if put["to"][-1] != "/"]
    assert len(places) == len(set(places)), "two packages would own one file"
    for package in listed.values():
        for put in package["files"]:
            for source in REPO.glob(put["source"]):
                runs = source.read_bytes().startswith(b"#!") and source.suffix != ".nft"
                assert (put.get("mode", "0644") == "0755") is runs, source


def test_that_the_configuration_of_the_display_leaves_no_way_out():
    ini = (PACKAGING / "session/weston.ini").read_text()
    lines = {line for line in ini.splitlines() if line and line[0] not in "#["}
    assert {
        "shell=kiosk-shell.so", "idle-time=0", "require-input=false", "vt-switching=false", "allow-zap=false",
        "binding-modifier=none", "xwayland=false", "modules=systemd-notify.so",
    } <= lines  # fmt: skip
    assert not {"[launcher]", "[terminal]", "[screen-share]"} & set(ini.splitlines())


def installed_documents():
    """Each document of the packages by where it lies at a machine."""
    listed = tomllib.loads((PACKAGING / "session/files.toml").read_text())["package"]
    return {
        put["to"] + source.name: source
        for package in listed.values()
        for put in package["files"]
        for source in REPO.glob(put["source"])
        if put["to"].startswith("/usr/share/doc/") and "examples" not in put["to"]
    }


def test_that_every_document_that_a_unit_names_is_installed():
    there = installed_documents()
    named = {
        word.removeprefix("file:")
        for path in UNITS
        for line in settings(path).get("Documentation", [])
        for word in line.split()
        if word.startswith("file:")
    }
    assert named <= set(there)
    assert "/usr/share/doc/etg-kiosk-base/operators-manual.md" in there


def test_that_a_technician_without_a_network_can_follow_every_link():
    there = installed_documents()
    links = [
        (source.name, str(Path(to).parent / link.partition("#")[0]))
        for to, source in there.items()
        if source.suffix == ".md"
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", source.read_text())
        if not link.startswith(("http", "../"))
    ]
    assert [link for link in links if link[1] not in there] == []
    assert len(links) > 10
