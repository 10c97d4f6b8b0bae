"""A printed ticket as a small picture for the drawer."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2

SCALE = 1.4


def ticket_png(path: Path) -> bytes:
    """The first page of a ticket's PDF as PNG; empty when it cannot be read."""
    try:
        document = pypdfium2.PdfDocument(path.read_bytes())
    except (OSError, pypdfium2.PdfiumError):
        return b""
    try:
        out = io.BytesIO()
        document[0].render(scale=SCALE).to_pil().save(out, "PNG")
        return out.getvalue()
    finally:
        document.close()
