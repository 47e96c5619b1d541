"""Drawings are those of stored pictures: the log among runs, extents of a mutation, variants of a scenario."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from helpers.texts import message, picture
from matplotlib.colors import same_color
from matplotlib.patches import Rectangle
from reference import hemingroth as twin

from tttcore.plots.line_styles import GREEN, VERMILLION
from tttcore.studies.hemingroth2025 import drawing
from tttcore.studies.hemingroth2025.listing import LISTING, SHORT_SIXTH, scenario


def _bands(*groups):
    """Medians that approach 1; the published run loses nothing at the end."""
    keys = ["group", "curve", "generation"]
    table = pd.DataFrame(list(product(groups, ("best", "average"), (1, 4, 10))), columns=keys)
    start = table["curve"].map({"best": 0.34, "average": 0.52}) + 0.1 * table["group"].map(groups.index)
    median = 1 - start * 0.5 ** (table["generation"] - 1)
    spread = (1 - median) / 5
    published = (median - spread / 2).mask((table["generation"] == 10) & (table["curve"] == "best"), 1.0)
    ends = {"low": median - spread, "high": median + spread}
    ends |= {"global_low": median - 2 * spread, "global_high": median + 2 * spread}
    return table.assign(published=published, median=median, **ends)


COLUMNS = [f"{name}{end}" for name in ("solved", "gap", "generations") for end in ("", "_low", "_high")]
EFFECTS = pd.DataFrame(
    [
        [1e-3, 0.8, 0.75, 0.85, 0.001, 0.0008, 0.0012, 40, 30, np.inf],
        [1e-4, 0.5, 0.45, 0.55, 0.0005, 0.0003, 0.0007, 60, 50, 70],
        [1e-2, 0.1, 0.05, 0.15, 0.005, 0.0048, 0.0052, np.inf, 90, np.inf],
    ],
    columns=["value", *COLUMNS],
)
NEVER = EFFECTS.assign(**{f"generations{end}": np.inf for end in ("", "_low", "_high")})


def _curves(**shares):
    steps = {"generation": [0, 20, 300], "at_risk": [200, 100, 90]}
    table = pd.concat(pd.DataFrame({"group": name, "survival": own, **steps}) for name, own in shares.items())
    return table.assign(low=(table["survival"] - 0.1).clip(lower=0), high=table["survival"])


CURVES = _curves(one=[1, 0.6, 0.45], two=[1, 1, 0.99], three=[1, 0.2, 0.0])
RUN = {"published": 37, "limit": 300}


def _extents(table):
    return drawing.mutation_extents(table, late=36, limit=300, published={"generations": 37, "gap": 0.002})


DRAWINGS = {
    "training": lambda: drawing.training(_bands("one"), title="T"),
    "readings": lambda: drawing.training_of_readings(_bands("one", "two", "a name beyond the width of a panel")),
    "extents": lambda: _extents(EFFECTS),
    "nothing solved": lambda: _extents(NEVER),
    "still without": lambda: drawing.still_without(CURVES, **RUN),
    "have found": lambda: drawing.have_found(_curves(one=[1, 0.6, 0.45]), title="T", **RUN),
    "a wrong inverse": lambda: drawing.variant_boards(listing=SHORT_SIXTH, title="T"),
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_pictures(draw, snapshot):
    figure = draw()
    assert picture(figure) == snapshot
    assert smallest(figure) >= LEAST


def test_text_stays_in_the_panel():
    """Below the band, or above it where there is no room."""
    figure = drawing.still_without(CURVES, **RUN)
    figure.draw_without_rendering()
    for axes in figure.axes[:3]:
        box, panel = axes.texts[0].get_window_extent(), axes.get_window_extent()
        assert panel.y0 <= box.y0 <= box.y1 <= panel.y1


def test_keys_are_those_of_the_variants():
    images = [make(scenario(drawing.EXAMPLE)) for make, _ in twin.VARIANTS]
    texts = [text.get_text() for text in drawing.variant_boards().axes[0].texts]
    keys = ["".join(str(value + 2) for value in cells) for cells in images]
    assert keys.index(min(keys)) == 5
    assert [text for text in texts if text.startswith("key ")] == [
        f"key {key}" + ", base case" * (place == 5) for place, key in enumerate(keys)
    ]


def test_the_first_of_equal_variants_alone_is_framed():
    """The empty board is its own base case, whatever is done to it."""
    patches = drawing.variant_boards((0,) * 9).axes[0].patches
    (frame,) = (each for each in patches if isinstance(each, Rectangle) and same_color(each.get_edgecolor(), GREEN))
    assert (frame.get_xy(), frame.get_width()) == ((-0.1, -0.1), 1.2)


def test_printed_inverses_are_not_flagged():
    backs = [text for text in drawing.variant_boards().axes[0].texts if text.get_text().startswith("back: ")]
    assert [text.get_text() for text in backs] == [f"back: {drawing.as_printed(row.inverse)}" for row in LISTING]
    assert not any(same_color(text.get_color(), VERMILLION) for text in backs)


def test_a_missing_column_is_named(snapshot):
    nothing = pd.DataFrame(columns=["group", "generation"])
    draws = (drawing.training, drawing.training_of_readings, _extents, drawing.still_without, drawing.have_found)
    options = {drawing.still_without: RUN, drawing.have_found: RUN}
    assert "\n".join(message(draw, nothing, **options.get(draw, {})) for draw in draws) == snapshot
