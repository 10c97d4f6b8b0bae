"""The ``qtbot`` of every test of screens: it waits for a state as long as a busy machine may need to reach it."""

import pytest
from pytestqt.qtbot import QtBot

WITHIN_MS = 60_000


class PatientBot(QtBot):
    """Waits for a minute where nothing else is said; pytest-qt's own waits five seconds."""

    def waitUntil(self, callback, *, timeout=WITHIN_MS):  # noqa: N802 - pytest-qt's name
        return super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal, *, timeout=WITHIN_MS, **more):  # noqa: N802
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitExposed(self, widget, *, timeout=WITHIN_MS):  # noqa: N802
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp, request):
    """As pytest-qt's, and patient."""
    return PatientBot(request)
