"""A program of its own: ``tied.py PARENT WORD...`` becomes the words, and is told to end when its parent ends.

The kernel tells it (Linux), however the parent ended, also killed. It is a program, and not something that runs in a
forked copy of ours, since our threads do not outlive a fork. It needs nothing of ours, so that it starts at once.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
GONE = 1  # the status when the parent had ended before


def main(parent: int, words: list[str]) -> None:
    """Become ``words``, tied to the process ``parent``, which has started us in its main thread."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM))
        if os.getppid() != parent:  # it ended before the kernel was asked
            sys.exit(GONE)
    os.execvp(words[0], words)  # noqa: S606 - the words of our own Pit


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
