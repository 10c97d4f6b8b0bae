"""How long a driver waits for a printer in tests."""

from kiosk.devices.printer.escpos.driver import Timing

# A printer that answers has all the time of a busy machine; only where it is to fall silent the wait ends soon.
PATIENT = Timing(look_s=0.02, answer_s=20.0, stretch_s=60.0)
SOON = Timing(look_s=0.02, answer_s=0.6, stretch_s=60.0)
