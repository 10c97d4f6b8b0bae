"""The dealer's desk without a screen: takes commands, follows table, seats and device, and shows one view."""

from kiosk.console.desk.config import DeskConfig, Pace
from kiosk.console.desk.desk import Desk
from kiosk.console.desk.opening import open_desk

__all__ = ["Desk", "DeskConfig", "Pace", "open_desk"]
