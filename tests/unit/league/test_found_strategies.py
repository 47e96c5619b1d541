"""Found strategies of champions and their estimates, against strategies that are followed board by board."""

from itertools import permutations
from math import isnan

import numpy as np
import pandas as pd
import pytest
from helpers.tables import InMemory, same_in_parts
from reference import classic as oracles
from reference import league as twin

from tttcore.exact.facts import facts_by_name
from tttcore.games.tables import to_digits
from tttcore.league.found_strategies import count_never_losing, found_strategies, strategy_marks

NEVER_LOSE = {"first": 1000, "second": 50, "both": 50_000}


def table(genomes, *, treatment="t", censored=False):
    """Runs that end with some genomes."""
    return pd.DataFrame(
        {"treatment": treatment, "censored": censored, "champion": to_digits(np.array(genomes, np.uint8))}
    )


def found(runs, tables, seat):
    return found_strategies({"s": InMemory(runs)}, {("s", "t"): seat}, tables, NEVER_LOSE).set_index("seat")


@pytest.mark.parametrize("seat", ["first", "second"])
def test_marks_are_those_of_the_twin(tables, random_genes, seat):
    genes = random_genes(5, "found")
    names = list(map(tuple, tables.states.tolist()))
    for genome, marks in zip(genes.tolist(), strategy_marks(genes, tables, seat), strict=True):
        moves = {names[state]: names[after] for state, after in enumerate(marks) if after >= 0}
        assert moves == twin.strategy(genome, seat)


def test_both_seats_are_played_by_either(tables, random_genes):
    genes = random_genes(3, "found")
    first, second, both = (strategy_marks(genes, tables, seat) for seat in ("first", "second", "both"))
    assert not ((first >= 0) & (second >= 0)).any()
    np.testing.assert_array_equal(both, np.where(first >= 0, first, second))


def repeated(genome, elsewhere):
    """A genome that differs only where its first player never comes, and one that marks a mirrored cell."""
    own = twin.strategy(genome, "first")
    changed = [*genome]
    for gene, board in enumerate(oracles.game_base()):
        if not oracles.winner(board) and board not in own:
            changed[gene] = elsewhere[gene]
    mirrored = twin.genome_of(own)
    return changed, mirrored


@pytest.mark.parametrize("seat", ["first", "second"])
def test_counts_and_shares_are_those_of_the_twin(tables, random_genes, seat):
    """Seven runs: three of one strategy, two of another, two of their own."""
    one, two, three, four, other = random_genes(5, "found alike").tolist()
    if seat == "first":
        changed, mirrored = repeated(one, other)
        assert len({tuple(one), tuple(changed), tuple(mirrored)}) == 3
    else:
        changed = mirrored = one
    genomes = [one, two, changed, three, mirrored, two, four]
    row = found(table(genomes), tables, seat).loc[seat]
    assert row[["solved", "strategies", "once", "twice"]].tolist() == [7, 4, 2, 1]
    assert row["share"] == 4 / NEVER_LOSE[seat]
    assert row["coverage"] == pytest.approx(5 / 7)
    assert row["reachable"] == pytest.approx(4 + 6 / 7 * 2 * 1 / (2 * 2))
    walked = [twin.choices(twin.strategy(genome, seat)) for genome in genomes]
    assert row["decisions"] == pytest.approx(np.mean([len(own) for own in walked]))
    common = [len(a.items() & b.items()) / len(a) for a, b in permutations(walked, 2)]
    assert row["common"] == pytest.approx(np.mean(common))
    if seat == "first":
        opened = [oracles.move(genome, oracles.BLANK) for genome in genomes]
        shares = [np.mean([cell in cells for cell in opened]) for cells in ((0, 2, 6, 8), (1, 3, 5, 7), (4,))]
        assert row[["corner", "side", "centre"]].tolist() == pytest.approx(shares)
    else:
        assert row[["corner", "side", "centre"]].isna().all()


def test_players_of_both_seats_have_three_rows(tables, random_genes):
    genes = random_genes(4, "found both")
    rows = found(table(genes), tables, "both")
    assert [*rows.index] == ["first", "second", "both"]
    assert rows.loc["both", "decisions"] == pytest.approx(rows.loc[["first", "second"], "decisions"].sum())
    assert rows["share"].to_dict() == {seat: rows.loc[seat, "strategies"] / of for seat, of in NEVER_LOSE.items()}


def test_runs_without_success_and_single_ones(tables, random_genes):
    genes = random_genes(2, "found few")
    nothing = found(table(genes, censored=True), tables, "first").loc["first"]
    assert nothing[["solved", "strategies", "share"]].tolist() == [0, 0, 0]
    assert nothing[["coverage", "reachable", "decisions", "common", "corner"]].isna().all()
    single = found(table(genes, censored=[True, False]), tables, "first").loc["first"]
    assert single[["solved", "coverage", "reachable"]].tolist() == [1, 0, 1]
    assert isnan(single["common"])


@pytest.mark.parametrize("seat", ["first", "both"])
def test_strategies_are_the_same_in_parts(tables, random_genes, seat):
    genes = random_genes(8, "found parts")
    genes[3] = genes[6]
    runs = table(genes, censored=[False] * 7 + [True]).assign(replicate=range(8))
    same_in_parts(
        lambda rows: found_strategies({"s": rows}, {("s", "t"): seat}, tables, NEVER_LOSE), runs, check_exact=True
    )


def test_no_study_finds_nothing(tables):
    assert found_strategies({}, {}, tables, NEVER_LOSE).empty


def test_a_share_of_strategies_that_were_not_counted_is_unknown(tables, random_genes):
    runs = {"s": InMemory(table(random_genes(2, "found").tolist()))}
    row = found_strategies(runs, {("s", "t"): "first"}, tables, count_never_losing({"states": 765})).iloc[0]
    assert row["strategies"] == 2
    assert np.isnan(row["share"])


@pytest.mark.needs_jit
def test_all_strategies_that_never_lose(all_facts):
    counted = facts_by_name(all_facts)
    numbers = count_never_losing(counted)
    openings = [counted[f"no_loss_strategies_first_{name}"] for name in ("corner", "side", "centre")]
    assert numbers["first"] == sum(openings)
    assert numbers["both"] == sum(openings) * counted["no_loss_strategies_second"]
