"""Facts of the method and of game values, sessions never cleared and moves of bots, against plain references."""

import random
import statistics
from collections import Counter, defaultdict
from functools import cache
from itertools import combinations, product
from math import comb, isnan
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.rows import agrees
from helpers.tabular_learners import RECIPE, learners, recipe_of, words
from helpers.texts import message
from reference import classic as oracles
from reference import mnk as twin

from tttcore.engines.tabular.recipe import AS_DESCRIBED
from tttcore.engines.tabular.reference import SelfPlay
from tttcore.games.mnk import longest_row
from tttcore.pipeline.rng import stream
from tttcore.studies.method import fact_table
from tttcore.studies.mrugala2020 import game_values, method, never_cleared, sensible_moves
from tttcore.studies.mrugala2020.combinations import COMBINATIONS, COUNTINGS, combinations_beside, read_printed
from tttcore.studies.mrugala2020.game_values import PERIOD, pairing, rows_without_pair
from tttcore.studies.mrugala2020.sensible_moves import LEFT, OPEN, completing, judged_moves, rows_through
from tttcore.studies.mrugala2020.threats import Forced, Prover, cells_of, forced_win


def facts_of(measure, *arguments, **options):
    """Values and texts of facts by name, which all differ."""
    table = fact_table(measure)(*arguments, **options)
    assert table[["fact", "how"]].nunique().eq(len(table)).all()
    return {row["fact"]: (row["value"], row["text"]) for row in table.to_dict("records")}


@pytest.mark.needs_jit
def test_the_learning_rule(tables, monkeypatch, snapshot):
    """Each check is one that another reading or key changes."""
    facts = facts_of(method.learning_rule_facts, RECIPE, tables, seed=1)
    forgetting = facts_of(method.learning_rule_facts, RECIPE | {"explored": "forgets"}, tables, seed=1)
    told = [f"{name}: {value:.6g} {text}".rstrip() for name, (value, text) in facts.items()]
    told += [f"forgetting, {name}: {value:.6g}" for name, (value, _) in forgetting.items() if facts[name][0] != value]
    assert "\n".join(told) == snapshot
    monkeypatch.setattr(method, "position_key", lambda kind, marks, finite: hash(tuple(marks)))
    by_order = facts_of(method.learning_rule_facts, RECIPE, tables, seed=1)
    assert by_order["orders_differing"][0] > 5000
    assert by_order["keys"][0] > 5477


@pytest.mark.needs_jit
def test_games_of_random_moves():
    """On 3x3 the exact shares are known: 737/1260 and 121/420."""
    facts = facts_of(method.random_move_facts, RECIPE, seed=1)
    assert facts["random_first_5"][0] == pytest.approx(737 / 1260, abs=0.015)
    assert facts["random_second_5"][0] == pytest.approx(121 / 420, abs=0.015)


@pytest.fixture(scope="module")
def hash_facts():
    return {name: value for name, (value, _) in facts_of(method.python_hash_facts).items()}


@pytest.mark.parametrize(("name", "least", "size", "most"), [("3", -1, 3, 9), ("5", -2, 5, 3), ("5_from_0", 0, 5, 3)])
def test_hashes_of_this_python(hash_facts, name, least, size, most):
    """Of all sets of marks, split between the players as turns allow; only -1 and -2 are mistaken for each other."""
    cells = [(least + x, least + y) for x in range(size) for y in range(size)]
    found = {hash(frozenset(marks)) for number in range(1, most + 1) for marks in combinations(cells, number)}
    sets = {number: comb(len(cells), number) for number in range(1, most + 1)}
    owned = sum(count * comb(number, number // 2) for number, count in sets.items())
    counts = {"hashes_unowned": len(found), "hashed_unowned": sum(sets.values()), "hashed_owned": owned}
    agrees(hash_facts, hashes_differing=0, **{f"{count}_{name}": number for count, number in counts.items()})
    for lost in (hash_facts[f"lost_{kind}_{name}"] for kind in ("owned", "unowned")):
        assert lost > 0.7 if name == "5" else lost == 0


def test_single_marks_have_sixteen_hashes(monkeypatch):
    """Coordinates -2 and -1 are one, so that there are four to a side; another hash is noticed."""
    monkeypatch.setattr(method, "BOARDS", (method.HashedBoard("one", 5, -2, 1),))
    facts = facts_of(method.python_hash_facts)
    for kind in ("owned", "unowned"):
        assert facts[f"hashes_{kind}_one"][0] == 16
        assert facts[f"lost_{kind}_one"][0] == 1 - 16 / 25
    monkeypatch.setattr(method, "python_hash", lambda marks, owned: 0)
    facts = facts_of(method.python_hash_facts)
    assert facts["hashes_owned_one"][0] == 1
    assert facts["hashes_differing"][0] == facts["hashed_owned_one"][0] + facts["hashed_unowned_one"][0]


class Hoarder(SelfPlay):
    """Feeds rewards as listed: the list of states isn't cleared."""

    updates = 0

    def feed_rewards(self, winner):
        kept = [list(player.remembered) for player in self.players.values()]
        super().feed_rewards(winner)
        for player, states in zip(self.players.values(), kept, strict=True):
            player.remembered += states
            self.updates += len(states)


@pytest.mark.parametrize(("target", "word"), [("moving", 7), ("fixed", 2**60 + 3)])
def test_never_cleared_as_listed(target, word):
    hoarder = Hoarder(recipe_of(target=target), words(word))
    told = hoarder.train(150)
    tally, updates = never_cleared.session({**AS_DESCRIBED, "target": target}, words(word), games=150, cleared=False)
    assert (tally.tolist(), updates) == ([*told[:3]], hoarder.updates)


@pytest.mark.parametrize("change", [{}, {"target": "fixed"}, {"step": 0.5, "exploration": 0.1}])
def test_cleared_sessions_are_those_of_the_engine(change):
    word, told = words(11), learners(change, word=11).train(2000)
    tally, updates = never_cleared.session({**AS_DESCRIBED, **change}, word, games=2000, cleared=True)
    assert (tally.tolist(), updates, word.tolist()) == ([*told[:3]], told.marks, [11])


def of_ten(values):
    """The lower of ten values' medians, with the second and the last but one."""
    ordered = sorted(values)
    return [ordered[4], ordered[1], ordered[8]]


def test_the_table_of_sessions(monkeypatch):
    monkeypatch.setattr(never_cleared, "GAMES", 200)
    table = never_cleared.never_cleared(AS_DESCRIBED, seed=1)
    assert table.equals(never_cleared.never_cleared(AS_DESCRIBED, seed=1))
    assert table["history"].tolist() == ["cleared", "never cleared"]
    words = [never_cleared.stream(1, "sessions never cleared", each).bit_generator.random_raw(1) for each in range(10)]
    cleared, kept = (
        [never_cleared.session(AS_DESCRIBED, word, games=200, cleared=way)[0][0] / 200 for word in words]
        for way in (True, False)
    )
    for row, own in zip(table.to_dict("records"), (cleared, kept), strict=True):
        difference = [0, 0, 0] if own is cleared else of_ten(np.subtract(kept, cleared))
        agrees(row, n=never_cleared.SESSIONS, share=of_ten(own), difference=difference)
    assert table["updates"][1] > 50 * table["updates"][0]


def test_rows_through_a_cell():
    rows = [frozenset(row) for row in rows_through((2, -1), 5)]
    assert len({*rows}) == len(rows) == 20
    assert all((2, -1) in row and len(row) == 5 for row in rows)


@pytest.mark.parametrize("need", [3, 4])
def test_cells_that_complete_a_row_are_those_that_win(need):
    rng = stream(1, "tests", "completing")
    cells = [*product(range(-3, 4), repeat=2)]
    found = 0
    for _ in range(60):
        marks = [cells[place] for place in rng.permutation(len(cells))[:18]]
        own, other = marks[::2], marks[1::2]
        free = [cell for cell in cells if cell not in marks]
        last = [mark for pair in zip(own, other, strict=True) for mark in pair]
        wins = [cell for cell in free if longest_row([*last, cell]) >= need]
        assert completing(own, free, need) == wins
        found += len(wins)
    assert found > 20


def free(marks):
    return [cell for cell in product(range(-9, 50), range(-9, 50)) if cell not in marks]


FAR = [(9, 9), (20, 9), (9, 20), (20, 20)]
"""Marks of an opponent that touch nothing."""


@pytest.mark.parametrize(
    ("own", "other", "cases"),
    [
        ([(0, 0), (0, 1), (0, 2)], FAR, [(LEFT, False)]),
        ([(0, 0), (0, 1), (0, 4)], FAR, [(LEFT, False)]),  # a row of five can still hold all three
        ([(0, 0), (0, 1), (0, 5)], FAR, [(LEFT, True)]),
        ([(0, 0), (0, 1), (3, 2)], FAR, [(LEFT, True)]),
        ([(0, 0), (0, 2), (3, 2)], FAR, []),  # they don't touch
        ([(0, 0), (0, 1), (5, 5)], [(0, -1), (0, 3), (9, 9)], []),  # no room for a row
        ([(0, 0), (1, 1), (0, 1), (2, 2)], FAR, [(LEFT, True), (LEFT, True)]),  # (2, 2) extends the row before
        ([(0, 0), (5, 0), (0, 5), (5, 5), (9, 5)], [(7, y) for y in range(4)], [(OPEN, True)]),
        ([(0, 0), (5, 0), (0, 5), (5, 5), (7, 4)], [(7, y) for y in range(4)], [(OPEN, False)]),
        ([(0, 0), (2, 0), (3, 0), (4, 0), (9, 5)], [(7, y) for y in range(4)], [(LEFT, False)]),  # it could win
    ],
)
def test_cases_by_hand(own, other, cases):
    marks = [mark for pair in zip(own, [*other, (30, 30)], strict=False) for mark in pair]
    assert [*judged_moves(marks[: 2 * len(own) - 1], 0, 5, free)] == cases
    shifted = [(40, 40), *marks[: 2 * len(own) - 1]]
    assert [*judged_moves(shifted, 1, 5, free)] == cases


@pytest.mark.needs_jit
def test_the_table_of_moves(monkeypatch):
    """Bots in either seat play to the end, by their estimates; every case is counted."""
    recipe = AS_DESCRIBED | {"board": {"name": "infinite", "limiter": 2}, "need": 4, "games": 300}
    played, play = [], sensible_moves.play

    def recorded(learner, seat, rng):
        played.append((learner, seat, play(learner, seat, rng)))
        return played[-1][2]

    monkeypatch.setattr(sensible_moves, "play", recorded)
    table = sensible_moves.sensible_moves(recipe, seed=1).set_index("what")
    assert len(played) == 2 * sensible_moves.SESSIONS * sensible_moves.GAMES
    failed = {LEFT: defaultdict(list), OPEN: defaultdict(list)}
    for learner, seat, marks in played:
        assert longest_row(marks) >= 4 > longest_row(marks[:-1])
        for turn in range(seat, len(marks), 2):
            values = learner.candidate_values(marks[:turn])
            assert marks[turn] == learner.candidates(marks[:turn])[values.index(max(values))]
        for what, fails in judged_moves(marks, seat, 4, learner.candidates):
            failed[what][learner].append(fails)
    for what, row in table.iterrows():
        by_session = failed[what].values()
        shares = [statistics.mean(cases) for cases in by_session]
        agrees(row, share=of_ten(shares), sessions=len(shares), cases=sum(map(len, by_session)))
    assert len({learner for learner, _, _ in played}) == sensible_moves.SESSIONS
    assert table.equals(sensible_moves.sensible_moves(recipe, seed=1).set_index("what"))


@pytest.mark.needs_jit
def test_theory(snapshot):
    """Values as published; numbers of positions aren't."""
    facts = facts_of(game_values.game_value_facts)
    texts = {name: text.split("; positions")[0] for name, (_, text) in facts.items()}
    assert "\n".join(f"{name}: {value} {texts[name]}".rstrip() for name, (value, _) in facts.items()) == snapshot


@pytest.mark.needs_jit
def test_what_is_not_proved_is_said(monkeypatch):
    for name, fewer in (("SIZES", range(3, 4)), ("FORCED", {4: 4}), ("PREVENTED", 8)):
        monkeypatch.setattr(game_values, name, fewer)
    facts = facts_of(game_values.game_value_facts)
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
    expected = rows_without_pair(partners, need)
    for right, down in ((0, 0), (-3, 5)):
        starts = product(range(right, right + PERIOD), range(down, down + PERIOD))
        rows = [twin.walk(start, step, need) for start in starts for step in twin.STEPS]
        assert sum(not any(partner_of(partners, cell) in row for cell in row) for row in rows) == expected
    assert (expected == 0) == (need >= 9)


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
    some = positions(60, need, marks=marks, name="two")
    results = [proves(need, *each, 1, 2) is not None for each in some]
    assert results == [twin.wins(*each, need, 2) for each in some]
    assert {*results} == ({True} if need == 2 else {True, False})


@pytest.mark.parametrize(("need", "marks", "with_quiet"), [(3, 2, False), (4, 2, True), (4, 3, False)])
def test_proofs_in_three_hold_against_every_reply(need, marks, with_quiet):
    """Some by a quiet mark first, to which the other may reply anywhere, or pass."""
    proved = [each for each in positions(12, need, marks=marks, name="three") if proves(need, *each, need - 1, 3)]
    assert all(twin.wins(*each, need, 3) for each in proved)
    assert {proves(need, *each, 1, 3) is None for each in proved} == ({True, False} if with_quiet else {False})


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
    then = [oracles.put(board, cell) for cell in oracles.free_cells(board)]
    return sum((ends(one, turned=turned) for one in (set(map(oracles.base_case, then)) if turned else then)), Counter())


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
    agree = {way: {*(own["difference"] == 0)} for way, own in ways.items()}
    assert agree == {"games": {True}, "state paths": {True}, "games up to symmetry": {False}}
    assert ways["games"]["rounded"].tolist() == ways["games"]["published_percent"].tolist()
    assert round(ways["games"]["rounded"].iloc[:-1].sum(), 6) == 100.1
    assert ways["state paths"]["published_percent"].isna().all()
    printed = pd.DataFrame({"table": "left", "outcome": ["Total", "Draw"], "games": [255_000, 46_080], "percent": 1.0})
    rows = combinations_beside(printed, tables).set_index("outcome")
    assert rows["difference"].dropna().to_dict() == {"Draw": 0, "Total": 168}


def test_mistakes_are_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = {
        ("right,", "rigth,"): "games.csv has no table 'right' (did you mean 'rigth'?); known: left, rigth",
        ("255168", "many"): "games.csv, line 8, games: 'many'; allowed: numbers from 0, percents up to 100, or nothing",
        (
            ",0.6\n",
            ",600\n",
        ): "games.csv, line 2, percent: '600'; allowed: numbers from 0, percents up to 100, or nothing",
        ("1440", "1441"): "games.csv: table 'left': Total is not the sum of the other games",
    }
    for (was, new), expected in said.items():
        Path("games.csv").write_text(FILE.read_text(encoding="utf-8").replace(was, new), encoding="utf-8")
        assert message(read_printed, "games.csv") == expected
