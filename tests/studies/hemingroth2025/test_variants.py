"""Figure of the variants of a scenario: boards, keys and inverses; base case framed, wrong inverses flagged."""

import oracles_hemingroth as twin
import pytest
from matplotlib.colors import same_color
from matplotlib.patches import Circle, Rectangle

from tttcore.plots.palette import GREEN, VERMILLION
from tttcore.studies.hemingroth2025.drawing import EXAMPLE, as_printed, variant_boards
from tttcore.studies.hemingroth2025.listing import LISTING, SHORT_SIXTH, scenario

PITCH = (1.8, 1.85)


def _texts(figure, start):
    return [text for text in figure.axes[0].texts if text.get_text().startswith(start)]


def _frames(figure):
    patches = figure.axes[0].patches
    return [p for p in patches if isinstance(p, Rectangle) and same_color(p.get_edgecolor(), GREEN)]


def _key(cells):
    return int("".join(str(value + 2) for value in cells))


@pytest.fixture
def images():
    return [make(scenario(EXAMPLE)) for make, _ in twin.VARIANTS]


def test_keys_are_those_of_the_variants(images):
    keys = [text.get_text() for text in _texts(variant_boards(title="T"), "key ")]
    assert [int(text.split()[1].rstrip(",")) for text in keys] == [_key(image) for image in images]
    assert len(set(images)) == 8
    assert [place for place, text in enumerate(keys) if "base case" in text] == [5]
    assert min(images) == images[5]


def test_marks_are_where_the_variants_have_them(images):
    """Noughts are circles: a third of a side from one cell to the next."""
    circles = [patch.center for patch in variant_boards().axes[0].patches if isinstance(patch, Circle)]
    expected = [
        (place % 4 * PITCH[0] + (cell % 3 + 0.5) / 3, place // 4 * PITCH[1] + (cell // 3 + 0.5) / 3)
        for place, image in enumerate(images)
        for cell in range(9)
        if image[cell] == twin.O
    ]
    assert len(circles) == 16
    assert [coordinate for circle in circles for coordinate in circle] == pytest.approx(
        [coordinate for circle in expected for coordinate in circle]
    )


def test_the_base_case_alone_is_framed():
    (frame,) = _frames(variant_boards())
    assert frame.get_x() < PITCH[0] < frame.get_x() + frame.get_width()
    assert frame.get_y() < PITCH[1] < frame.get_y() + frame.get_height()


def test_of_equal_variants_the_first_is_framed():
    """The empty board is its own base case, whatever is done to it."""
    (frame,) = _frames(variant_boards((0,) * 9))
    assert frame.get_x() < 0 < frame.get_x() + frame.get_width()


def test_printed_inverses_are_not_flagged():
    figure = variant_boards()
    backs = _texts(figure, "back: ")
    assert [text.get_text() for text in backs] == [f"back: {as_printed(row.inverse)}" for row in LISTING]
    assert not any(same_color(text.get_color(), VERMILLION) for text in backs)


def test_a_wrong_inverse_is_flagged():
    backs = _texts(variant_boards(listing=SHORT_SIXTH), "back: ")
    assert [same_color(text.get_color(), VERMILLION) for text in backs] == [place == 5 for place in range(8)]
    assert [place for place, text in enumerate(backs) if "doesn't lead back" in text.get_text()] == [5]


def test_steps_are_numbered_and_nested():
    figure = variant_boards()
    assert _texts(figure, "6  ")[0].get_text() == "6  rotate(flip(s))"
    assert as_printed(()) == "s"
    assert as_printed(("flip", "rotate")) == "flip(rotate(s))"
