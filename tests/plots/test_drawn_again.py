"""Figures of a folder are drawn again where their provenance changed, and copied where it is the same."""

from functools import partial

import pytest
from matplotlib.figure import Figure

from tttcore.plots.drawn_again import update_figures

NAMES = ("first", "second")
DATA = {name: {"data": 1} for name in NAMES}


@pytest.fixture
def update(tmp_path):
    """`update(provenance, names)`: what was drawn into ``out``; figures in the set `update.broken` fail."""

    def run(provenance=DATA, names=NAMES):
        def drawing(name):
            if name in run.broken:
                raise ValueError(name)
            return Figure(figsize=(1, 1))

        out = tmp_path / "out"
        out.mkdir(exist_ok=True)
        for file in out.iterdir():
            file.unlink()
        files = [out / f"{name}.{suffix}" for name in names for suffix in ("png", "svg")]
        return update_figures(tmp_path / "kept", {name: partial(drawing, name) for name in names}, provenance, files)

    run.broken = set()
    return run


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_figures_of_the_same_provenance_are_copied(update, tmp_path):
    assert update() == [*NAMES]
    before = contents(tmp_path / "out")
    assert {*before} == {"first.png", "first.svg", "second.png", "second.svg"}
    update.broken.update(NAMES)
    assert update() == []
    assert contents(tmp_path / "out") == before


def test_a_change_draws_one_figure(update):
    update()
    update.broken.add("first")
    assert update({**DATA, "second": {"data": 2}}) == ["second"]


@pytest.mark.parametrize("lost", ["first.png", "first.json"])
def test_a_lost_file_draws_its_figure(update, tmp_path, lost):
    update()
    (tmp_path / "kept" / lost).unlink()
    assert update() == ["first"]


def test_a_damaged_record_draws_its_figure(update, tmp_path):
    update()
    (tmp_path / "kept" / "first.json").write_text("{")
    assert update() == ["first"]


def test_an_error_loses_no_other_figure(update):
    update.broken.add("second")
    with pytest.raises(ValueError, match="second"):
        update()
    update.broken = {"first"}
    assert update() == ["second"]


def test_files_of_a_figure_that_nobody_asks_for_are_removed(update, tmp_path):
    update()
    assert update(names=["first"]) == []
    assert {*contents(tmp_path / "kept")} == {"first.png", "first.svg", "first.json"}
