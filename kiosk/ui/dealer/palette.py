"""The dealer's colours, mixed from the theme."""

from kiosk.ui.kit import theme
from kiosk.ui.kit.theme import blend

GROUND = theme.BAR_BOTTOM  # behind the panels
PANEL = theme.PANEL
FIELD = theme.PANEL_RAISED  # a row, a figure, a step
WELL = blend(theme.BETTING, theme.PANEL, 0.42)  # a seat that is in order
WELL_EDGE = blend(theme.BETTING_BAR, theme.BETTING, 0.30)
WELL_TEXT = "#9fe0b4"  # the word of a seat that is in order
CARE = blend(theme.WARN, theme.PANEL, 0.16)  # a seat that needs a look
DANGER = blend(theme.URGENT, theme.PANEL, 0.42)  # a seat that needs somebody
DANGER_EDGE = "#e0665c"
DANGER_TEXT = "#ffb3aa"  # negative amounts, the words of rare commands
FAINT = blend(theme.TABLE, theme.PANEL, 0.6)  # a seat that is not there
FAINT_EDGE = theme.BUTTON_OFF_EDGE
DONE = blend(theme.BETTING, theme.PANEL, 0.75)  # a step that is done
