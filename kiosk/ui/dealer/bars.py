"""Top bar, the row of six steps, the row of rare commands, and the strip with what needs attention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.console.view import Alert, AlertLevel, DealingState, DeskView, Step
from kiosk.table.round import Phase
from kiosk.ui.dealer import palette
from kiosk.ui.dealer.button import DeskButton
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.pen import CENTRE, LEFT, RIGHT, Icon, icon, panel, width_of, write
from kiosk.ui.dealer.sheets.flows import SHOE, rare_command, why_not_words
from kiosk.ui.dealer.words import alert_words
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.game_names import game_name
from kiosk.ui.kit.style import Style, smooth

_EDGE = 24  # design px
_CLOCK = 140
_SIGN = 18
_BETWEEN = 26  # between two words of the bar
_STEPS = {
    Step.OPEN: "dealer.step.open",
    Step.HURRY: "dealer.step.hurry",
    Step.CLOSE: "dealer.step.close",
    Step.RESULT: "dealer.step.result",
    Step.PAY_OUT: "dealer.step.pay_out",
}
COMMANDS = (
    ("Void", "dealer.cmd.void", "F2"),
    ("NotFlat", "dealer.cmd.not_flat", "F3"),
    ("DamagedEquipment", "dealer.cmd.damaged", "F4"),
    ("Interrupted", "dealer.cmd.interrupted", "F5"),
    ("CorrectResult", "dealer.cmd.correct", "F6"),
    ("RecordDecision", "dealer.cmd.record", "F7"),
)
"""The rare commands: the command type, its words, its key. A die that is not flat is a void; for a
game that has a page of what went wrong, it is that page."""
_COMMAND = 19  # design px of their words
_LOUD = (AlertLevel.FAULT, AlertLevel.WARNING, AlertLevel.INFO)


@dataclass(frozen=True)
class _Said:
    """A word of the bar, with a sign before it or without."""

    text: str
    role: Role
    size: float
    colour: str
    sign: Icon | None = None


class DeskBar(QWidget):
    """Says where the dealer is and whether log and device are well."""

    table_asked = Signal()
    dealer_asked = Signal()
    auto_asked = Signal()
    language_asked = Signal()

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._view: DeskView | None = None
        self._time = ""
        self.table = DeskButton("", look, key="F1", size=20, parent=self)
        self.dealer = DeskButton("", look, key="F9", size=20, parent=self)
        self.auto = DeskButton("", look, key="F10", size=20, parent=self)
        self.language = DeskButton(look.t("bar.language"), look, key="F11", size=20, parent=self)
        self.auto.setCheckable(True)
        self.table.clicked.connect(self.table_asked)
        self.dealer.clicked.connect(self.dealer_asked)
        self.auto.clicked.connect(self._auto)
        self.language.clicked.connect(self.language_asked)

    def _auto(self) -> None:
        # The switch shows what the console does, not what was touched last.
        self.auto.setChecked(self._view is not None and self._view.auto)
        self.auto_asked.emit()

    def show_time(self, time: str) -> None:
        """Show the time of day."""
        if time != self._time:
            self._time = time
            self.update()

    def show_view(self, view: DeskView) -> None:
        """Show this console."""
        self._view = view
        say = self._look.t
        signed = say("dealer.bar.dealer", dealer=view.dealer) if view.dealer else say("dealer.bar.no_dealer")
        self.dealer.tell(signed)
        on = "dealer.bar.auto_results" if view.automatic_by else "dealer.bar.auto_on"
        self.auto.tell(say(on if view.auto else "dealer.bar.auto_off"))
        self.table.tell(say("dealer.bar.people"))
        self.auto.setChecked(view.auto)
        self._place()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        look, scale = self._look, self._look.scale
        right = self.width() - scale.px(_EDGE) - scale.px(_CLOCK + 8)
        height = scale.touch(50)
        top = (self.height() - height) // 2
        for button in (self.language, self.auto, self.dealer, self.table):
            words = width_of(look, button.text(), Role.STRONG, 20) + width_of(
                look, button.key, Role.NUMBER, 18
            )
            width = round(words) + scale.px(50)
            right -= width
            button.setGeometry(right, top, width, height)
            right -= scale.px(12)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        view, look, scale = self._view, self._look, self._look.scale
        painter = smooth(self)
        painter.fillRect(self.rect(), theme.BAR_TOP)
        if view is None:
            painter.end()
            return
        clock = QRectF(self.width() - scale.px(_EDGE + _CLOCK), 0, scale.px(_CLOCK), self.height())
        write(painter, clock, self._time, look, Role.NUMBER, 22, theme.TEXT, RIGHT)
        places, health = self._places(view), self._health(view)
        room = self._room()
        if self._width_of(places) + self._width_of(health) <= room.width():
            self._write(painter, room, (*places, *health))
        else:  # a narrow window: two lines, since the buttons are as high as a finger
            half = room.height() / 2
            self._write(painter, room.adjusted(0, 0, 0, -half), places)
            self._write(painter, room.adjusted(0, half, 0, 0), health)
        painter.end()

    def _room(self) -> QRectF:
        """Where the words stand, with the same air above and below as the buttons."""
        scale, left = self._look.scale, self._look.scale.px(_EDGE)
        return QRectF(left, self.table.y(), self.table.x() - scale.px(16) - left, self.table.height())

    def _width_of(self, said: Sequence[_Said]) -> float:
        return sum(self._taken(one) for one in said)

    def _taken(self, one: _Said) -> float:
        """With the gap behind it."""
        scale = self._look.scale
        sign = 0 if one.sign is None else scale.px(_SIGN) + scale.px(8)
        return sign + width_of(self._look, one.text, one.role, one.size) + 1 + scale.px(_BETWEEN)

    def _write(self, painter: QPainter, room: QRectF, said: Sequence[_Said]) -> None:
        look, scale = self._look, self._look.scale
        at = room.x()
        for one in said:
            after, left = at + self._taken(one) - scale.px(_BETWEEN), at
            if one.sign is not None:
                side = scale.px(_SIGN)
                icon(painter, QRectF(at, room.center().y() - side / 2, side, side), one.sign, one.colour)
                left += side + scale.px(8)
            words = QRectF(left, room.y(), max(0.0, min(after, room.right()) - left), room.height())
            write(painter, words, one.text, look, one.role, one.size, one.colour, LEFT)
            at = after + scale.px(_BETWEEN)

    def _places(self, view: DeskView) -> tuple[_Said, ...]:
        say = self._look.t
        game = game_name(view.game, self._look.texts).partition(" · ")[0]
        title = f"{say('dealer.bar.title')} · {game} · {say('dealer.bar.table', table=view.table)}"
        number = say("dealer.bar.round", number=view.round) if view.round else say("dealer.bar.no_round")
        mark = _Said(say("dealer.bar.demonstration"), Role.STRONG, 21, theme.WARN)
        found = (_Said(title, Role.TITLE, 23, theme.TEXT), _Said(number, Role.NUMBER, 21, theme.TEXT))
        return (mark, *found) if view.demonstration else found

    def _health(self, view: DeskView) -> tuple[_Said, ...]:
        say, health = self._look.t, view.health
        if health.alarms:
            log = _Said(say("dealer.bar.log_alarm"), Role.BODY, 20, palette.DANGER_TEXT, Icon.CARE)
        else:
            words = say("dealer.bar.log", reachable=health.reachable, members=health.members)
            whole = health.reachable >= health.members
            ink, mark = (palette.WELL_TEXT, Icon.CHECK) if whole else (theme.WARN, Icon.CARE)
            log = _Said(words, Role.BODY, 20, ink, mark)
        state = view.device.state
        gone, none = state is DealingState.GONE, state is DealingState.NONE
        sign = Icon.CARE if gone else Icon.DASH if none else Icon.CHECK
        colour = theme.WARN if gone else theme.TEXT_SOFT if none else palette.WELL_TEXT
        return (log, _Said(say(game_part(view.game).words.device[state]), Role.BODY, 20, colour, sign))


class StepsRow(QWidget):
    """Six steps, exactly one lit."""

    def __init__(self, game: str, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = _STEPS | {Step.PLAY: game_part(game).words.step}
        self._look = look
        self.lit = Step.OPEN
        self._hurried = True
        self._begun = False

    def show_view(self, view: DeskView) -> None:
        """Light this step."""
        self.lit = view.step
        self._begun = view.phase not in (Phase.VOID, Phase.ENDED) or view.step is not Step.OPEN
        self._hurried = view.hurried
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        scale = self._look.scale
        painter = smooth(self)
        gap, steps = scale.px(12), list(Step)
        width = (self.width() - gap * (len(steps) - 1)) / len(steps)
        now = steps.index(self.lit)
        for number, step in enumerate(steps):
            rect = QRectF(number * (width + gap), 0, width, self.height())
            self._step(painter, rect, number, step, now)
        painter.end()

    def _step(self, painter: QPainter, rect: QRectF, number: int, step: Step, now: int) -> None:
        look, scale = self._look, self._look.scale
        lit, done = number == now, number < now
        if step is Step.HURRY and done and not self._hurried:
            done = False  # it was left out: a hurry is optional
        panel(painter, rect, look, theme.PRIMARY if lit else palette.PANEL, radius=12)
        side = scale.px(38)
        mark = QRectF(rect.x() + scale.px(20), rect.center().y() - side / 2, side, side)
        disc = theme.TEXT_ON_GOLD if lit else palette.DONE if done else theme.BUTTON
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(disc)
        painter.drawEllipse(mark)
        if done:
            inner = side * 0.26
            icon(painter, mark.adjusted(inner, inner, -inner, -inner), Icon.CHECK, theme.TEXT)
        else:
            ink = theme.GOLD_TEXT if lit else theme.TEXT_SOFT
            write(painter, mark, str(number + 1), look, Role.MONEY, 20, ink, CENTRE)
        words = rect.adjusted(scale.px(20) + side + scale.px(14), 0, -scale.px(14), 0)
        ink = theme.TEXT_ON_GOLD if lit else theme.TEXT if done else theme.TEXT_SOFT
        write(painter, words, look.t(self._words[step]), look, Role.STRONG if lit else Role.LABEL, 25, ink)


class CommandsRow(QWidget):
    """The rare commands, apart from the round, and the shoe's where one goes on from round to round.

    `asked` carries the name of one, `refused` why it cannot be.
    """

    asked = Signal(str)
    refused = Signal(str)

    def __init__(self, game: str, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        said = game_part(game).words
        of_game = {"NotFlat": said.faulty, "DamagedEquipment": said.damaged}
        self._texts = {name: of_game.get(name, text) for name, text, _ in COMMANDS}
        self.buttons: dict[str, DeskButton] = {}
        for name, text, key in self._named():
            made = DeskButton(look.t(text), look, key=key, size=_COMMAND, quiet_danger=True, parent=self)
            made.clicked.connect(lambda _=False, name=name: self.ask(name))
            self.buttons[name] = made
        self.shoe = self.buttons[SHOE] = DeskButton("", look, key="R", size=_COMMAND, parent=self)
        self.shoe.clicked.connect(lambda: self.ask(SHOE))

    def show_view(self, view: DeskView) -> None:
        """Grey is what cannot be given now."""
        in_round = rare_command(view, SHOE) == "CoverCard"
        of_shoe = (SHOE, "dealer.cmd.cover_card" if in_round else "dealer.cmd.new_shoe", "R")
        for name, text, _key in (*self._named(), of_shoe):
            why = why_not_words(view, rare_command(view, name), self._look.texts)
            button = self.buttons[name]
            button.tell(self._look.t(text), "", why)
        self.shoe.setVisible(view.shoe is not None)
        self._place()

    def _named(self) -> tuple[tuple[str, str, str], ...]:
        return tuple((name, self._texts[name], key) for name, _, key in COMMANDS)

    def ask(self, name: str) -> None:
        """Ask for a command, or say why it cannot be."""
        why = self.buttons[name].why
        if why:
            self.refused.emit(why)
        elif self.buttons[name].isHidden():
            return
        else:
            self.asked.emit(name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        gap, buttons = self._look.scale.px(10), [one for one in self.buttons.values() if not one.isHidden()]
        wide = [width_of(self._look, one.text(), Role.STRONG, _COMMAND) + 2 * gap for one in buttons]
        room = self.width() - gap * (len(buttons) - 1)
        even = room / len(buttons)
        if max(wide) <= even:  # else words that need more room have it from those that need less
            wide = [even] * len(buttons)
        left = 0.0
        for button, width in zip(buttons, (one * room / sum(wide) for one in wide), strict=True):
            button.setGeometry(round(left), 0, round(left + width) - round(left), self.height())
            left += width + gap


class Strip(DeskButton):
    """One line at the foot: the loudest alert, or that all is well. A notice lies over it for a moment."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__("", look, key="F12", size=21, parent=parent)
        self._alerts: Sequence[Alert] = ()
        self.notice = ""

    def show_view(self, view: DeskView) -> None:
        """Show its alerts."""
        self._alerts = sorted(view.alerts, key=lambda alert: _LOUD.index(alert.level))
        self.update()

    def say(self, notice: str) -> None:
        """Show a notice, or with an empty one the alerts again."""
        self.notice = notice
        self.update()

    @property
    def words(self) -> str:
        """The line as it stands."""
        say = self._dress.t
        if self.notice:
            return self.notice
        if not self._alerts:
            return say("dealer.strip.well")
        return alert_words(self._alerts[0], self._dress.texts)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        look, scale = self._dress, self._dress.scale
        painter = smooth(self)
        fill, edge, ink, sign = self._tone()
        rect = QRectF(self.rect())
        panel(painter, rect, look, fill, theme.FOCUS if self._ring else edge, radius=12)
        side = scale.px(24)
        mark = QRectF(scale.px(20), rect.center().y() - side / 2, side, side)
        icon(painter, mark, sign, ink)
        key = width_of(look, self.key, Role.NUMBER, 18) + scale.px(20)
        more = look.t("dealer.strip.more", count=len(self._alerts) - 1) if len(self._alerts) > 1 else ""
        more = "" if self.notice else more
        tail = width_of(look, more, Role.STRONG, 20) + scale.px(24) if more else 0.0
        words = QRectF(
            mark.right() + scale.px(14),
            0,
            rect.width() - mark.right() - key - tail - scale.px(34),
            rect.height(),
        )
        write(painter, words, self.words, look, Role.STRONG, 21, ink)
        if more:
            after = QRectF(words.right() + scale.px(8), 0, tail, rect.height())
            write(painter, after, more, look, Role.STRONG, 20, theme.TEXT_SOFT, RIGHT)
        last = QRectF(rect.right() - key, 0, key - scale.px(18), rect.height())
        write(painter, last, self.key, look, Role.NUMBER, 18, theme.TEXT_SOFT, RIGHT)
        painter.end()

    def _tone(self) -> tuple[str, str, str, Icon]:
        if self.notice:
            return palette.CARE, theme.WARN, theme.WARN, Icon.CARE
        if not self._alerts:
            return palette.PANEL, "", palette.WELL_TEXT, Icon.CHECK
        tones = {
            AlertLevel.FAULT: (palette.DANGER, palette.DANGER_EDGE, palette.DANGER_TEXT, Icon.CARE),
            AlertLevel.WARNING: (palette.CARE, theme.WARN, theme.WARN, Icon.CARE),
            AlertLevel.INFO: (palette.PANEL, "", theme.TEXT, Icon.DOT),
        }
        return tones[self._alerts[0].level]
