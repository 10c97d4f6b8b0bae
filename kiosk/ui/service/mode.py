"""Service mode as a window takes it: its door and its tools."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.ui.service.gate import StaffGate
from kiosk.ui.service.tools import Tools


@dataclass(frozen=True)
class ServiceMode:
    """What a seat needs for service mode; a picture of a seat has none."""

    gate: StaffGate
    tools: Tools
