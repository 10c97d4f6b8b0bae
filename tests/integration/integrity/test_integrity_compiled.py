"""Compiled code beside the sources is proven by them or refused."""

import compileall
import marshal
import os
import shutil
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.integrity.findings import Kind


def compiled(installation, *levels):
    """Some of the sources, or all of them at several levels of optimisation."""
    if levels:
        assert compileall.compile_dir(installation.kiosk, quiet=2, optimize=[*levels])
    else:
        assert compileall.compile_dir(installation.kiosk, maxlevels=0, quiet=2, force=True)
        assert compileall.compile_dir(installation.kiosk / "table", quiet=2, force=True)


def of_money(installation):
    return installation.kiosk / "__pycache__" / f"money.{sys.implementation.cache_tag}.pyc"


def test_that_what_python_compiled_is_whole_and_not_listed(installation):
    compiled(installation, 0, 1, 2)
    assert installation.is_whole()
    before = installation.manifest.read_bytes()
    installation.sign()
    assert installation.manifest.read_bytes() == before


def test_that_code_slipped_in_would_run_and_is_found(installation, tmp_path):
    words = ("manifest", "keys", "--out", tmp_path / "keys")
    assert installation.run(*words).returncode == 0  # Python wrote its compiled code
    assert installation.is_whole()
    source = installation.kiosk / "commands" / "manifest.py"
    path = installation.kiosk / "commands" / "__pycache__" / f"manifest.{sys.implementation.cache_tag}.pyc"
    evil = compile(source.read_bytes() + b"\nprint('slipped in')\n", str(source), "exec", dont_inherit=True)
    path.write_bytes(path.read_bytes()[:16] + marshal.dumps(evil))
    assert "slipped in" in installation.run("manifest", "keys", "--help").stdout, (
        "the attack must be a real one"
    )
    found = installation.finding()
    assert (found.kind, found.root) == (Kind.COMPILED, "kiosk")
    assert str(path) in found.text
    path.unlink()
    assert installation.is_whole()


def test_that_compiled_code_without_its_source_is_found(installation):
    compiled(installation)
    path = of_money(installation)
    shutil.copy(path, path.with_name(path.name.replace("money", "monex")))
    assert "monex.py is not in the manifest" in installation.finding().text


@pytest.mark.parametrize("name", ["money.cpython-312.pyc", "money.pyc", "money.cpython-311.opt-3.pyc"])
def test_that_names_that_this_python_does_not_give_are_found(installation, name):
    compiled(installation)
    shutil.copy(of_money(installation), of_money(installation).with_name(name))
    assert installation.finding().kind is Kind.COMPILED
    assert "no name that this Python gives" in installation.finding().text


def test_that_compiled_code_is_no_excuse_for_a_changed_source(installation):
    compiled(installation)
    path = installation.kiosk / "money.py"
    path.write_bytes(path.read_bytes() + b"\nSTAKE = 0\n")
    assert installation.finding().kind is Kind.CHANGED
    compiled(installation)
    assert installation.finding().kind is Kind.CHANGED


def test_that_code_compiled_from_an_older_source_is_found(installation):
    compiled(installation)
    path = installation.kiosk / "money.py"
    path.write_bytes(path.read_bytes() + b"\nSTAKE = 0\n")
    installation.sign()
    assert installation.finding().kind is Kind.COMPILED


def test_that_compiled_code_without_a_package_around_it_is_an_extra_file(installation):
    """Python imports such a file on its own, without any source."""
    compiled(installation)
    shutil.copy(of_money(installation), installation.kiosk / "coins.pyc")
    assert (installation.finding().kind, installation.finding().path) == (Kind.EXTRA, "coins.pyc")


def test_that_links_to_compiled_code_are_found_and_never_signed(installation, tmp_path):
    compiled(installation)
    path = of_money(installation)
    path.rename(tmp_path / path.name)
    path.symlink_to(tmp_path / path.name)
    assert installation.finding().kind is Kind.COMPILED
    with pytest.raises(EnvironmentFault, match="expected no compiled code from elsewhere"):
        installation.sign()
    path.unlink()
    cache = installation.kiosk / "table" / "__pycache__"
    cache.rename(tmp_path / "cache")
    cache.symlink_to(tmp_path / "cache")
    assert (installation.finding().kind, installation.finding().path) == (Kind.COMPILED, "table/__pycache__")
    with pytest.raises(EnvironmentFault, match="expected no compiled code from elsewhere"):
        installation.sign()


def test_that_other_things_in_place_of_compiled_code_are_found(installation):
    compiled(installation)
    of_money(installation).unlink()
    os.mkfifo(of_money(installation))
    assert installation.finding().kind is Kind.EXTRA
    of_money(installation).unlink()
    of_money(installation).mkdir()
    assert installation.is_whole(), "an empty folder holds nothing that could be executed"
    of_money(installation).rmdir()
    for content in (b"", b"x", bytes(10_000)):
        of_money(installation).write_bytes(content)
        assert installation.finding().kind is Kind.COMPILED


def test_that_a_source_without_a_root_of_its_own_folder_is_proven(installation):
    """In the top folder of a root the path of a source has one part."""
    source = installation.roots["assets"] / "tool.py"
    source.write_text("SIZE = 44\n")
    installation.sign()
    assert compileall.compile_file(source, quiet=2)
    assert Path(cache_from_source(str(source))).exists()
    assert installation.is_whole()
