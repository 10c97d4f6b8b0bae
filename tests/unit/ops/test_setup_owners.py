"""The user of the seat owns the folder in which the set-up gives files away: no link leads the set-up elsewhere."""

import os
import stat

import pytest

from kiosk.ops.setup.owners import Owner

US = Owner(os.getuid(), os.getgid())


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("act", [US.own, US.share])
def test_that_a_file_and_a_folder_get_their_mode(tmp_path, act):
    file = tmp_path / "staff.db"
    file.touch(mode=0o644)
    act(file, 0o600)
    assert mode(file) == 0o600
    folder = tmp_path / "certificates"
    folder.mkdir()
    act(folder, 0o750)
    assert mode(folder) == 0o750


@pytest.mark.parametrize("act", [US.own, US.share])
@pytest.mark.parametrize("plant", [os.symlink, os.link])
def test_that_a_planted_link_gives_nothing_away(tmp_path, act, plant):
    shadow = tmp_path / "shadow"
    shadow.touch(mode=0o640)
    planted = tmp_path / "staff.db"
    plant(shadow, planted)
    with pytest.raises(OSError, match=r"staff\.db"):
        act(planted, 0o666)
    assert mode(shadow) == 0o640


@pytest.mark.parametrize("act", [US.own, US.share])
def test_that_a_pipe_is_refused_and_not_waited_for(tmp_path, act):
    os.mkfifo(tmp_path / "lock", 0o640)
    with pytest.raises(PermissionError, match="neither a folder nor a file"):
        act(tmp_path / "lock", 0o600)
    assert mode(tmp_path / "lock") == 0o640
