"""Where data files are found."""

import pytest

from kiosk.resources import NoData, NoSuchFile, data_dir, layout_reader


def test_that_a_checkout_finds_its_own_layouts_and_assets():
    assert (data_dir("layouts") / "sicbo" / "a.toml").is_file()
    assert data_dir("assets").name == "assets"


def test_that_an_installed_package_comes_before_a_checkout(tmp_path):
    package = tmp_path / "kiosk"
    (package / "_data" / "layouts").mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    assert data_dir("layouts", package) == package / "_data" / "layouts"
    (package / "_data" / "layouts").rmdir()
    assert data_dir("layouts", package) == tmp_path / "layouts"


def test_that_no_folder_at_all_is_told_with_both_places(tmp_path):
    with pytest.raises(
        NoData, match=r"no assets: expected the folder .*_data/assets .*or .*/assets"
    ) as caught:
        data_dir("assets", tmp_path / "kiosk")
    assert str(tmp_path) in str(caught.value)


@pytest.mark.parametrize("name", ["b.toml", "../a.toml", "/etc/passwd", "", "a.toml/", "sub/a.toml"])
def test_that_only_plain_names_of_files_that_exist_are_read(tmp_path, name):
    (tmp_path / "sicbo").mkdir()
    (tmp_path / "sicbo" / "a.toml").write_text("大", encoding="utf-8")
    (tmp_path / "a.toml").write_text("outside")
    read = layout_reader("sicbo", tmp_path)
    assert read("a.toml") == "大"
    with pytest.raises(NoSuchFile, match=r"no file .*: found a\.toml"):
        read(name)


def test_that_a_game_without_layouts_says_so(tmp_path):
    with pytest.raises(NoSuchFile, match="found none"):
        layout_reader("poker", tmp_path)("a.toml")
