"""`python -m kiosk` is the command `kiosk`."""

import sys

from kiosk.cli import main

sys.exit(main())
