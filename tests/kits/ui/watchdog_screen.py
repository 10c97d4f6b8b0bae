"""A window whose watchdog is fed: hangs for good when it reads a line. Run as a program."""

import sys
import threading
import time

from PySide6.QtCore import QMetaObject, QObject, Qt, Slot
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.ui.kit.watchdog import Watchdog


class Hanging(QObject):
    """Does in the GUI's thread what a fault would."""

    @Slot()
    def hang(self):
        while True:
            time.sleep(60)


app = QApplication(["watchdog"])
watchdog = Watchdog()
watchdog.begin("starts")
window = QWidget()
window.show()
watchdog.shown(window, "plays")
hanging = Hanging()


def read():
    sys.stdin.readline()
    QMetaObject.invokeMethod(hanging, "hang", Qt.ConnectionType.QueuedConnection)
    print("hangs", flush=True)


threading.Thread(target=read, daemon=True).start()
app.exec()
