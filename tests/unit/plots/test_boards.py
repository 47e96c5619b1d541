"""Boards, genomes and trees: every mark, allele and finished board is where it belongs."""

import numpy as np
import pytest
from helpers.texts import picture
from matplotlib.colors import same_color
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tttcore.games.classic import to_move
from tttcore.plots import boards
from tttcore.plots.boards import draw_board, game_tree, genome, sample_loci
from tttcore.plots.line_styles import ORANGE


def _texts(figure):
    return [text.get_text() for text in figure.axes[0].texts if text.get_text()]


def _rectangles(figure):
    return [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle)]


def test_marks_lines_and_moves_are_where_they_belong(snapshot):
    figure = Figure(figsize=(1, 1))
    axes = figure.subplots()
    draw_board(axes, (1, 1, 1, 0, 2, 2, 0, 0, 0), corner=(2, 5), move=7, numbered=True)
    axes.set_axis_off()
    assert picture(figure) == snapshot


def test_sampled_loci_wait_for_the_first_player(tables, monkeypatch):
    loci = sample_loci(tables.states)
    assert len(loci) == len(set(loci)) == 1 + 6 + 6 + 6 + 6
    assert all(to_move(tables.states[locus].tolist()) == 1 and tables.open[locus] for locus in loci)
    monkeypatch.setattr(boards, "PER_PLY", 1000)
    assert len(sample_loci(tables.states)) == 338  # known number of open states with X to move


def test_genome_shows_the_cell_of_each_gene(tables, random_genes):
    genes = random_genes(1, "figure")[0]
    finished = int(np.flatnonzero(~tables.open)[0])
    assert genes[finished] == 9
    figure = genome(tables.states, genes, loci=[0, 700, 5, finished], title="T")
    cells = [f"cell {genes[locus]}" for locus in sorted([0, 700, 5, finished])]
    assert [text for text in _texts(figure) if text.startswith("cell ")] == cells
    shaded = [same_color(each.get_facecolor()[:3], ORANGE) for each in _rectangles(figure)]
    assert sum(shaded) == sum(text != "cell 9" for text in cells)
    heads = [text.split(" of ")[0] for text in _texts(figure) if "mark" in text and "shaded" not in text]
    assert heads[:2] == ["0 marks\n(1", "2 marks\n(1"]
    assert figure.axes[0].get_title() == "T"


@pytest.mark.parametrize(("end", "rows"), [(22, 1), (29, 3)])
def test_rows_of_boards_wrap(tables, random_genes, end, rows):
    figure = genome(tables.states, random_genes(1, "figure")[0], loci=range(16, end))
    texts = figure.axes[0].texts
    assert len({text.get_position()[1] for text in texts if text.get_text().startswith("cell ")}) == rows


def test_game_tree_goes_down_to_finished_boards():
    """Three free cells: 1 + 3 + 6 + 6 boards if no move before the last wins, here two of six end in a win of X."""
    figure = game_tree((1, 2, 1, 0, 2, 0, 2, 1, 0), title="T")
    texts = sorted(text for text in _texts(figure) if len(text) > 1)
    assert texts == ["O to move", *["X to move"] * 2, *["X wins"] * 2, *["draw"] * 4]
    edges = [line for line in figure.axes[0].lines if line.get_color() == "#777777"]
    assert (sum(each.get_width() == 1 for each in _rectangles(figure)), len(edges)) == (16, 15)


@pytest.mark.parametrize(("board", "texts"), [
    ((1, 1, 2, 2, 2, 0, 1, 0, 1), ["O to move", "O wins", "X to move", "draw"]),  # won by the middle right cell
    ((1, 1, 1, 2, 2, 0, 0, 0, 0), ["X wins"]),
])  # fmt: skip
def test_game_tree_stops_where_a_game_is_won(board, texts, snapshot):
    figure = game_tree(board)
    assert picture(figure) == snapshot
    assert sorted(_texts(figure)) == texts
