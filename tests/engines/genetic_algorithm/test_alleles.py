"""Shares of champions that mark each cell, against a count by hand and the intervals of statsmodels."""

import pandas as pd
import pytest
from parted import same_in_parts
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.genetic_algorithm.stats.alleles import alleles
from tttcore.engines.genetic_algorithm.stats.loci import loci
from tttcore.games.classic import SYMMETRIES, representative
from tttcore.games.tables import to_digits
from tttcore.pipeline.rows import InMemory

CORNER = "100020000"


@pytest.fixture
def runs(tables, random_genes):
    genes = random_genes(40, "alleles")
    champions = [text.replace(":", "9") for text in to_digits(genes)]
    censored = [place % 4 == 3 for place in range(40)]
    treatment = ["some"] * 36 + ["none"] * 4
    return pd.DataFrame({"treatment": treatment, "censored": censored, "champion": champions}).assign(
        censored=lambda table: table["censored"] | (table["treatment"] == "none")
    )


def test_positions_that_are_equal_up_to_symmetry_have_one_locus(tables):
    images = {"".join(CORNER[cell] for cell in symmetry) for symmetry in SYMMETRIES.tolist()}
    assert len(images) == 4
    (locus,) = set(loci(sorted(images), tables))
    assert tuple(tables.states[locus]) == representative([int(cell) for cell in CORNER])


@pytest.mark.parametrize("board", ["", "00000000", "0000000000", "00000000x", "110000000", "111220000", "121122212"])
def test_a_text_that_is_no_position_to_move_in(board, tables):
    with pytest.raises(ValueError, match=rf"^boards: '{board}' is no position to move in; allowed: nine"):
        loci(["000000000", board], tables)


def test_champions_are_counted_by_the_cell_that_they_mark(runs, tables):
    found = alleles(InMemory(runs), tables, boards=["000000000", CORNER])
    assert len(found) == 2 * (9 + 7)
    shown = found.loc[9, "board"]
    place = loci([CORNER], tables)[0]
    assert shown == to_digits(tables.states[[place]])[0]
    marks = [int(run.champion[place]) + 1 for run in runs.itertuples() if run.treatment == "some" and not run.censored]
    own = found[(found["treatment"] == "some") & (found["board"] == shown)]
    assert set(own["n"]) == {len(marks)} == {27}
    assert dict(zip(own["cell"], own["champions"], strict=True)) == {
        cell: marks.count(cell) for cell in range(1, 10) if shown[cell - 1] == "0"
    }
    assert own["champions"].sum() == len(marks)
    for row in own.itertuples():
        assert row.share == row.champions / row.n
        expected = proportion_confint(row.champions, row.n, method="wilson")
        assert (row.share_low, row.share_high) == pytest.approx(expected, abs=1e-12)


def test_a_treatment_without_success_has_no_shares(runs, tables):
    none = alleles(InMemory(runs), tables, boards=[CORNER]).query("treatment == 'none'")
    assert len(none) == 7
    assert not none[["n", "champions"]].any(axis=None)
    assert none[["share", "share_low", "share_high"]].isna().all(axis=None)


def test_alleles_are_the_same_in_parts(runs, tables):
    numbered = runs.assign(replicate=range(len(runs)))
    same_in_parts(lambda rows: alleles(rows, tables, boards=["000000000", CORNER]), numbered, check_exact=True)
