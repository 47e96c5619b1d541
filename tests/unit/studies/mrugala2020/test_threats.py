"""Threat search: rows by bits against rows by walking, proofs against a search through every reply."""

import random

import pytest
from reference import mnk as twin

from tttcore.studies.mrugala2020.threats import Forced, Prover, cells_of, forced_win


def positions(number, need, *, marks, span, name=""):
    """Random positions with as many marks of either player, near (0, 0), without a row."""
    chance, found = random.Random(f"{need} {name}"), []
    area = [(x, y) for x in range(-span, span + 1) for y in range(-span, span + 1)]
    while len(found) < number:
        chosen = chance.sample(area, 2 * marks)
        own, other = set(chosen[:marks]), set(chosen[marks:])
        if not any(completes(row, own, other) for row in rows_in(own | other, need)):
            found.append((own, other))
    return found


def rows_in(cells, need):
    return [set(twin.walk(start, step, need)) for start in cells for step in twin.STEPS]


def completes(row, own, other):
    return row <= own or row <= other


def proves(need, own, other, order, marks):
    return Prover(need).win(cells_of(own), cells_of(other), order, marks)


@pytest.mark.parametrize("need", [2, 3, 4])
def test_gaps(need):
    prover, found = Prover(need), 0
    for own, other in positions(100, need, marks=3, span=2):
        for missing in range(1, need):
            gaps = twin.gaps(own, other, need, missing)
            assert prover.gaps(cells_of(own), cells_of(other), missing) == cells_of(gaps)
            found += len(gaps)
    assert found > 0


@pytest.mark.parametrize(("need", "marks"), [(2, 1), (3, 2), (4, 3)])
def test_wins_in_two_are_found_and_no_others(need, marks):
    """A threat, and a row: what the prover says of two marks is what going through all replies says."""
    results = []
    for own, other in positions(100, need, marks=marks, span=2, name="two"):
        results.append(proves(need, own, other, 1, 2) is not None)
        assert results[-1] == twin.wins(own, other, need, 2)
    assert True in results
    assert False in results or need == 2


@pytest.mark.parametrize(("need", "marks", "with_quiet"), [(3, 2, False), (4, 2, True), (4, 3, False)])
def test_proofs_in_three_hold_against_every_reply(need, marks, with_quiet):
    """Some by a quiet mark first, to which the other may reply anywhere, or pass."""
    quiet = []
    for own, other in positions(25, need, marks=marks, span=2, name="three"):
        if proves(need, own, other, need - 1, 3):
            quiet.append(proves(need, own, other, 1, 3) is None)
            assert twin.wins(own, other, need, 3)
    assert False in quiet
    assert with_quiet == (True in quiet)


def test_the_other_moves_first_with_his_own_threats():
    """Two in a row with both ends open win at once of three; not if the other completes before, or takes an end."""
    own = {(0, 0), (1, 0)}
    assert proves(3, own, {(5, 5), (7, 7)}, 1, 1).marks == 1
    open_two = cells_of(own), 0, 1, 1, 1
    assert Prover(3).threat(*open_two).marks == 1
    completing = cells_of([(5, 5), (6, 6)])
    assert Prover(3).threat(cells_of(own), completing, 1, 1, 1) is None
    assert Prover(3).threat(cells_of(own), cells_of([(2, 0)]), 1, 1, 1) is None


def test_first_player_wins_two_and_three_in_a_row():
    assert forced_win(2, 2) == Forced(3, forced_win(2, 2).positions)
    assert forced_win(3, 3).marks == 5
    assert forced_win(3, 2) is None


def test_three_in_a_row_against_every_reply():
    """After the first mark, by the oracle alone: five marks are enough wherever the second player marks."""
    for reply in {(x, y) for x in range(-4, 5) for y in range(-4, 5)} - {(0, 0)}:
        assert twin.wins({(0, 0)}, {reply}, 3, 2)


def test_first_player_wins_four_in_a_row():
    """In eleven marks, and after any reply as well: those that matter, and others that the proof takes for passes."""
    assert forced_win(4, 6).marks == 11
    chance, prover = random.Random("replies"), Prover(4)
    area = [(x, y) for x in range(-7, 8) for y in range(-7, 8) if (x, y) != (0, 0)]
    for reply in chance.sample(area, 12):
        win = prover.win(cells_of([(0, 0)]), cells_of([reply]), 2, 5)
        assert win is not None
        assert win.marks <= 5


def test_four_in_a_row_is_not_found_with_fewer():
    assert forced_win(4, 5) is None


@pytest.mark.parametrize("need", [1, 5])
def test_mistakes(need):
    with pytest.raises(ValueError, match=f"^k: {need} is out of range; allowed: from 2 to 4$"):
        forced_win(need, 3)
