"""The map from a panel to its screen: recovered from jittery touches, refused when it cannot be known."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.ui.service.touch.affine import IDENTITY, Affine, Fit, Pair, Refusal, Why, fit
from kiosk.ui.service.touch.calibration import CROSSES

SIZES = ((1280, 720), (1920, 1080), (1080, 1920))
JITTER_PX = 3.0
LIMIT_PX = 12.0
CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0.5))

finite = st.floats(-1.0, 1.0)


@st.composite
def distortions(draw):
    """What a badly mounted panel does: scaled, turned, shifted, mirrored, its axes swapped."""
    width, height = draw(st.sampled_from(SIZES))
    turn = math.radians(draw(st.floats(-5, 5)))
    wide, high = draw(st.floats(0.8, 1.25)), draw(st.floats(0.8, 1.25))
    wide *= draw(st.sampled_from((1, -1)))
    high *= draw(st.sampled_from((1, -1)))
    shift_x, shift_y = draw(st.floats(-300, 300)), draw(st.floats(-300, 300))
    cos, sin = math.cos(turn), math.sin(turn)
    made = Affine(wide * cos, -high * sin, shift_x, wide * sin, high * cos, shift_y)
    if draw(st.booleans()):
        made = made.after(Affine(0, width / height, 0, height / width, 0, 0))
    return (width, height), made


@st.composite
def jitters(draw):
    return [(draw(finite) * JITTER_PX, draw(finite) * JITTER_PX) for _ in CROSSES]


def pairs_of(size, distortion, jitter):
    crosses = [(x * size[0], y * size[1]) for x, y in CROSSES]
    return [
        Pair(distortion.apply((x + dx, y + dy)), (x, y))
        for (x, y), (dx, dy) in zip(crosses, jitter, strict=True)
    ]


@given(distortions(), jitters())
def test_that_any_affine_distortion_is_undone_to_a_few_px(panel_of, jitter):
    size, distortion = panel_of
    found = fit(pairs_of(size, distortion, jitter), LIMIT_PX)
    assert isinstance(found, Fit)
    for x, y in CORNERS:
        true = (x * size[0], y * size[1])
        # 1.85 is the most that the least squares weigh 3 px each way at the very corner of the screen.
        assert math.dist(found.affine.apply(distortion.apply(true)), true) <= 1.86 * JITTER_PX * math.sqrt(2)


@given(distortions())
def test_that_exact_touches_give_the_exact_map(panel_of):
    size, distortion = panel_of
    found = fit(pairs_of(size, distortion, [(0, 0)] * len(CROSSES)), LIMIT_PX)
    assert isinstance(found, Fit)
    assert found.worst_px < 1e-6
    for x, y in CORNERS:
        true = (x * size[0], y * size[1])
        assert found.affine.apply(distortion.apply(true)) == pytest.approx(true, abs=1e-6)


@given(
    distortions(),
    jitters(),
    st.integers(0, len(CROSSES) - 1),
    st.floats(0, 2 * math.pi),
    st.floats(100, 400),
)
def test_that_one_touch_far_off_is_refused(panel_of, jitter, which, angle, far):
    size, distortion = panel_of
    jitter[which] = (far * math.cos(angle), far * math.sin(angle))
    found = fit(pairs_of(size, distortion, jitter), LIMIT_PX)
    assert isinstance(found, Refusal)
    assert found.why is Why.OUTLIER
    assert found.found > found.limit == LIMIT_PX


@given(jitters())
def test_that_a_stuck_panel_is_refused(jitter):
    pairs = [
        Pair((400 + dx, 300 + dy), (x * 1920, y * 1080))
        for (x, y), (dx, dy) in zip(CROSSES, jitter, strict=True)
    ]
    found = fit(pairs, LIMIT_PX)
    assert isinstance(found, Refusal)
    assert found.why is Why.STUCK


@given(st.floats(0, math.pi), jitters())
def test_that_a_panel_that_knows_one_axis_only_is_refused(angle, jitter):
    along = (math.cos(angle), math.sin(angle))
    pairs = []
    for n, ((x, y), (dx, dy)) in enumerate(zip(CROSSES, jitter, strict=True)):
        pairs.append(
            Pair((900 + 300 * n * along[0] + dx, 500 + 300 * n * along[1] + dy), (x * 1920, y * 1080))
        )
    found = fit(pairs, LIMIT_PX)
    assert isinstance(found, Refusal)
    assert found.why is Why.LINE


def test_that_two_points_are_too_few():
    found = fit([Pair((0, 0), (0, 0)), Pair((9, 9), (9, 9))], LIMIT_PX)
    assert found == Refusal(Why.TOO_FEW, 2, 3)
    assert str(found) == "too few points: found 2.0, limit 3.0"


def test_that_crosses_on_one_line_are_refused():
    pairs = [Pair((x, x * x / 100), (x, x)) for x in (0, 100, 200, 300)]
    found = fit(pairs, LIMIT_PX)
    assert isinstance(found, Refusal)
    assert found.why is Why.CROSSES


def test_that_crosses_at_one_place_are_refused():
    found = fit([Pair((x, -x), (5, 5)) for x in (0, 100, 250)], LIMIT_PX)
    assert isinstance(found, Refusal)
    assert found.why is Why.CROSSES


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e300])
def test_that_a_coordinate_that_is_no_place_is_an_error(bad):
    pairs = [Pair((0, 0), (0, 0)), Pair((bad, 9), (9, 9)), Pair((0, 9), (0, 9))]
    with pytest.raises(ValueError, match="expected px"):
        fit(pairs, LIMIT_PX)


maps = st.builds(Affine, *[st.floats(-3, 3)] * 6)


@given(maps, maps, finite, finite)
def test_that_one_map_after_another_is_both(second, first, x, y):
    assert second.after(first).apply((x, y)) == pytest.approx(second.apply(first.apply((x, y))), abs=1e-9)


@given(maps, st.sampled_from(SIZES), st.floats(0, 1), st.floats(0, 1))
def test_that_the_normalised_map_is_the_same_map_of_a_screen_of_one(made, size, x, y):
    width, height = size
    right, down = made.apply((x * width, y * height))
    assert made.normalised(width, height).apply((x, y)) == pytest.approx(
        (right / width, down / height), abs=1e-9
    )
    back = made.normalised(width, height).in_px(width, height)
    assert back.matrix == pytest.approx(made.matrix, abs=1e-9)


@pytest.mark.parametrize(
    ("matrix", "device", "screen"),
    [  # the examples that libinput documents: 90, 180, 270 degrees, and the mirror
        ((0, -1, 1, 1, 0, 0), (0, 0), (1, 0)),
        ((-1, 0, 1, 0, -1, 1), (0, 0), (1, 1)),
        ((0, 1, 0, -1, 0, 1), (0, 0), (0, 1)),
        ((-1, 0, 1, 0, 1, 0), (0.25, 0.5), (0.75, 0.5)),
    ],
)
def test_that_the_matrix_is_read_as_libinput_reads_it(matrix, device, screen):
    assert Affine(*matrix).apply(device) == screen


def test_that_a_panel_mounted_upside_down_gives_libinputs_matrix_for_it():
    pairs = [Pair((1920 - x * 1920, 1080 - y * 1080), (x * 1920, y * 1080)) for x, y in CROSSES]
    found = fit(pairs, LIMIT_PX)
    assert isinstance(found, Fit)
    matrix = found.affine.normalised(1920, 1080).matrix
    assert matrix == pytest.approx((-1, 0, 1, 0, -1, 1), abs=1e-9)


@pytest.mark.parametrize("size", [(0, 100), (100, 0), (-5, 5)])
def test_that_a_screen_without_size_is_an_error(size):
    with pytest.raises(ValueError, match="expected more than nothing"):
        IDENTITY.normalised(*size)
    with pytest.raises(ValueError, match="expected more than nothing"):
        IDENTITY.in_px(*size)
