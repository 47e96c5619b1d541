"""Colours of verdicts and of marks can be read on every background, in light and in dark."""

import colorsys
import re

import pytest

from tttcore.claims.outcomes import CHOICE_OUTCOMES
from tttcore.claims.sentences import SENTENCE_OUTCOMES
from tttcore.plots.line_styles import CROSS_COLOUR, NOUGHT_COLOUR
from tttcore.report.site import shared_files

STYLE = shared_files()["style.css"].decode()
LIGHT, DARK, *_ = (
    dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6});", block)) for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
)
CLASSES = [outcome.replace(" ", "-") for outcome in SENTENCE_OUTCOMES]
LEAST = 4.5
"""Contrast of small text, by WCAG 2.2, AA."""


def parts(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]


def luminance(colour):
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_by_known_values():
    assert contrast(parts("#000"), parts("#fff")) == pytest.approx(21)
    assert contrast(parts("#777777"), parts("#fff")) == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("outcome", CLASSES)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_verdicts_can_be_read(colours, outcome):
    """On paper, in a row that is pointed at, and in one that a link leads to."""
    name = re.search(rf"^\.{outcome} \{{.* color: var\(--(\w+)\)", STYLE, re.MULTILINE)[1]
    marked = [
        0.14 * ink + 0.86 * paper for ink, paper in zip(parts(colours["link"]), parts(colours["paper"]), strict=True)
    ]
    for background in (parts(colours["paper"]), parts(colours["raised"]), marked):
        assert contrast(parts(colours[name]), background) >= LEAST


@pytest.mark.parametrize(("mark", "drawn"), [("cross", CROSS_COLOUR), ("nought", NOUGHT_COLOUR)])
def test_marks_on_boards_have_the_hues_of_figures_and_can_be_read(mark, drawn):
    for colours in (LIGHT, DARK):
        assert contrast(parts(colours[mark]), parts(colours["paper"])) >= LEAST
        hues = [colorsys.rgb_to_hsv(*parts(colour))[0] for colour in (colours[mark], drawn)]
        assert abs(hues[0] - hues[1]) < 0.02


def test_each_verdict_has_a_colour_and_a_pattern_of_its_own():
    rules = [
        re.search(rf"^\.{outcome} \{{ --pattern: (.*?); color: (.*?); \}}", STYLE, re.MULTILINE).groups()
        for outcome in CLASSES
    ]
    assert all(len(set(kind)) == len(SENTENCE_OUTCOMES) for kind in zip(*rules, strict=True))


def test_words_of_choices_look_like_no_verdict_that_is_judged():
    (selectors,) = re.findall(r"^(\.taken.*) \{ --mark: none; color: var\(--none\); \}", STYLE, re.MULTILINE)
    assert selectors.split(", ") == [f".{outcome.replace(' ', '-')}" for outcome in CHOICE_OUTCOMES]
