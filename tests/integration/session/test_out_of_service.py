"""The picture that needs no Python, on framebuffers that are files, and the words where there is none."""

import importlib.util
import subprocess

import pytest
from PIL import Image

from kits.ops.session import PACKAGING

SESSION = PACKAGING / "session"
RAW = {"32": ("BGRX", 4), "24": ("BGR", 3), "16": ("BGR;16", 2)}


class Screen:
    """A machine's root with a framebuffer of ``wide`` by ``high`` px."""

    def __init__(self, root, wide=1920, high=1080, bits="32", spare=0):
        self.root, self.size = root, (wide, high)
        self.raw, size = RAW[bits]
        self.stride = wide * size + spare
        self.put("sys/class/graphics/fb0/virtual_size", f"{wide},{high}\n")
        self.put("sys/class/graphics/fb0/bits_per_pixel", f"{bits}\n")
        self.put("sys/class/graphics/fb0/stride", f"{self.stride}\n")
        self.put("dev/fb0", "")
        self.put("dev/tty1", "")
        picture = root / "usr/lib/etg-kiosk/session/out-of-service.ppm.gz"
        picture.parent.mkdir(parents=True)
        picture.write_bytes((SESSION / "out-of-service.ppm.gz").read_bytes())

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self):
        return subprocess.run(
            [SESSION / "out-of-service", self.root], capture_output=True, text=True, check=False, timeout=60
        )

    def shown(self):
        found = self.run()
        assert (found.returncode, found.stderr) == (0, "")
        data = (self.root / "dev/fb0").read_bytes().ljust(self.stride * self.size[1], b"\0")
        return Image.frombuffer("RGB", self.size, data, "raw", self.raw, self.stride, 1)


@pytest.fixture
def picture():
    with Image.open(SESSION / "out-of-service.png") as found:
        yield found.convert("RGB")


def far(one, other):
    """How far two pictures are apart at the worst point, of 255."""
    from PIL import ImageChops

    return max(high for _, high in ImageChops.difference(one, other).getextrema())


def test_that_the_picture_is_shown_pixel_by_pixel(tmp_path, picture):
    assert far(Screen(tmp_path).shown(), picture) == 0


def test_that_spare_bytes_of_a_line_are_left_alone(tmp_path, picture):
    assert far(Screen(tmp_path, spare=256).shown(), picture) == 0


@pytest.mark.parametrize(("bits", "off"), [pytest.param("24", 0, marks=pytest.mark.torture), ("16", 8)])
def test_that_other_depths_show_the_same(tmp_path, picture, bits, off):
    assert far(Screen(tmp_path, bits=bits).shown(), picture) <= off


@pytest.mark.parametrize(
    ("rotation", "back"),
    [
        ("90", Image.Transpose.ROTATE_270),
        ("180", Image.Transpose.ROTATE_180),
        ("270", Image.Transpose.ROTATE_90),
    ],
)
def test_that_it_is_turned_as_the_display_is(tmp_path, picture, rotation, back):
    wide, high = (1920, 1080) if rotation == "180" else (1080, 1920)
    screen = Screen(tmp_path, wide, high)
    screen.put("etc/etg-kiosk/session.conf", f"# ours\nROTATION={rotation}\n")
    assert far(screen.shown().transpose(back), picture) == 0


@pytest.mark.parametrize(
    ("wide", "high"),
    [(1280, 1024), (800, 480), pytest.param(3840, 2160, marks=pytest.mark.torture), (1024, 2000)],
)
def test_that_it_is_as_large_as_fits_in_the_middle_of_black(tmp_path, picture, wide, high):
    shown = Screen(tmp_path, wide, high).shown()
    scale = min(wide / 1920, high / 1080)
    box = shown.getbbox()
    assert abs((box[2] - box[0]) - 1920 * scale) <= 1
    assert abs((box[3] - box[1]) - 1080 * scale) <= 1
    assert abs(box[0] - (wide - box[2])) <= 1
    assert abs(box[1] - (high - box[3])) <= 1
    assert shown.getpixel((wide // 2, high // 2)) == picture.getpixel((960, 540))


def test_that_only_what_the_mode_shows_of_a_larger_framebuffer_is_used(tmp_path, picture):
    screen = Screen(tmp_path, 1920, 2160)
    screen.put("sys/class/graphics/fb0/modes", "U:1920x1080p-0\n")
    assert far(screen.shown().crop((0, 0, 1920, 1080)), picture) == 0


def no_framebuffer(screen):
    (screen.root / "dev/fb0").unlink()


def no_geometry(screen):
    screen.put("sys/class/graphics/fb0/virtual_size", "wide\n")


def eight_bits(screen):
    screen.put("sys/class/graphics/fb0/bits_per_pixel", "8\n")


def short_stride(screen):
    screen.put("sys/class/graphics/fb0/stride", "100\n")


def no_picture(screen):
    (screen.root / "usr/lib/etg-kiosk/session/out-of-service.ppm.gz").unlink()


def torn_picture(screen):
    path = screen.root / "usr/lib/etg-kiosk/session/out-of-service.ppm.gz"
    path.write_bytes(path.read_bytes()[:9000])


@pytest.mark.parametrize(
    "harm", [no_framebuffer, no_geometry, eight_bits, short_stride, no_picture, torn_picture]
)
def test_that_words_stand_on_the_terminal_where_no_picture_can(tmp_path, harm):
    screen = Screen(tmp_path)
    harm(screen)
    found = screen.run()
    assert found.returncode == 0
    assert "no picture:" in found.stderr
    assert "OUT OF SERVICE" in (tmp_path / "dev/tty1").read_text()


def test_that_it_fails_where_nothing_can_be_shown(tmp_path):
    screen = Screen(tmp_path)
    no_framebuffer(screen)
    (tmp_path / "dev/tty1").unlink()
    (tmp_path / "dev/tty1").mkdir()
    found = screen.run()
    assert found.returncode == 2
    assert "nothing can be shown" in found.stderr


def test_that_the_kept_files_are_what_the_script_draws(tmp_path):
    spec = importlib.util.spec_from_file_location("draw_out_of_service", SESSION / "draw_out_of_service.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    script.write(tmp_path)
    for name in ("out-of-service.png", "out-of-service.ppm.gz"):
        assert (tmp_path / name).read_bytes() == (SESSION / name).read_bytes()
