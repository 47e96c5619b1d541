"""Game-theoretic values, threat search, the pairing on the plane, and games by their end, against plain walking."""

import random
from collections import Counter
from functools import cache
from itertools import product
from math import isnan

import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.texts import message
from reference import classic as oracles
from reference import mnk as twin

from tttcore.studies.mrugala2020 import game_values
from tttcore.studies.mrugala2020.combinations import COMBINATIONS, COUNTINGS, combinations_beside, read_printed
from tttcore.studies.mrugala2020.game_values import PERIOD, pairing, rows_without_pair
from tttcore.studies.mrugala2020.threats import Forced, Prover, cells_of, forced_win


@pytest.mark.needs_jit
def test_theory(facts_by_name, snapshot):
    """Values as published; numbers of positions aren't."""
    facts = facts_by_name(game_values.game_value_facts)
    texts = {name: text.split("; positions")[0] for name, (_, text) in facts.items()}
    assert "\n".join(f"{name}: {value} {texts[name]}".rstrip() for name, (value, _) in facts.items()) == snapshot


@pytest.mark.needs_jit
def test_what_is_not_proved_is_said(facts_by_name, monkeypatch):
    for name, fewer in (("SIZES", range(3, 4)), ("FORCED", {4: 4}), ("PREVENTED", 8)):
        monkeypatch.setattr(game_values, name, fewer)
    facts = facts_by_name(game_values.game_value_facts)
    assert [facts[name][1] for name in ("unbounded_4", "unbounded_8")] == ["not proved"] * 2
    assert all(isnan(facts[name][0]) for name in ("unbounded_4", "unbounded_8", "unbounded_4_marks"))


PLANE = list(product(range(-10, 11), repeat=2))


@pytest.fixture(scope="module")
def partners():
    return pairing()


def partner_of(partners, cell):
    """The partner on the plane: the neighbour that is the partner in the pattern."""
    wanted = partners[cell[0] % PERIOD, cell[1] % PERIOD]
    near = [(cell[0] + right, cell[1] + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
    (found,) = (place for place in near if (place[0] % PERIOD, place[1] % PERIOD) == wanted)
    return found


def test_partners(partners):
    """One pair put crosswise to its line leaves rows of 9 without one."""
    assert sorted(partners) == list(product(range(PERIOD), repeat=2))
    for cell in PLANE:
        assert cell != partner_of(partners, cell)
        assert cell == partner_of(partners, partner_of(partners, cell))
    other = next(place for place in partners if place not in ((0, 0), partners[0, 0]))
    assert rows_without_pair(partners | {(0, 0): other, other: (0, 0)}, 9) > 0


@pytest.mark.parametrize("need", range(2, 11))
def test_rows_on_the_plane(partners, need):
    """All rows that begin in a square of the pattern, wherever it is on the plane."""
    unpaired = []
    for corner in ((0, 0), (-3, 5)):
        starts = [(corner[0] + x, corner[1] + y) for x in range(PERIOD) for y in range(PERIOD)]
        rows = [twin.walk(start, step, need) for start in starts for step in twin.STEPS]
        unpaired.append(sum(not any(partner_of(partners, cell) in row for cell in row) for row in rows))
    assert set(unpaired) == {rows_without_pair(partners, need)}
    assert (unpaired[0] == 0) == (need >= 9)


def test_nobody_gets_a_row_of_nine_against_the_pairs(partners, several):
    """The first player marks at random, as near to his last mark as can be."""
    chance = random.Random("pairs")
    rows = [set(twin.walk(start, step, 9)) for start in PLANE for step in twin.STEPS]
    pairs = [set(list(row)[:2]) for row in rows]
    for _ in range(several(3, without_jit=2)):
        first, second, last = set(), set(), (0, 0)
        for _ in range(150):
            free = [cell for cell in PLANE if cell not in first | second]
            last = min(free, key=lambda cell: (max(abs(cell[0] - last[0]), abs(cell[1] - last[1])), chance.random()))
            first.add(last)
            if partner_of(partners, last) not in second:
                second.add(partner_of(partners, last))
        assert not any(row <= first for row in rows)
        assert any(pair <= first for pair in pairs)


def positions(number, need, *, marks, name=""):
    """Random positions with as many marks of either player, near (0, 0), without a row."""
    chance, found = random.Random(f"{need} {name}"), []
    area = list(product(range(-2, 3), repeat=2))
    while len(found) < number:
        chosen = chance.sample(area, 2 * marks)
        own, other = set(chosen[:marks]), set(chosen[marks:])
        rows = [set(twin.walk(start, step, need)) for start in chosen for step in twin.STEPS]
        if not any(row <= own or row <= other for row in rows):
            found.append((own, other))
    return found


def proves(need, own, other, order, marks):
    return Prover(need).win(cells_of(own), cells_of(other), order, marks)


@pytest.mark.parametrize("need", [2, 3, 4])
def test_gaps(need):
    prover, found = Prover(need), 0
    for own, other in positions(60, need, marks=3):
        for missing in range(1, need):
            gaps = twin.gaps(own, other, need, missing)
            assert prover.gaps(cells_of(own), cells_of(other), missing) == cells_of(gaps)
            found += len(gaps)
    assert found > 0


@pytest.mark.parametrize(("need", "marks"), [(2, 1), (3, 2), (4, 3)])
def test_wins_in_two_are_found_and_no_others(need, marks):
    """A threat, and a row: what the prover says of two marks is what going through all replies says."""
    results = []
    for own, other in positions(60, need, marks=marks, name="two"):
        results.append(proves(need, own, other, 1, 2) is not None)
        assert results[-1] == twin.wins(own, other, need, 2)
    assert True in results
    assert False in results or need == 2


@pytest.mark.parametrize(("need", "marks", "with_quiet"), [(3, 2, False), (4, 2, True), (4, 3, False)])
def test_proofs_in_three_hold_against_every_reply(need, marks, with_quiet):
    """Some by a quiet mark first, to which the other may reply anywhere, or pass."""
    quiet = []
    for own, other in positions(12, need, marks=marks, name="three"):
        if proves(need, own, other, need - 1, 3):
            quiet.append(proves(need, own, other, 1, 3) is None)
            assert twin.wins(own, other, need, 3)
    assert False in quiet
    assert with_quiet == (True in quiet)


def test_the_other_moves_first_with_his_own_threats():
    """Two in a row with both ends open win at once of three; not if the other completes before, or takes an end."""
    own = {(0, 0), (1, 0)}
    assert proves(3, own, {(5, 5), (7, 7)}, 1, 1).marks == 1
    assert Prover(3).threat(cells_of(own), 0, 1, 1, 1).marks == 1
    for others in ([(5, 5), (6, 6)], [(2, 0)]):
        assert Prover(3).threat(cells_of(own), cells_of(others), 1, 1, 1) is None


def test_first_player_wins_rows_of_up_to_four():
    """Three in five marks wherever the second marks, by the oracle alone; four in eleven, see the facts, by any reply:
    those that matter, and others that the proof takes for passes."""
    assert forced_win(2, 2) == Forced(3, forced_win(2, 2).positions)
    assert forced_win(3, 3).marks == 5
    assert forced_win(3, 2) is forced_win(4, 5) is None
    for reply in set(product(range(-4, 5), repeat=2)) - {(0, 0)}:
        assert twin.wins({(0, 0)}, {reply}, 3, 2)
    chance, prover = random.Random("replies"), Prover(4)
    area = [cell for cell in product(range(-7, 8), repeat=2) if cell != (0, 0)]
    for reply in chance.sample(area, 6):
        assert prover.win(cells_of([(0, 0)]), cells_of([reply]), 2, 5).marks <= 5
    told = [message(forced_win, need, 3) for need in (1, 5)]
    assert told == [f"k: {need} is out of range; allowed: from 2 to 4" for need in (1, 5)]


FILE = ROOT / "config" / "published" / "mrugala2020_games.csv"
OUTCOMES = [*(f"Win in {marks} moves" for marks in range(5, 10)), "Draw", "Total"]


@pytest.fixture(scope="module")
def found(tables):
    return combinations_beside(read_printed(FILE), tables)


@cache
def ends(board, *, turned=False):
    """Names of the ends of all games, or of all paths of boards turned to how their class is shown."""
    if oracles.winner(board):
        return Counter(["Draw" if oracles.winner(board) == oracles.DRAW else f"Win in {9 - board.count(0)} moves"])
    after = [oracles.put(board, cell) for cell in oracles.free_cells(board)]
    return sum(
        (ends(each, turned=turned) for each in (set(map(oracles.base_case, after)) if turned else after)), Counter()
    )


def test_games_are_counted_in_the_documents_order(found):
    """No symmetry leaves a game as it is, since five marks or more are on no axis; so it is one of eight alike."""
    assert {*found} == {*COMBINATIONS}
    assert [*zip(found["counted"], found["outcome"], strict=True)] == [*product(COUNTINGS, OUTCOMES)]
    assert found["part"].tolist() == [*["end"] * 6, "total"] * 3
    games, paths = ends(oracles.BLANK), ends(oracles.BLANK, turned=True)
    eighths = {end: number / 8 for end, number in games.items()}
    for way, counts in (("games", games), ("state paths", paths), ("games up to symmetry", eighths)):
        rows = found[found["counted"] == way].set_index("outcome")
        assert rows["games"].to_dict() == {**counts, "Total": sum(counts.values())}
        assert rows["percent"].iloc[:-1].sum() == pytest.approx(100, rel=1e-12)
        assert rows["percent"].iloc[-1] == 100
    assert rows["games"].iloc[-1] == 31_896


def test_what_the_document_prints(found, tables):
    """Its left table counts games, its right one paths of states, not games up to symmetry; outcomes that aren't
    printed are shown without, and others' order doesn't matter."""
    ways = dict(iter(found.groupby("counted")))
    assert (ways["games"]["difference"] == 0).all()
    assert (ways["state paths"]["difference"] == 0).all()
    assert (ways["games up to symmetry"]["difference"] != 0).all()
    assert ways["games"]["rounded"].tolist() == ways["games"]["published_percent"].tolist()
    assert round(ways["games"]["rounded"].iloc[:-1].sum(), 6) == 100.1
    assert ways["state paths"]["published_percent"].isna().all()
    printed = pd.DataFrame({"table": "left", "outcome": ["Total", "Draw"], "games": [255_000, 46_080], "percent": 1.0})
    rows = combinations_beside(printed, tables).set_index("outcome")
    assert rows["difference"].dropna().to_dict() == {"Draw": 0, "Total": 168}


@pytest.mark.parametrize(
    ("was", "new", "said"),
    [
        ("right,", "rigth,", "games.csv has no table 'right' (did you mean 'rigth'?); known: left, rigth"),
        ("255168", "many", "games.csv, line 8, games: 'many'; allowed: numbers from 0, or nothing"),
    ],
)
def test_mistakes_are_told(tmp_path, was, new, said):
    (tmp_path / "games.csv").write_text(FILE.read_text(encoding="utf-8").replace(was, new), encoding="utf-8")
    assert message(read_printed, tmp_path / "games.csv").replace(f"{tmp_path}/", "") == said
