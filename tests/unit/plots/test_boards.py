"""Boards, genomes and trees: every mark, allele and finished board is where it belongs."""

import numpy as np
import pytest
from matplotlib.colors import same_color
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from tttcore.games.classic import to_move
from tttcore.plots import boards
from tttcore.plots.boards import draw_board, game_tree, genome, sample_loci
from tttcore.plots.line_styles import ORANGE


def _texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def _shaded(axes):
    return [p for p in axes.patches if isinstance(p, Rectangle) and same_color(p.get_facecolor()[:3], ORANGE)]


def test_marks_and_move_are_where_they_belong():
    axes = Figure().subplots()
    draw_board(axes, (1, 0, 0, 0, 2, 0, 0, 0, 0), corner=(2, 5), move=5)
    circles = [patch for patch in axes.patches if isinstance(patch, Circle)]
    assert [circle.center for circle in circles] == [pytest.approx((2.5, 5.5))]
    (move,) = _shaded(axes)
    assert (move.get_x(), move.get_y(), move.get_width()) == pytest.approx((2 + 2 / 3, 5 + 1 / 3, 1 / 3))
    strokes = axes.lines[4:]  # after the grid
    assert len(strokes) == 2
    for stroke in strokes:
        assert (np.mean(stroke.get_xdata()), np.mean(stroke.get_ydata())) == pytest.approx((2 + 1 / 6, 5 + 1 / 6))


def test_completed_lines_are_shaded():
    axes = Figure().subplots()
    draw_board(axes, (1, 1, 1, 2, 2, 0, 0, 0, 0))
    grey = [p for p in axes.patches if isinstance(p, Rectangle) and same_color(p.get_facecolor(), "#DDDDDD")]
    assert sorted((round(p.get_x() * 3), p.get_y()) for p in grey) == [(0, 0), (1, 0), (2, 0)]


def test_sampled_loci_wait_for_the_first_player(tables, monkeypatch):
    loci = sample_loci(tables.states)
    assert len(loci) == len(set(loci)) == 1 + 6 + 6 + 6 + 6
    assert all(to_move(tables.states[locus].tolist()) == 1 and tables.open[locus] for locus in loci)
    monkeypatch.setattr(boards, "PER_PLY", 1000)
    assert len(sample_loci(tables.states)) == 338  # known number of open states with X to move


def test_genome_shows_the_cell_of_each_gene(tables, random_genes):
    genes = random_genes(1, "figure")[0]
    finished = int(np.flatnonzero(~tables.open)[0])
    loci = [0, 700, 5, finished]
    figure = genome(tables.states, genes, loci=loci, title="T")
    texts = _texts(figure)
    assert sorted(text for text in texts if text.startswith("cell ")) == sorted(
        f"cell {genes[locus]}" for locus in loci
    )
    assert genes[finished] == 9
    assert len(_shaded(figure.axes[0])) == np.count_nonzero(genes[loci] != 9)
    assert any(text.startswith("0 marks\n(1 of 1") for text in texts)
    assert any(text.startswith("2 marks\n(1 of 12") for text in texts)
    assert figure.axes[0].get_title() == "T"


def test_rows_of_boards_wrap(tables, random_genes):
    genes = random_genes(1, "figure")[0]
    one_row = genome(tables.states, genes, loci=range(16, 22))
    three_rows = genome(tables.states, genes, loci=range(16, 29))
    heights = [len({text.get_position()[1] for text in f.axes[0].texts if text.get_text().startswith("cell ")}) for f in
               (one_row, three_rows)]  # fmt: skip
    assert heights == [1, 3]


def test_game_tree_goes_down_to_finished_boards():
    """Three free cells: 1 + 3 + 6 + 6 boards if no move before the last wins, here two of six end in a win of X."""
    figure = game_tree((1, 2, 1, 0, 2, 0, 2, 1, 0), title="T")
    texts = _texts(figure)
    assert texts.count("draw") == 4
    assert texts.count("X wins") == 2
    assert [text for text in texts if "to move" in text] == ["X to move", "O to move", "X to move"]
    frames = [p for p in figure.axes[0].patches if isinstance(p, Rectangle) and p.get_width() == 1]
    assert len(frames) == 16
    edges = [line for line in figure.axes[0].lines if line.get_color() == "#777777"]
    assert len(edges) == 15


def test_game_tree_stops_where_a_game_is_won():
    """O to move wins with the middle right cell; after its other move X draws."""
    figure = game_tree((1, 1, 2, 2, 2, 0, 1, 0, 1))
    assert sorted(text for text in _texts(figure) if text) == ["O to move", "O wins", "X to move", "draw"]


def test_finished_root():
    figure = game_tree((1, 1, 1, 2, 2, 0, 0, 0, 0))
    figure.draw_without_rendering()
    assert [text for text in _texts(figure) if text] == ["X wins"]
