"""Saving: equal figures are equal files; what was set before comes back."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from helpers.hostile import HOSTILE
from helpers.texts import message
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from PIL import Image

from tttcore.plots import line_styles as palette
from tttcore.plots import style

RDF = ("Agent", "RDF", "Work", "creator", "format", "title", "type")
"""Elements of the metadata that every SVG has."""


@style.styled()
def _figure():
    figure = Figure(figsize=(3, 2))
    axes = figure.subplots()
    axes.fill_between([0, 1], [1, 2], hatch="//", label="area")
    axes.set(xlabel="Generation", title="Ümläute −")
    figure.legend(loc="outside lower center")
    return figure


def _saved(figure, stem):
    """Files of the figure in all formats."""
    files = [stem.with_name(f"{stem.name}.{kind}") for kind in ("png", "svg", "pdf")]
    style.save(figure, files)
    return files


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Files of a figure, which was saved twice with the same bytes."""
    figure, folder = _figure(), tmp_path_factory.mktemp("saved")
    files, again = _saved(figure, folder / "a" / "once"), _saved(figure, folder / "b" / "other name")
    assert [path.read_bytes() for path in files] == [path.read_bytes() for path in again]
    return files


def test_another_process_saves_the_same_bytes_without_pyplot(saved, tmp_path):
    program = (
        f"import sys; sys.path[:0] = {[str(folder) for folder in Path(__file__).parents[:3]]!r}; "
        "from test_style import _figure, _saved; "
        "from pathlib import Path; from tttcore.plots import boards, boxplot, curves, power, traces; "
        f"_saved(_figure(), Path({str(tmp_path / 'there')!r})); assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=os.environ | {"PYTHONHASHSEED": "7"})
    for path in saved:
        assert path.read_bytes() == (tmp_path / f"there{path.suffix}").read_bytes(), path.suffix


def test_files_hold_no_dates_and_embed_fonts(saved):
    png, svg, pdf = (path.read_bytes() for path in saved)
    assert b"Software" not in png
    assert b"<dc:date>" not in svg
    assert b"<text" not in svg  # letters are drawn as paths
    assert b"CreationDate" not in pdf
    assert b"/TrueType" in pdf or b"/CIDFontType2" in pdf
    assert b"/Type3" not in pdf


def test_one_format_alone_is_the_same_file_whose_name_may_have_dots(saved, tmp_path):
    style.save(_figure(), [tmp_path / "v1.2.svg"])
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("v1.2.svg", saved[1].read_bytes())]


def test_unknown_format_is_refused_before_writing(tmp_path):
    told = message(style.save, Figure(), [tmp_path / "figure.png", tmp_path / "figure.gif"])
    assert told == "unknown figure format '.gif'; known: .png, .svg, .pdf"
    assert not list(tmp_path.iterdir())


def _with_text(text):
    """A figure whose title, panel's title, axis, tick and legend have a text."""
    with style.styled():
        figure, axes = style.one_panel(3, 2, title=text)
        axes.plot([0, 1], label=text)
        axes.set(xlabel=text, title=text)
        style.categories(axes.yaxis, [text])
        style.legend_below(figure, columns=1)
    return figure


@pytest.mark.parametrize("text", ["$$", "a $5_{", r"\$x$ $y$", "$x^2$"])
def test_texts_of_users_are_no_mathematics(text):
    """The same letters are drawn as without the formatting of formulas, and none is an error."""
    figure = _with_text(text)
    figure.draw_without_rendering()
    texts = [each for each in figure.findobj(Text) if each.get_text() == text]
    assert len(texts) >= 5
    assert not any(each.get_parse_math() for each in texts)


@pytest.mark.parametrize("name", ["xaxis", "yaxis"])
def test_powers_of_ten_are_mathematics(name):
    with style.styled():
        figure, axes = style.one_panel(3, 2)
        axes.plot([1e-9, 1e9], [1e-9, 1e9])
        style.powers_of_ten(getattr(axes, name))
        figure.draw_without_rendering()
    shown = [each for each in figure.findobj(Text) if "mathdefault" in each.get_text() and each.get_visible()]
    assert shown
    assert all(each.get_parse_math() for each in shown)


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("text", [HOSTILE.replace("$", ""), "--", "a--b-->-", "\x00\x01\x1b\ufffe\uffff"])
def test_texts_of_users_are_drawn_and_no_more(tmp_path, text):
    """An SVG is XML with the elements of any other and leads nowhere, and a PNG tells nothing beside its picture."""
    told = [_elements(tmp_path, each) for each in (text, "plain")]
    assert told[0] == told[1] <= {"clipPath", "defs", "g", "metadata", "path", "rect", "style", "svg", "use", *RDF}
    with Image.open(tmp_path / "a.png") as picture:
        assert set(picture.info) == {"dpi"}


def _elements(folder, text):
    style.save(_with_text(text), [folder / "a.svg", folder / "a.png"])
    elements = list(ElementTree.parse(folder / "a.svg").iter())
    attributes = [(name.split("}")[-1], value) for element in elements for name, value in element.attrib.items()]
    assert all(value.startswith("#") for name, value in attributes if name == "href")
    assert not any(name.startswith("on") for name, _ in attributes)
    return {element.tag.split("}")[-1] for element in elements}


def test_settings_come_back_and_hide_the_users(monkeypatch):
    monkeypatch.setitem(mpl.rcParams, "lines.linewidth", 9.0)
    with style.styled():
        assert [mpl.rcParams[name] for name in ("lines.linewidth", "svg.hashsalt")] == [1.6, "tttcore"]
    assert [mpl.rcParams[name] for name in ("lines.linewidth", "svg.hashsalt")] == [9.0, None]


@pytest.mark.parametrize(("top", "marks", "told"), [
    (1.0, 5, ["0%", "20%"]), (0.01, 5, ["0%", "0.2%"]), (0.3, 3, ["0%", "10%"]),
])  # fmt: skip
def test_percents_have_the_digits_they_need(top, marks, told):
    axes = Figure().subplots()
    axes.set_ylim(0, top)
    style.percents(axes.yaxis, ticks=marks)
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels[:2] == told
    assert len(labels) <= marks + 1


def test_a_legend_puts_several_artists_of_a_label_side_by_side():
    with style.styled():
        figure = Figure()
        style.legend_below(figure, tuple(style.swatch("a", colour=colour) for colour in palette.PALETTE), columns=1)
        figure.draw_without_rendering()
    shown = figure.legends[0].findobj(Rectangle)
    assert {to_hex(patch.get_edgecolor()).upper() for patch in shown if patch.get_height() < 20} >= {*palette.PALETTE}
    assert len({patch.get_x() for patch in shown}) >= len(palette.PALETTE)


def test_what_is_left_of_a_grid_is_hidden():
    grid = Figure().subplots(2, 2, sharex=True)
    for axes in grid.flat[:3]:
        axes.plot([0, 1])
    grid[-1, 0].set_xlabel("Generation")
    style.hide_spare(grid)
    assert [axes.get_visible() for axes in grid.flat] == [True, True, True, False]
    assert grid[0, 1].get_xlabel() == "Generation"


def test_a_legend_has_each_label_once_in_as_many_columns_as_fit():
    for name, columns in (("short", 3), ("a name that is far too long for three of them", 1)):
        figure, panels = style.panels(5, 3, 1, 2)
        for axes, places in zip(panels.flat, ("ab", "bc"), strict=True):
            for place in places:
                axes.plot([0, 1], label=f"{name} {place}")
        style.legend_below(figure, *panels.flat, columns=3)
        (legend,) = figure.legends
        assert [text.get_text() for text in legend.get_texts()] == [f"{name} {place}" for place in "abc"]
        assert legend._ncols == columns


def test_titles_are_wrapped_to_their_panels():
    told = [style.wrapped(each, 2) for each in ("one operator for each child", "short")]
    assert told == ["one operator for\neach child", "short"]


def test_a_page_to_print_is_a4_in_millimetres():
    figure, axes = style.blank_page()
    assert (*axes.get_xlim(), *axes.get_ylim()) == (0, 210, 297, 0)
    assert [25.4 * side for side in figure.get_size_inches()] == pytest.approx([210, 297])
