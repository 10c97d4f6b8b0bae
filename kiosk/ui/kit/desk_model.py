"""What a dealer's screen needs of the Game Console: one frozen view and a way to send commands."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from kiosk.console.commands import AnyCommand, Refusal
from kiosk.console.view import DeskView


class DeskModel(QObject):
    """The console behind the screen. ``send`` never waits; what comes of it arrives by signal.

    ``changed(DeskView)``: something is new. ``refused(Refusal)``: the last command was not carried out, and why.
    ``done(AnyCommand)``: it was.
    """

    changed = Signal(object)
    refused = Signal(object)
    done = Signal(object)

    @property
    def view(self) -> DeskView:
        """The console now."""
        raise NotImplementedError

    def send(self, command: AnyCommand) -> None:
        """Ask for ``command``."""
        raise NotImplementedError


class FakeDesk(DeskModel):
    """A console that only remembers what was sent: for pictures and tests of the screen."""

    def __init__(self, view: DeskView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.sent: list[AnyCommand] = []

    @property
    def view(self) -> DeskView:
        return self._view

    def send(self, command: AnyCommand) -> None:
        self.sent.append(command)

    def show(self, view: DeskView) -> None:
        """Show another view."""
        self._view = view
        self.changed.emit(view)

    def refuse(self, refusal: Refusal) -> None:
        """Refuse the last command."""
        self.refused.emit(refusal)
