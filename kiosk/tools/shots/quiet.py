"""Keeps one message of Qt's display-less plugin from the terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

NOISE = "This plugin does not support propagateSizeHints()"


@contextmanager
def without_noise() -> Iterator[None]:
    """Drop NOISE while pictures are painted; every other message goes where it went before.

    The plugin says it for every window that has a least size. It means nothing where there is no window manager to
    hand the size to, and it would stand between the lines that the command prints.
    """

    def hand_on(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if text == NOISE:
            return
        if before is not None:
            before(kind, context, text)
        else:
            print(text, file=sys.stderr)  # noqa: T201  what Qt itself does without a handler

    before = qInstallMessageHandler(hand_on)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
