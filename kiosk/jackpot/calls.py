"""A request and its answer as bytes, and the jackpot as a table asks it through a host."""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from kiosk.jackpot import requests
from kiosk.jackpot.meter import JackpotFault

MOST_BYTES: Final = 8_192  # of a request: the boxes of a table have a fifth of it
_requests: Final = msgspec.json.Decoder(requests.Request)
_answers: Final = msgspec.json.Decoder(requests.Answer)


class Line(Protocol):
    """Speaks with a host. Who asks is known by its certificate alone."""

    def ask_jackpot(self, request: bytes) -> bytes:
        """What the host answers. Raises NoAnswer: it may have been done, or may still be."""


class RemoteJackpot:
    """Fits `Asked`, for a console or a seat. Any thread that may wait. A repeat is answered as the first was."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def ask(self, request: requests.Request, /) -> requests.Answer:
        """See :class:`kiosk.jackpot.jackpot.Asked`."""
        reply = self._line.ask_jackpot(msgspec.json.encode(request))
        try:
            found: requests.Answer = _answers.decode(reply)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise JackpotFault(f"the jackpot: an answer is damaged: {error}") from error
        return found


def read_request(data: bytes) -> requests.Request:
    """The request in ``data``. Raises ValueError for what is none."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"a request to the jackpot of {len(data)} bytes: expected at most {MOST_BYTES}")
    try:
        found: requests.Request = _requests.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"no request to the jackpot: {error}") from error
    return found
