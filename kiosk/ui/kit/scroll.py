"""Scrolling by finger, alike in every list and page."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QScroller, QScrollerProperties

from kiosk.ui.kit import theme
from kiosk.ui.kit.style import Style

_BAR_PX = 10


def make_kinetic(area: QAbstractScrollArea, look: Style) -> None:
    """Let a finger (or the mouse) drag the content; a slim bar shows where one is. Nothing bounces."""
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
    # The bar alone: a style sheet on the area would be worked out for every label in it.
    area.verticalScrollBar().setStyleSheet(_style(look))
    viewport = area.viewport()
    palette = viewport.palette()
    palette.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
    palette.setColor(QPalette.ColorRole.Window, QColor(0, 0, 0, 0))
    viewport.setPalette(palette)
    viewport.setAutoFillBackground(False)
    content = area.widget() if isinstance(area, QScrollArea) else None
    if content is not None:
        content.setAutoFillBackground(False)
    # A touch that nobody takes comes as a mouse press too: one gesture serves both.
    QScroller.grabGesture(viewport, QScroller.ScrollerGestureType.LeftMouseButtonGesture)
    scroller = QScroller.scroller(viewport)
    properties = scroller.scrollerProperties()
    metric = QScrollerProperties.ScrollMetric
    off = QScrollerProperties.OvershootPolicy.OvershootAlwaysOff
    properties.setScrollMetric(metric.VerticalOvershootPolicy, off)
    properties.setScrollMetric(metric.HorizontalOvershootPolicy, off)
    properties.setScrollMetric(metric.DragStartDistance, 0.003)
    scroller.setScrollerProperties(properties)


def _style(look: Style) -> str:
    wide = look.scale.px(_BAR_PX)
    round_ends = f"border-radius: {wide // 2}px"
    return f"""
        QScrollBar:vertical {{ background: {theme.PANEL_RAISED}; width: {wide}px; margin: 0; {round_ends}; }}
        QScrollBar::handle:vertical {{ background: {theme.LINE_BRIGHT}; {round_ends}; min-height: 44px; }}
        QScrollBar::add-line:vertical, QScrollBar::sub-line:vertical {{ height: 0; }}
        QScrollBar::add-page:vertical, QScrollBar::sub-page:vertical {{ background: none; }}
    """
