"""Whether a widget's Python part is still there."""

from PySide6.QtCore import QObject


def is_whole(thing: QObject) -> bool:
    """False when garbage collection has already emptied the Python part.

    It does so before Qt takes the widget down, and Qt still sends events (hide, change) then: such a late event must
    be passed over, for there is nothing left that it could be about.
    """
    return bool(vars(thing))
