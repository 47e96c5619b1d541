"""Colours of results and of treatments differ for all kinds of colour vision; those of results in grey, too."""

import re
from itertools import combinations

import numpy as np
import pytest
from helpers.project import ROOT
from matplotlib.colors import rgb_to_hsv, to_rgb

from tttcore.plots import line_styles

SEEN = {
    "by most": np.eye(3),
    "without long cones": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "without medium cones": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "without short cones": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
    "in grey": [[0.2126, 0.7152, 0.0722]] * 3,
}
"""Linear red, green and blue as people see them: Machado, Oliveira and Fernandes (2009), at full severity."""
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE, PAPERS = TO_XYZ.sum(axis=1), {"light": "#ffffff", "dark": "#14181b"}
PLAY = (ROOT / "tttcore/classroom/assets/play/play.css").read_text(encoding="utf-8")
OF_PAGES = dict(
    zip(PAPERS, (re.findall(r"#\w{6}", line) for line in PLAY.splitlines() if "--win: #" in line), strict=True)
)


def linear(colour):
    values = np.array(to_rgb(colour))
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(light):
    """Lightness, green to red and blue to yellow (CIE 1976)."""
    share = TO_XYZ @ np.clip(light, 0, 1) / WHITE
    x, y, z = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one, other, seen):
    """Distance of two colours (CIE 1976): 2 can just be seen."""
    return np.linalg.norm(lab(SEEN[seen] @ linear(one)) - lab(SEEN[seen] @ linear(other)))


def contrast(one, other):
    lights = sorted(TO_XYZ[1] @ linear(colour) + 0.05 for colour in (one, other))
    return lights[1] / lights[0]


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("scheme", PAPERS)
def test_results_differ_by_colour_alone(scheme, seen):
    won_drawn_lost = OF_PAGES[scheme]
    assert len(won_drawn_lost) == 3
    assert min(difference(*pair, seen) for pair in combinations(won_drawn_lost, 2)) >= 20
    assert min(contrast(colour, PAPERS[scheme]) for colour in won_drawn_lost) >= 3


def test_results_have_one_colour_on_pages_and_in_figures():
    assert [each.upper() for each in OF_PAGES["light"]] == [line_styles.WON, line_styles.DRAWN, line_styles.LOST]


@pytest.mark.parametrize("seen", [each for each in SEEN if each != "in grey"])
def test_treatments_differ_by_colour_and_are_no_greys(seen):
    """In grey their dashes and markers tell them apart."""
    assert min(difference(*pair, seen) for pair in combinations(line_styles.PALETTE, 2)) > 15
    assert min(rgb_to_hsv(to_rgb(colour))[1] for colour in line_styles.PALETTE) > 0.35
    assert rgb_to_hsv(to_rgb(line_styles.PUBLISHED))[1] == 0
