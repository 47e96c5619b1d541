"""Recorded genomes play as they did where they were recorded, whatever their order of states."""

import csv
import io
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import classic as oracles

from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.recorded import GenomeError, RecordedGenomes, StateList
from tttcore.games.position import SEAT_INDICES


def as_text(boards):
    return "".join(" ".join(map(str, board)) + "\n" for board in boards)


def recorded_elsewhere(genes, rng, *, open_only):
    """Our genomes in another order, each state turned at random: the list's boards and the texts."""
    order = [g for g, board in enumerate(oracles.game_base()) if not (open_only and oracles.winner(board))]
    rng.shuffle(order)
    transforms = [oracles.TRANSFORMS[k] for k in rng.integers(8, size=len(order))]
    boards = [
        tuple(oracles.game_base()[gene][cell] for cell in transform)
        for gene, transform in zip(order, transforms, strict=True)
    ]
    texts = []
    for genome in genes.tolist():
        digits = [
            int(rng.integers(10)) if oracles.winner(board) else transform.index(genome[gene])
            for board, gene, transform in zip(boards, order, transforms, strict=True)
        ]
        texts.append("".join(map(str, digits)))
    return boards, texts


class RecordedPlayer:
    """Player of a recorded genome that looks up the listed image of each board."""

    def __init__(self, boards, text):
        self.genome = text
        self.decider = {}
        for gene, board in enumerate(boards):
            for transform in oracles.TRANSFORMS:
                self.decider[tuple(board[cell] for cell in transform)] = gene, transform

    def moved(self, board):
        gene, transform = self.decider[board]
        return oracles.put(board, transform.index(int(self.genome[gene])))

    def games(self, board, *, to_move):
        """Results of all games from `board`, over every reply of the opponent."""
        if oracles.winner(board):
            return Counter([oracles.winner(board)])
        if to_move:
            return self.games(self.moved(board), to_move=False)
        replies = [oracles.put(board, cell) for cell in oracles.free_cells(board)]
        return sum((self.games(after, to_move=True) for after in replies), Counter())


@pytest.mark.parametrize("open_only", [False, True])
def test_results_equal_brute_force_on_the_listed_boards(tables, random_genes, open_only):
    rng = np.random.default_rng(11)
    boards, texts = recorded_elsewhere(random_genes(4, "recorded", "brute"), rng, open_only=open_only)
    genes = StateList.parse(as_text(boards), tables, name="list").translate(texts)
    for seat, won, lost in [
        ("first", oracles.X_WINS, oracles.O_WINS),
        ("second", oracles.O_WINS, oracles.X_WINS),
    ]:
        counts = Evaluator(tables, seat)(genes).counts()
        for row, text in enumerate(texts):
            ends = RecordedPlayer(boards, text).games(oracles.BLANK, to_move=seat == "first")
            assert [counts[name][row] for name in ("wins", "losses", "draws")] == [
                ends[won],
                ends[lost],
                ends[oracles.DRAW],
            ]


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), open_only=st.booleans(), seat=st.sampled_from([*SEAT_INDICES]))
def test_order_and_representatives_do_not_matter(tables, random_genes, seed, open_only, seat):
    genes = random_genes(20, "recorded", "order")
    boards, texts = recorded_elsewhere(genes, np.random.default_rng(seed), open_only=open_only)
    ours = StateList.parse(as_text(boards), tables, name="list").translate(texts)

    states = np.flatnonzero(tables.open)
    np.testing.assert_array_equal(
        tables.next_state[states, ours[:, states]], tables.next_state[states, genes[:, states]]
    )
    assert (ours[:, ~tables.open] == FINISHED_ALLELE).all()
    evaluate = Evaluator(tables, seat)
    expected, found = evaluate(genes), evaluate(ours)
    np.testing.assert_array_equal(found.tallies, expected.tallies)
    np.testing.assert_array_equal(found.fitness, expected.fitness)


def test_our_own_list_changes_nothing(tables, random_genes):
    genes = random_genes(5, "recorded", "own")
    texts = ["".join(map(str, genome)) for genome in genes.tolist()]
    states = StateList.parse(as_text(oracles.game_base()), tables, name="list")
    np.testing.assert_array_equal(states.translate(texts), genes)
    assert states.translate([]).shape == (0, 765)


@pytest.mark.parametrize(
    "untidy",
    [
        lambda text: text.rstrip("\n"),
        lambda text: text + "\n \n\n",
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace(" ", "   ").replace("\n", " \t\n "),
    ],
    ids=["no last newline", "empty lines at the end", "CRLF", "byte order mark", "spaces"],
)
def test_untidy_lists_are_read(tables, tmp_path, untidy):
    path = tmp_path / "states.txt"
    path.write_bytes(untidy(as_text(oracles.game_base())).encode())
    states = StateList.read(path, tables)
    assert states.states.tolist() == list(range(765))
    assert states.boards.tolist() == [list(board) for board in oracles.game_base()]


def test_the_first_faulty_genome_is_reported(tables, random_genes):
    good = ["".join(map(str, genome)) for genome in random_genes(3, "recorded", "faults").tolist()]
    states = StateList.parse(as_text(oracles.game_base()), tables, name="list")
    for faults, row, reason in [
        ({1: "x" + good[0][1:], 2: "12"}, 1, "gene 1 is 'x'; allowed are the digits 0 to 9"),
        ({1: "12", 2: "x" + good[0][1:]}, 1, "genome '12' has 2 characters instead of 765, one digit"),
        ({2: good[0][:-1] + "é"}, 2, "gene 765 is 'é'"),
        ({0: good[0][:-1] + "\u0663"}, 0, "gene 765 is '\u0663'"),
    ]:
        texts = [faults.get(index, text) for index, text in enumerate(good)]
        with pytest.raises(GenomeError) as caught:
            states.translate(texts)
        assert caught.value.row == row
        assert str(caught.value).startswith(reason)


plain_text = st.text(st.sampled_from("ab01 ;'\n\x00é,"), max_size=40)


@settings(max_examples=200)
@given(body=plain_text, newline=st.sampled_from(["\n", "\r\n"]))
def test_tables_without_quotes_are_read_as_csv_reads_them(tmp_path_factory, body, newline):
    path = tmp_path_factory.getbasetemp() / "plain.csv"
    text = ("genome,b\n1,2\n" + body).replace("\n", newline)
    path.write_bytes(text.encode())
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    expected = [(reader.line_num, tuple(row)) for row in reader if row]
    if all(len(row) == 2 for _, row in expected):
        table = RecordedGenomes.read(path)
        rows = list(zip(table.lines, zip(*table.columns, strict=True), strict=True))
        assert [(1, tuple(table.header)), *rows] == expected
    else:
        line = next(line for line, row in expected if len(row) != 2)
        with pytest.raises(ValueError, match=f"line {line}: broken CSV: \\d+ instead of 2 fields"):
            RecordedGenomes.read(path)
