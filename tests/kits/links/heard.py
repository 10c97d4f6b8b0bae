"""A reader for tests: keeps what it is told, and waits for it without sleeping."""

import threading


def keys_of(entries):
    """The keys, in order."""
    return [entry.key for entry in entries]


class Heard(list):
    """What a reader was told; waits for it without sleeping."""

    SECONDS = 60

    def __init__(self):
        super().__init__()
        self._told = threading.Condition()

    def __call__(self, *said):
        with self._told:
            self.append(said[0] if len(said) == 1 else said)
            self._told.notify_all()

    def keys(self):
        return keys_of(self)

    def until(self, enough):
        with self._told:
            assert self._told.wait_for(lambda: enough(self), self.SECONDS), list(self)
        return self

    def until_key(self, key):
        """All that was heard once ``key`` has come."""
        return self.until(lambda heard: any(entry.key == key for entry in heard)).keys()
