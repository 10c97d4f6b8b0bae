"""What the program loads before it can do anything, beside the interpreter and what it needs at least."""

import pytest

from kits.bench.process import ran

pytestmark = pytest.mark.bench

NEEDED = "import json, logging, sqlite3, msgspec"
HEADLESS = "import kiosk.demo.headless, kiosk.commands.demo"
SCREEN = "import kiosk.commands.demo, kiosk.ui.terminal.play.app"


@pytest.mark.parametrize(
    ("what", "ours", "least", "goal"),
    [
        ("without a screen", HEADLESS, NEEDED, 0.4),
        ("with the screens", SCREEN, f"{NEEDED}, PySide6.QtWidgets", 0.8),
    ],
)
def test_what_the_imports_take(figure, what, ours, least, goal):
    figure(
        f"start: imports {what}, beside {least.removeprefix('import ')}",
        lambda: ran(ours),
        lambda: ran(least),
        goal,
        "s",
    )
