"""Recorded genomes play as they did where they were recorded; diversity and strength of champions, by their games."""

import csv
import io
import math

import numpy as np
import pandas as pd
import pytest
from helpers.tables import InMemory
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import classic as oracles

from tttcore.engines.genetic_algorithm.champions import champions_of_runs
from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.recorded import GenomeError, RecordedGenomes, StateList
from tttcore.games.position import SEAT_INDICES


def digits(genome):
    return "".join(map(str, genome))


def as_text(boards):
    return "".join(" ".join(map(str, board)) + "\n" for board in boards)


def recorded_elsewhere(genes, rng, *, open_only):
    """Our genomes in another order, each state turned at random: the list's boards and the texts."""
    order = [g for g, board in enumerate(oracles.game_base()) if not (open_only and oracles.winner(board))]
    rng.shuffle(order)
    transforms = [oracles.TRANSFORMS[k] for k in rng.integers(8, size=len(order))]
    places = [*zip(order, transforms, strict=True)]
    boards = [tuple(oracles.game_base()[gene][cell] for cell in transform) for gene, transform in places]
    texts = [
        digits(
            int(rng.integers(10)) if oracles.winner(board) else transform.index(genome[gene])
            for board, (gene, transform) in zip(boards, places, strict=True)
        )
        for genome in genes.tolist()
    ]
    return boards, texts


@settings(max_examples=12)
@given(seed=st.integers(0, 2**32 - 1), open_only=st.booleans(), seat=st.sampled_from([*SEAT_INDICES]))
def test_order_and_representatives_do_not_matter(tables, random_genes, seed, open_only, seat):
    genes = random_genes(20, "recorded", "order")
    boards, texts = recorded_elsewhere(genes, np.random.default_rng(seed), open_only=open_only)
    listed = StateList.parse(as_text(boards), tables, name="list")
    ours = listed.translate(texts)
    assert listed.translate([]).shape == (0, 765)
    states = np.flatnonzero(tables.open)
    after, expected = (tables.next_state[states, each[:, states]] for each in (ours, genes))
    np.testing.assert_array_equal(after, expected)
    assert (ours[:, ~tables.open] == FINISHED_ALLELE).all()
    evaluate = Evaluator(tables, seat)
    np.testing.assert_array_equal(evaluate(ours).tallies, evaluate(genes).tallies)


@pytest.mark.parametrize(
    "untidy",
    [lambda text: text.rstrip("\n"), lambda text: text + "\n \n\n", lambda text: text.replace("\n", "\r\n"),
     lambda text: "\ufeff" + text, lambda text: text.replace(" ", "   ").replace("\n", " \t\n ")],
    ids=["no last newline", "empty lines at the end", "CRLF", "byte order mark", "spaces"],
)  # fmt: skip
def test_untidy_lists_are_read(tables, tmp_path, untidy):
    path = tmp_path / "states.txt"
    path.write_bytes(untidy(as_text(oracles.game_base())).encode())
    states = StateList.read(path, tables)
    assert states.states.tolist() == list(range(765))
    assert states.boards.tolist() == [list(board) for board in oracles.game_base()]


def test_the_first_faulty_genome_is_reported(tables, random_genes):
    good = [*map(digits, random_genes(3, "recorded", "faults"))]
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


plain_text = st.text(st.sampled_from("ab01 ;'\n\x01é,"), max_size=40)


@settings(max_examples=100)
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


def test_champions(tables, random_genes):
    perfect = oracles.perfect_genome()
    changed = perfect.copy()
    changed[0] = 8 if perfect[0] == 0 else 0
    loser = random_genes(1, "loser")[0].tolist()
    champion = [digits(genome) for genome in (perfect, changed, perfect, loser, perfect)]
    runs = pd.DataFrame({"treatment": [*"aaaab"], "censored": [row == 3 for row in range(5)], "champion": champion})
    found = champions_of_runs(InMemory(runs), tables).set_index("treatment")
    assert found[["champions", "examined", "different"]].to_numpy().tolist() == [[3, 3, 2], [1, 1, 1]]
    assert found.loc["a", "distance"] == pytest.approx(2 / 3 / 627)  # two of three pairs, one of 627 open states
    assert math.isnan(found.loc["b", "distance"])


def test_share_that_beats_the_rules(tables, random_genes):
    genomes = random_genes(12, "exploits").tolist()
    runs = pd.DataFrame({"treatment": "a", "censored": False, "champion": [digits(genome) for genome in genomes]})
    found = champions_of_runs(InMemory(runs), tables).iloc[0]
    both = (oracles.X, oracles.O)
    rules = {
        "beat_umg": lambda board: oracles.barrat(board, board.count(oracles.O) + 1),
        "beat_listed_umg": lambda board: oracles.barrat(board, 50, centre_holder=both),
    }
    for name, rule in rules.items():
        players = [lambda board, genome=genome: [oracles.move(genome, board)] for genome in genomes]
        assert found[name] == np.mean([oracles.loss_chance(player, rule, oracles.O) > 0 for player in players])
    assert 0 < found["beat_listed_umg_low"] < found["beat_listed_umg"] < found["beat_listed_umg_high"] < 1
