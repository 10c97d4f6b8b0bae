"""Compiled code beside the sources is listed and signed like any file, or found."""

import compileall
import marshal
import os
import shutil
import sys
from py_compile import PycInvalidationMode

import pytest

from kiosk.integrity.findings import Kind

TAG = sys.implementation.cache_tag


@pytest.fixture
def compiled(installation):
    """As the packages are: compiled first, then signed."""
    assert compileall.compile_dir(
        installation.kiosk, quiet=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH
    )
    installation.sign()
    return installation


def of_money(installation):
    return installation.kiosk / "__pycache__" / f"money.{TAG}.pyc"


def test_that_python_writes_nothing_beside_what_was_compiled_and_signed(compiled, tmp_path):
    before = of_money(compiled).read_bytes()
    os.utime(compiled.kiosk / "money.py", (0, 0))
    words = ("manifest", "keys", "--out", tmp_path / "keys")
    assert compiled.run(*words, PYTHONDONTWRITEBYTECODE="").returncode == 0
    assert compiled.is_whole()
    assert of_money(compiled).read_bytes() == before


def test_that_code_slipped_in_would_run_and_is_found(compiled):
    source = compiled.kiosk / "commands" / "manifest.py"
    path = compiled.kiosk / "commands" / "__pycache__" / f"manifest.{TAG}.pyc"
    evil = compile(source.read_bytes() + b"\nprint('slipped in')\n", str(source), "exec", dont_inherit=True)
    whole = path.read_bytes()
    path.write_bytes(whole[:16] + marshal.dumps(evil))
    assert "slipped in" in compiled.run("manifest", "keys", "--help").stdout, "the attack must be a real one"
    found = compiled.finding()
    assert (found.kind, found.root) == (Kind.CHANGED, "kiosk")
    assert str(path) in found.text
    path.write_bytes(whole)
    assert compiled.is_whole()


@pytest.mark.parametrize("name", [f"monex.{TAG}.pyc", f"money.{TAG}.opt-1.pyc", "money.cpython-312.pyc"])
def test_that_compiled_code_that_was_not_signed_is_found(compiled, name):
    shutil.copy(of_money(compiled), of_money(compiled).with_name(name))
    assert (compiled.finding().kind, compiled.finding().path) == (Kind.EXTRA, f"__pycache__/{name}")


def test_that_links_in_place_of_compiled_code_are_found(compiled, tmp_path):
    path = of_money(compiled)
    path.rename(tmp_path / path.name)
    path.symlink_to(tmp_path / path.name)
    assert compiled.finding().kind is Kind.LINK
    path.unlink()
    (tmp_path / path.name).rename(path)
    cache = compiled.kiosk / "table" / "__pycache__"
    cache.rename(tmp_path / "cache")
    cache.symlink_to(tmp_path / "cache")
    assert (Kind.EXTRA, "table/__pycache__") in {(found.kind, found.path) for found in compiled.findings()}
