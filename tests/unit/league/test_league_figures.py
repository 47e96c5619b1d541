"""Figures of the leagues of 3x3, of n^d boards and of nine boards: pictures of small tables."""

from itertools import permutations, product

import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from helpers.texts import message, picture
from matplotlib.colors import to_hex

from tttcore.engines.genies.plots import league as lattice_league
from tttcore.engines.nine_board.plots import league as nine_board_league
from tttcore.league.classic import FIGURES
from tttcore.league.plots.classic import draw, matrix, strength
from tttcore.plots.line_styles import BLUE, PUBLISHED

GROUPS = {"s/a": 0.5, "s/b": 0.75, "s/c": 0.375, "house/random": 0.25, "t/d": 0.25, "house/umg": 0.625}
"""Points; t moves second alone, and so does umg."""
SEATS = {"first": [*GROUPS][:4], "second": [*GROUPS], "both": [*GROUPS][:4]}


@pytest.fixture(scope="module")
def classic():
    ranking = pd.DataFrame(
        [(seat, group, GROUPS[group]) for seat, groups in SEATS.items() for group in groups],
        columns=["seat", "group", "score"],
    )
    ranking = ranking.assign(
        score_low=ranking["score"] - 0.1, score_high=ranking["score"] + 0.05, mean_rank=1 + 7 * ranking["score"] % 3
    )
    meetings = [(*pair, GROUPS[pair[0]] - GROUPS[pair[1]] / 4) for pair in product(SEATS["first"], SEATS["second"])]
    players = [
        ("s/a", "first", 0.0, 0.9), ("s/a", "first", 0.5, 0.7), ("s/b", "first", 0.0, 0.8), ("t/d", "second", 0.2, 0.3),
        ("t/d", "second", 0.1, 0.4), ("house/random", "first", 1.0, 0.6), ("house/random", "first", 0.9, 0.5),
        ("house/umg", "second", 0.0, 0.7), ("house/umg", "second", 0.0, 0.8), ("house/random", "second", 1.0, 0.2),
        ("house/random", "second", 0.9, 0.1),
    ]  # fmt: skip
    return {
        "matrix": pd.DataFrame(meetings, columns=["first", "second", "score"]),
        "ranking": ranking,
        "friedman": pd.DataFrame({"seat": [*SEATS], "critical_difference": [0.5, 1.0, 2.0]}),
        "players": pd.DataFrame(players, columns=["group", "seat", "reply_value", "random_won"]),
    }


@pytest.fixture(scope="module")
def lattice():
    """Eight groups, of whose learners the best five are shown, and three, every third of them without evolution."""
    boards = {(4, 3): [f"{'house' if place % 3 == 2 else 'study'}/{place}" for place in range(8)]}
    boards[6, 2] = boards[4, 3][:3]
    columns = ["edge", "dimensions", "group", "opponent", "score"]
    ranking = pd.DataFrame(
        [(*size, group, "", 0.9 - place / 30) for size, groups in boards.items() for place, group in enumerate(groups)],
        columns=columns,
    )
    pairs = [
        (*size, *pair, 0.5 + (int(pair[1][-1]) - int(pair[0][-1])) / 50)
        for size, groups in boards.items()
        for pair in permutations(groups, 2)
    ]
    return {
        "ranking": ranking.assign(
            evolved=ranking["group"].str.startswith("study"),
            score_low=ranking["score"] - 0.05,
            score_high=ranking["score"] + 0.02,
        ),
        "pairs": pd.DataFrame(pairs, columns=columns),
    }


def printed(figure):
    """Titles, size, labels and fields of matrices, a line for each row."""
    figure.draw_without_rendering()
    lines = [figure.get_suptitle(), str(figure.get_size_inches().round(2).tolist())]
    for axes in figure.axes:
        assert axes.yaxis_inverted()
        columns, rows = ([label.get_text() for label in axis.get_ticklabels()] for axis in (axes.xaxis, axes.yaxis))
        fields = {tuple(map(int, text.get_position())): text.get_text() for text in axes.texts}
        lines.append(" | ".join([axes.get_title() or axes.get_ylabel(), axes.get_xlabel(), *columns]))
        lines += [
            " | ".join([label, *(fields.get((column, row), "") for column in range(len(columns)))])
            for row, label in enumerate(rows)
        ]
    return "\n".join(lines)


@pytest.mark.parametrize("name", FIGURES)
def test_figures_of_3x3(classic, name, snapshot):
    figure = draw(name, classic)
    assert smallest(figure) >= LEAST
    assert (printed if name == "matrix" else picture)(figure) == snapshot


@pytest.mark.parametrize("name", lattice_league.FIGURES)
def test_figures_of_boards(lattice, name, snapshot):
    show = printed if name == "lattice-matrices" else picture
    assert show(lattice_league.draw(name, lattice)) == snapshot
    single = {key: table[table["edge"] == 6] for key, table in lattice.items()}
    figure = lattice_league.draw(name, single)
    assert "6x6" in show(figure)
    assert "4x4x4" not in show(figure)


def colours(drawn):
    return [to_hex(colour).upper() for colour in drawn]


def test_documents_are_blue_and_fixed_rules_are_not(classic, lattice):
    for name in ("ranking", "critical-differences"):
        for axes in draw(name, classic).axes:
            expected = [BLUE if len(label.get_text()) == 1 else PUBLISHED for label in axes.get_yticklabels()]
            assert [colours(drawn.get_edgecolors()) for drawn in axes.collections[-2:]] == [expected] * 2
    for axes in lattice_league.draw("lattice-ranking", lattice).axes:
        expected = [PUBLISHED if int(label.get_text()) % 3 == 2 else BLUE for label in axes.get_yticklabels()]
        assert [colours(drawn.get_edgecolors()) for drawn in axes.collections] == [expected] * 2
    beaten_once = draw("strength", classic).axes[0].collections[0]
    assert colours(beaten_once.get_facecolors()) == [BLUE, "#FFFFFF", BLUE]


def test_nine_boards_are_drawn_as_their_study_draws_them():
    rating = pd.DataFrame(
        {"player": ["a", "b"], "strategy": "alphabeta", "heuristic": 1, "depth": [2, 1], "rating": [80.0, -80.0]}
    )
    first = pd.DataFrame({"player": ["first move"], "strategy": "", "rating": [12.3]})
    made = {
        "ranking": rating.assign(rating_low=rating["rating"] - 9, rating_high=rating["rating"] + 9),
        "first_move": first.assign(rating_low=10.0, rating_high=15.0),
    }
    figure = nine_board_league.draw("nine-board-ranking", made)
    assert figure.legends[0].get_title().get_text() == "Moving first is worth +12 Elo (+10 to +15)"


def test_missing_columns_are_named(lattice):
    told = message(matrix, pd.DataFrame({"first": ["a"]}))
    assert told == "missing second, score; the table has first"
    nobody = pd.DataFrame(columns=["group", "seat", "reply_value", "random_won"])
    assert message(strength, nobody) == "the table has no rows to draw"
    lacking = {"ranking": lattice["ranking"].drop(columns="score_low"), "pairs": lattice["pairs"].drop(columns="score")}
    told = message(lattice_league.draw, "lattice-ranking", lacking)
    assert told == "missing score_low; the table has edge, dimensions, group, opponent, score, evolved, score_high"
    told = message(lattice_league.draw, "lattice-ranking", lattice | {"pairs": lacking["pairs"]})
    assert told == "missing score; the table has edge, dimensions, group, opponent"
