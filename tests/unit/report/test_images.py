"""Copies of figures: smaller, the same to the eye, the same bytes."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

from tttcore.pipeline.store import StoreError
from tttcore.plots.line_styles import PALETTE
from tttcore.plots.style import save, styled
from tttcore.report.images import COLOURS, copy_as_webp, pictures

SETTINGS = {
    "waves": {"name": "kind", "title": "Waves", "caption": "Some.", "claims": ["S0-C01"]},
    "more-waves": {"name": "kind", "title": "More", "caption": "Others."},
}


@pytest.fixture
def waves(tmp_path):
    """Files of a figure in all colours of the project."""
    with styled():
        figure, axes = plt.subplots()
        for place, colour in enumerate(PALETTE):
            axes.plot(np.sin(np.linspace(place, place + 9, 200)) + place, color=colour, label=colour)
            axes.fill_between(range(200), place, place + 0.3, color=colour, alpha=0.3)
        axes.legend()
    files = [tmp_path / "results" / "a2020" / "figures" / f"waves.{kind}" for kind in ("png", "svg", "pdf")]
    save(figure, files)
    return files


def test_a_copy_is_small_and_looks_the_same(waves, tmp_path):
    copy = tmp_path / "copy.webp"
    size = copy_as_webp(waves[0], copy)
    assert copy.stat().st_size < waves[0].stat().st_size / 2
    with Image.open(waves[0]) as first, Image.open(copy) as second:
        assert first.size == second.size == size
        assert len(second.getcolors()) <= COLOURS
        difference = np.asarray(first.convert("RGB"), float) - np.asarray(second.convert("RGB"), float)
    assert np.sqrt((difference**2).mean()) < 4, "of 255"
    assert np.quantile(np.abs(difference), 0.999) < 32


def test_copies_have_the_same_bytes(waves, tmp_path):
    copy_as_webp(waves[0], tmp_path / "one.webp")
    copy_as_webp(waves[0], tmp_path / "two.webp")
    assert (tmp_path / "one.webp").read_bytes() == (tmp_path / "two.webp").read_bytes()


def test_pictures_of_a_page(waves, tmp_path):
    more = [file.with_stem("more-waves") for file in waves]
    for file, copy in zip(waves, more, strict=True):
        copy.write_bytes(file.read_bytes())
    page = tmp_path / "results" / "report" / "a2020.html"
    first, second = pictures(SETTINGS, [*more, *map(str, waves)], page=page, folder="a2020")
    assert (first.name, first.title, first.caption, first.claims) == ("waves", "Waves", "Some.", ["S0-C01"])
    assert (second.name, list(second.claims)) == ("more-waves", [])
    assert first.files == {kind: f"../a2020/figures/waves.{kind}" for kind in ("png", "svg", "pdf")}
    for shown in (first, second):
        assert shown.image == f"figures/a2020/{shown.name}.webp"
        with Image.open(page.parent / shown.image) as copy:
            assert copy.size == (shown.width, shown.height)


def test_a_damaged_picture_is_told_by_name(waves, tmp_path):
    """Cut short anywhere, or with another bit: refused in one line, or still a picture."""
    Image.new("RGB", (4, 3)).save(waves[0])
    whole = waves[0].read_bytes()
    spoilt = [whole[:place] for place in range(len(whole) - 12)]
    spoilt += [whole[:place] + bytes([each ^ 1]) + whole[place + 1 :] for place, each in enumerate(whole)]
    refused: list[str] = []
    for content in spoilt:
        waves[0].write_bytes(content)
        try:
            copy_as_webp(waves[0], tmp_path / "copy.webp")
        except StoreError as error:
            refused.append(str(error))
    told = re.compile(rf"{re.escape(str(waves[0]))}: damaged or cut short \(.+\); delete it and run again")
    assert len(refused) > len(spoilt) / 2
    assert all(map(told.fullmatch, refused))
    with pytest.raises(FileNotFoundError, match=r"none\.png"):
        copy_as_webp("none.png", tmp_path / "copy.webp")


def test_a_figure_without_png_is_an_error(waves, tmp_path):
    with pytest.raises(ValueError, match="figure 'waves' has no PNG; formats: svg, pdf"):
        pictures({"waves": SETTINGS["waves"]}, waves[1:], page=tmp_path / "page.html", folder="a2020")
