"""The `kiosk` command in the test's own process, and what it prints."""

import contextlib
import io
import json

from kiosk import cli


def told(*words):
    """What a command prints with --json, also where it has findings, which end it with status 1."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.main([*map(str, words), "--json"])
    assert status in (0, 1), err.getvalue()
    return json.loads(out.getvalue())
