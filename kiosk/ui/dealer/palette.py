"""The dealer's colours, mixed from the theme, and the pairs that are measured for contrast."""

from kiosk.ui.kit import theme
from kiosk.ui.kit.theme import Pair, blend

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

TEXT_PAIRS: tuple[Pair, ...] = (
    *(Pair(theme.TEXT, back, "names and amounts") for back in (WELL, CARE, DANGER, PANEL, FIELD, DONE)),
    *(Pair(theme.TEXT_SOFT, back, "labels") for back in (WELL, CARE, DANGER, PANEL, FIELD, FAINT, GROUND)),
    *(Pair(WELL_TEXT, back, "in order") for back in (WELL, PANEL, FIELD, theme.BAR_TOP)),
    *(Pair(theme.WARN, back, "needs a look") for back in (CARE, PANEL, FIELD, theme.BAR_TOP)),
    *(
        Pair(DANGER_TEXT, back, "needs somebody")
        for back in (DANGER, PANEL, FIELD, theme.BUTTON, theme.BAR_TOP)
    ),
    *(Pair(theme.GOLD_TEXT, back, "money that is paid") for back in (WELL, CARE, DANGER, PANEL, FIELD)),
    *(Pair(theme.TEXT_OFF, back, "not now, not there") for back in (FAINT, PANEL)),
    Pair(theme.TEXT_ON_GOLD, theme.PRIMARY, "the step and the button of now"),
    Pair(theme.TEXT, theme.URGENT, "the button of a void"),
)
CONTROL_PAIRS: tuple[Pair, ...] = (
    *(
        Pair(DANGER_EDGE, back, "border of a rare command, of a seat")
        for back in (DANGER, PANEL, theme.BUTTON)
    ),
    *(Pair(theme.WARN, back, "border of a seat") for back in (CARE, PANEL)),
    Pair(WELL_EDGE, PANEL, "border of a seat"),
    Pair(FAINT_EDGE, PANEL, "border of a seat that is not there"),
    *(Pair(theme.FOCUS, back, "focus ring") for back in (WELL, CARE, DANGER, FAINT, PANEL, theme.BUTTON)),
    Pair(theme.PRIMARY, PANEL, "the button of now"),
)
