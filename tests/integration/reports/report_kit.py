"""How the tests of reports, events and archive start the command."""

import sys
from pathlib import Path

KIOSK = [sys.executable, "-m", "kiosk"]
ROOT = Path(__file__).parents[3]
