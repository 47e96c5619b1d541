"""Boards, genomes and trees: every mark, allele and finished board is where it belongs."""

import numpy as np
import pytest
from helpers.texts import picture
from matplotlib.colors import same_color
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tttcore.exact.enumeration import genome_player
from tttcore.games.classic import OPEN, free_cells, marked, outcome
from tttcore.plots.boards import choices_met, draw_board, game_tree, genome
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


def met_by_playing(genes, tables):
    """Loci of the states with several free cells in which the genes mark a cell, against all that can be played."""
    found, boards = set(), [(0,) * 9]
    while boards:
        board = boards.pop()
        state = tables.state_of[tables.position_index[board]]
        if board.count(0) > 1:
            found.add(int(state))
        cells = genome_player(genes, tables)(board)
        for cell in cells:
            after = marked(board, cell)
            if outcome(after) == OPEN:
                replies = [marked(after, each) for each in free_cells(after)]
                boards += [reply for reply in replies if outcome(reply) == OPEN]
    return found


def test_choices_are_those_of_games(tables, random_genes):
    for genes in random_genes(3, "figure"):
        choices = choices_met(tables.states, genes)
        assert {locus for loci in choices.values() for locus in loci} == met_by_playing(genes, tables)
        assert all(np.count_nonzero(tables.states[locus]) == ply for ply, loci in choices.items() for locus in loci)


def test_a_genome_shows_the_cell_of_each_choice(tables, random_genes):
    """Counted from 1; of each number of marks up to six."""
    genes = random_genes(1, "figure")[0]
    choices = choices_met(tables.states, genes)
    figure = genome(tables.states, genes, title="T")
    texts = _texts(figure)
    cells = [int(text.split()[1]) for text in texts if text.startswith("cell ")]
    heads = [text.split("\n") for text in texts if "mark" in text and "shaded" not in text]
    shown = [min(6, len(loci)) for loci in choices.values()]
    assert heads == [
        [f"{ply} marks", f"({number} of {len(choices[ply])})"] for ply, number in zip(choices, shown, strict=True)
    ]
    assert len(cells) == sum(shown)
    assert cells[0] == genes[choices[0][0]] + 1
    assert [text for text in texts if text.isdigit()] == [*"123456789"]
    assert sum(same_color(each.get_facecolor()[:3], ORANGE) for each in _rectangles(figure)) == len(cells)
    assert figure.axes[0].get_title() == "T"


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
