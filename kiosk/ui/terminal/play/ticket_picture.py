"""A printed ticket as a small picture for the drawer."""

from __future__ import annotations

import io
from pathlib import Path

WIDTH_PX = 640


def ticket_png(path: Path) -> bytes:
    """The ticket as PNG; empty when it cannot be read."""
    from kiosk.devices.reader.picture import TicketUnreadable, ticket_page  # as where a ticket is read

    try:
        page = ticket_page(path)
    except TicketUnreadable:
        return b""
    page.thumbnail((WIDTH_PX, WIDTH_PX))
    out = io.BytesIO()
    page.save(out, "PNG")
    return out.getvalue()
