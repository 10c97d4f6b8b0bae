# ruff: noqa: INP001 - a script of its own, no package
"""Draws the out-of-service picture: out-of-service.png for people, out-of-service.ppm.gz for the script without Python.

    python packaging/session/draw_out_of_service.py [FOLDER]

The same fonts give the same bytes. Without FOLDER the files beside this script are renewed.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1920, 1080
COLOURS = 32  # enough for two inks with smooth edges, and the files stay small
GROUND, FRAME, TITLE, WORDS = "#062019", "#8c7a42", "#f5d97a", "#f7f0e0"
FONTS = Path("/usr/share/fonts/opentype")
LATIN_BOLD, LATIN = FONTS / "inter/Inter-Bold.otf", FONTS / "inter/Inter-Regular.otf"
CHINESE_BOLD, CHINESE = FONTS / "noto/NotoSansCJK-Bold.ttc", FONTS / "noto/NotoSansCJK-Regular.ttc"
SIMPLIFIED = 2  # the face in Noto's collections

LINES = (  # middle of the line in px from the top, size in px, ink, font, face, words
    (340, 120, TITLE, LATIN_BOLD, 0, "Out of service"),
    (490, 110, TITLE, CHINESE_BOLD, SIMPLIFIED, "暂停服务"),
    (680, 52, WORDS, LATIN, 0, "Your credit is safe. Please call an attendant."),
    (770, 52, WORDS, CHINESE, SIMPLIFIED, "您的余额安全无虞，请呼叫服务员。"),
)


def draw() -> Image.Image:
    """The picture, 1920 by 1080 px, few colours."""
    image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    pen = ImageDraw.Draw(image)
    pen.rectangle((60, 60, WIDTH - 61, HEIGHT - 61), outline=FRAME, width=4)
    for middle, size, ink, font, face, words in LINES:
        shape = ImageFont.truetype(font, size, index=face, layout_engine=ImageFont.Layout.BASIC)
        pen.text((WIDTH // 2, middle), words, ink, shape, anchor="mm")
    return image.quantize(COLOURS, dither=Image.Dither.NONE)


def write(folder: Path) -> None:
    """Write both files; they show the same pixels."""
    image = draw()
    image.save(folder / "out-of-service.png", optimize=True)
    plain = b"P6\n%d %d\n255\n" % image.size + image.convert("RGB").tobytes()
    (folder / "out-of-service.ppm.gz").write_bytes(gzip.compress(plain, 9, mtime=0))


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
