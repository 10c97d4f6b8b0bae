"""How the ribbon is painted: places and strokes, no state."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, rounded
from kiosk.ui.terminal.bars.ribbon_face import RibbonFace, RibbonKind
from kiosk.ui.terminal.game_part import Badge, GamePart

_PAD = 26  # design px
_LEAST = 19
_LEAST_OF_TWO = 15
_PAYS = 0.36  # of the ribbon: so much is kept for what the round came to, if it takes so much
_BAR = QColor(theme.BETTING_BAR)
PAYS_FLAGS = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)


def bar_end(zone: QRectF, fraction: float) -> float:
    """Where the filled part of the time bar ends: it is never shorter than its round ends."""
    return zone.left() + max(zone.height(), zone.width() * fraction)


class RibbonPainter:
    """Paints into the rectangle of the ribbon, screen px."""

    def __init__(self, dress: Style, rect: QRectF, part: GamePart) -> None:
        self._part = part
        self._dress = dress
        self._rect = rect
        # On a narrow and high ribbon (portrait) the words grow with the height.
        self._grow = max(1.0, rect.height() / max(1, dress.scale.px(68)))

    @property
    def pad(self) -> float:
        """Room at both ends."""
        return float(self._dress.scale.px(_PAD))

    def _font(self, role: Role, design_px: float) -> QFont:
        return self._dress.font(role, design_px * min(self._grow, 1.2))

    def _title_font(self) -> QFont:
        return self._font(Role.TITLE, theme.TYPE_PX["title"])

    def back(self, painter: QPainter, colour: str) -> None:
        """The plate."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = self._dress.scale.radius("panel")
        rounded(painter, self._rect, radius, colour)

    def _write(
        self,
        painter: QPainter,
        left: float,
        text: str,
        font: QFont,
        colour: str = theme.TEXT,
        room: float | None = None,
    ) -> float:
        """Write a line with its capitals centred, cut with dots beyond its room; answers its right end."""
        metrics = QFontMetricsF(font)
        if room is not None:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room + 1)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(QPointF(left, self._rect.center().y() + metrics.capHeight() / 2), text)
        return left + metrics.horizontalAdvance(text)

    def title(self, painter: QPainter, text: str, left: float) -> None:
        """The large words."""
        self._write(painter, left, text, self._title_font())

    def after_title(self, title: str, face: RibbonFace, left: float) -> float:
        """Where the next thing may begin behind title, figures and badges."""
        result = face.kind is RibbonKind.RESULT
        font = self._seconds_font() if result else self._title_font()
        end = left + QFontMetricsF(font).horizontalAdvance(title) + self.pad
        if result:
            end += self._badges_width(self._badges_shown(face, end)) + self.pad
        return end

    def _badges_shown(self, face: RibbonFace, left: float) -> tuple[Badge, ...]:
        """The badges of a result that begin there. The last ones go before what the round came to has no room, and
        the first before that would stand small on two lines: the board says the same in large.
        """
        shown, font = face.badges, self._pays_font(face)
        needs = QFontMetricsF(font).horizontalAdvance(face.pays)
        room = self._rect.right() - left - 2 * self.pad
        while len(shown) > 1 and self._badges_width(shown) > room - min(needs, self._rect.width() * _PAYS):
            shown = shown[:-1]
        font.setPixelSize(self._dress.scale.text(_LEAST))
        line = QFontMetricsF(font).horizontalAdvance(face.pays)
        return shown if self._badges_width(shown) + line <= room else ()

    def detail(self, painter: QPainter, face: RibbonFace, left: float) -> None:
        """The second words, then what the round came to; cut with dots where they have no room."""
        font = self._font(Role.BODY, 24)
        text = " · ".join(part for part in (face.detail, face.pays) if part)
        room = self._rect.right() - self.pad - left
        self._write(painter, left, text, self._fitted(font, text, room), room=room)

    def _fitted(self, font: QFont, text: str, room: float) -> QFont:
        """The font, smaller where the line has no room, down to the smallest that is read from a chair."""
        wide = QFontMetricsF(font).horizontalAdvance(text)
        if wide > room > 0:
            font.setPixelSize(max(self._dress.scale.text(_LEAST), int(font.pixelSize() * room / wide)))
        return font

    # --- bets

    def seconds_room(self) -> float:
        """Width kept for the seconds and the gap before them."""
        return QFontMetricsF(self._seconds_font()).horizontalAdvance("000") + self.pad * 0.6

    def _seconds_font(self) -> QFont:
        return self._font(Role.MONEY, theme.TYPE_PX["display"])

    def bar_zone(self, title: str, face: RibbonFace) -> QRectF:
        """Where the time bar lies."""
        left = self.after_title(title, face, self.pad)
        if face.facts:
            left += self._last_width(face) + self.pad
        right = self._rect.right() - self.pad - self.seconds_room()
        high = self._dress.scale.px(16)
        return QRectF(left, self._rect.center().y() - high / 2, max(1.0, right - left), high)

    def bets(self, painter: QPainter, title: str, face: RibbonFace, *, urgent: bool) -> QRectF:
        """Title, the last result and the empty time bar: what does not change from frame to frame. Answers the zone
        of the bar.
        """
        self.title(painter, title, self.pad)
        if face.facts:
            self._last(painter, face, self.after_title(title, face, self.pad))
        zone = self.bar_zone(title, face)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 90) if urgent else QColor(theme.BETTING_TRACK))
        painter.drawRoundedRect(zone, zone.height() / 2, zone.height() / 2)
        return zone

    @staticmethod
    def time_left(painter: QPainter, zone: QRectF, fraction: float) -> None:
        """The filled part of the time bar in its zone."""
        left = QRectF(zone)
        left.setRight(bar_end(zone, fraction))
        if fraction > 0:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_BAR)
            painter.drawRoundedRect(left, zone.height() / 2, zone.height() / 2)

    def seconds(self, painter: QPainter, seconds: int) -> None:
        """The seconds at the right end."""
        font, text = self._seconds_font(), str(seconds)
        wide = QFontMetricsF(font).horizontalAdvance(text)
        self._write(painter, self._rect.right() - self.pad - wide, text, font)

    def _last_parts(self) -> tuple[float, QFont, QFont]:
        return self._rect.height() * 0.42, self._font(Role.BODY, 19), self._font(Role.MONEY, 26)

    def _last_width(self, face: RibbonFace) -> float:
        if not face.facts:
            return 0.0
        side, small, figure = self._last_parts()
        words = QFontMetricsF(small).horizontalAdvance(self._dress.t("ribbon.last"))
        number = QFontMetricsF(figure).horizontalAdvance(self._part.figure(face.facts))
        row = self._part.last_width(face.facts, side)
        return words + row + number + self._badges_width(face.badges) + self.pad * 1.6

    def _last(self, painter: QPainter, face: RibbonFace, left: float) -> None:
        """The last round, small, until the first chip of this one."""
        if not face.facts:
            return
        side, small, figure = self._last_parts()
        left = self._write(painter, left, self._dress.t("ribbon.last"), small) + self.pad * 0.5
        left = (
            self._part.paint_last(painter, left, self._rect.center().y(), side, face.facts) + self.pad * 0.35
        )
        left = self._write(painter, left, self._part.figure(face.facts), figure) + self.pad * 0.5
        self._badges(painter, face.badges, left)

    # --- result

    def result(self, painter: QPainter, face: RibbonFace, left: float) -> None:
        """Total, badges and what the round came to for the player."""
        behind = self._write(painter, left, face.title, self._seconds_font()) + self.pad
        self._badges(painter, self._badges_shown(face, behind), behind)
        zone = self.pays_zone(face, left)
        painter.setFont(self.pays_font(face, zone))
        painter.setPen(QColor(theme.GOLD_TEXT if face.gain else theme.TEXT))
        painter.drawText(zone, PAYS_FLAGS, face.pays)

    def pays_zone(self, face: RibbonFace, left: float) -> QRectF:
        """Where it stands what the round came to: behind total and badges."""
        zone = QRectF(self._rect)
        zone.setLeft(self.after_title(face.title, face, left) - self.pad * 0.6)
        zone.setRight(self._rect.right() - self.pad)
        return zone

    def pays_font(self, face: RibbonFace, zone: QRectF) -> QFont:
        """The font in which what the round came to fits its place: on one line, or smaller on two. Never cut."""
        font = self._fitted(self._pays_font(face), face.pays, zone.width())
        least = self._dress.scale.text(_LEAST_OF_TWO)
        while QFontMetricsF(font).boundingRect(zone, PAYS_FLAGS, face.pays).height() > zone.height() or (
            QFontMetricsF(font).boundingRect(zone, PAYS_FLAGS, face.pays).width() > zone.width() + 1
        ):
            if font.pixelSize() <= least:
                break
            font.setPixelSize(font.pixelSize() - 1)
        return font

    def _pays_font(self, face: RibbonFace) -> QFont:
        return self._font(Role.MONEY if face.gain else Role.STRONG, 34 if face.gain else 27)

    def _badge_font(self) -> QFont:
        return self._font(Role.TITLE, 23)

    def _badge_width(self, badge: Badge) -> float:
        return QFontMetricsF(self._badge_font()).horizontalAdvance(badge.text) + self._dress.scale.px(32)

    def _badges_width(self, badges: tuple[Badge, ...]) -> float:
        return sum(self._badge_width(badge) + self._dress.scale.px(12) for badge in badges)

    def _badges(self, painter: QPainter, badges: tuple[Badge, ...], left: float) -> None:
        high = self._rect.height() * 0.6
        radius = self._dress.scale.radius("badge")
        for badge in badges:
            plate = QRectF(left, self._rect.center().y() - high / 2, self._badge_width(badge), high)
            rounded(painter, plate, radius, badge.colour)
            self._write(
                painter, plate.x() + self._dress.scale.px(16), badge.text, self._badge_font(), badge.ink
            )
            left = plate.right() + self._dress.scale.px(12)
