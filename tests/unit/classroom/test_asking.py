"""Players asked within a time limit, alone and as a class, on clocks of the test: what was not reached isn't known."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.entrants import small_field

from tttcore.classroom import class_asking
from tttcore.classroom.asking import Answers, TooLate, ask_everywhere
from tttcore.classroom.class_asking import ask_class
from tttcore.classroom.entrant import NOT_ASKED, exact_entrant
from tttcore.classroom.evaluation import evaluate
from tttcore.classroom.reports import player_text
from tttcore.games.classic import enumerate_states
from tttcore.players.policy import game, uniform_policy
from tttcore.processes import limits as times
from tttcore.processes.limits import REPEATS, Limits


class Slow:
    """First free cell, or a random one, after some seconds of its clock; it counts its answers."""

    def __init__(self, clock, seconds, *, draws=False, only="XO", patience=99.0):
        self.clock, self.seconds, self.only, self.patience = clock, seconds, only, patience
        self.draw = random.Random(1) if draws else None
        self.count = 0

    def ask(self, board, sign, times):
        for _ in range(times):
            taken = self.seconds * (sign in self.only)
            self.clock[0] += min(taken, self.patience)
            self.count += 1
            free = [cell for cell in range(9) if board[cell] == "."]
            late = taken > self.patience
            yield TooLate("no move in time") if late else self.draw.choice(free) if self.draw else free[0]
            if late:
                return


class Mixed(Slow):
    """The same that draws as O alone."""

    def ask(self, board, sign, times):
        self.draw = random.Random(self.count) if sign == "O" else None
        return super().ask(board, sign, times)


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    for module in (times, class_asking):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])
    return now


def asked(player, limits, seats=(0, 1)):
    answers, notes = ask_everywhere(player, seats, limits)
    return answers.entrant("own", "Python file", seats, notes)


def test_a_player_that_sleeps_in_one_seat_has_exact_results_in_the_other(clock):
    """Its results moving first are those of the same player without sleep, with no interval; the page says so."""
    limits = Limits(all_seconds=10)
    late, quick = (evaluate(asked(Slow(clock, seconds, only="O"), limits), small_field()) for seconds in (1, 0))
    assert late["seats"]["first"] == quick["seats"]["first"]
    assert late["seats"]["second"]["unasked"] == late["unasked"] > 0
    rank = late["seats"]["second"]["rank"]
    whole = quick["seats"]["second"]["rank"]
    assert rank["score_low"] <= whole["score"] <= rank["score_high"]
    assert rank["rank_low"] <= whole["rank"] <= rank["rank_high"]
    assert "since it comes to positions that were not asked often enough" in player_text(late)
    assert NOT_ASKED not in {one["fault"] for one in late["seats"]["second"]["blunders"]}


def test_estimates_are_of_a_seat(clock):
    found = evaluate(asked(Mixed(clock, 0), Limits(calls=8)), small_field())
    assert found["estimated"]
    assert [seat["estimated"] for seat in found["seats"].values()] == [False, True]
    rank = found["seats"]["first"]["rank"]
    assert rank["score_low"] == rank["score"] == rank["score_high"]


def test_one_answer_is_enough_in_a_seat_in_which_a_player_draws_nothing(clock):
    found = evaluate(asked(Mixed(clock, 1, only="O"), Limits(all_seconds=20)), small_field())
    assert [seat["unasked"] > 0 for seat in found["seats"].values()] == [False, True]


@pytest.mark.parametrize("seconds", [11, 4])
def test_a_slow_random_player_is_not_told_as_one_that_draws_nothing(clock, seconds):
    """One or three answers to the first question are all that there is time for."""
    player = asked(Slow(clock, seconds, draws=True), Limits(all_seconds=10), seats=(0,))
    assert "always gave the same" not in " ".join(player.notes)
    assert player.unasked(0) > 0
    rank = evaluate(player, small_field())["seats"]["first"]["rank"]
    assert (rank["score_low"], rank["score_high"]) == (0, 1)


def test_positions_with_few_answers_of_a_player_that_draws_count_as_unasked(clock):
    player = asked(Slow(clock, 1, draws=True), Limits(all_seconds=150), seats=(1,))
    assert player.is_estimated
    assert player.unasked(1) > 0
    assert player.calls[player.calls > 0].min() >= REPEATS
    second = evaluate(player, small_field())["seats"]["second"]["rank"]
    assert second["score_high"] - second["score_low"] > 0.5


def test_no_batch_goes_on_when_the_time_is_over(clock):
    player = Slow(clock, 5, draws=True)
    ask_everywhere(player, (0, 1), Limits(all_seconds=2_002, calls=10_000))
    assert player.count == 401


def test_an_answer_that_the_end_of_the_time_cuts_is_none(clock):
    """The player isn't told to have taken too long; it does so where it had all of its time for a move."""
    limits = Limits(all_seconds=10, until=10)
    cut = asked(Slow(clock, 99, patience=10), limits, seats=(0,))
    assert cut.unasked(0) == 1
    clock[0] = 0.0
    late = asked(Slow(clock, 99, patience=9), limits, seats=(0,))
    assert late.faults == {0: "no move in time"}
    assert evaluate(late, small_field())["seats"]["first"]["rank"]["score_high"] == 0


def test_a_player_goes_on_where_it_was(clock):
    """In two turns it gives the answers that it gives in one, and each once."""
    limits = Limits(all_seconds=60)
    once = Slow(clock, 1)
    whole = asked(once, replace(limits, all_seconds=10_000))
    answers, turns = Answers(), Slow(clock, 1)
    for _ in range(20):
        answers, notes = ask_everywhere(turns, (0, 1), limits, answers)
        if not answers.ended:
            break
    again = answers.entrant("own", "Python file", (0, 1), notes)
    assert again.policy.tolist() == whole.policy.tolist()
    assert not again.unasked(0, 1)


def test_positions_are_of_their_seat(clock):
    player = asked(Slow(clock, 1), Limits(all_seconds=10))
    plies = np.count_nonzero(enumerate_states().positions, axis=1)
    for seat in (0, 1):
        assert player.unasked(seat) == np.count_nonzero(player.unknown & (plies % 2 == seat))


CLASSES = {
    "slow players get all that quick ones leave": ({"a": 1, "slow": 99, "b": 1, "c": 2}, 40, 0),
    "every player has its share, and the end is kept": (dict.fromkeys("abcde", 99), 20, 0),
    "time to start and end comes off the shares of all that wait": (dict.fromkeys("abc", 99), 11, 1),
    "a player that takes long to load has another turn": ({"loads": 12, "a": 1}, 20, 0),
    "a player that isn't loaded in all of that": ({"loads": 99, "a": 1}, 20, 0),
    "no memory": ({"wrong": MemoryError(), "a": 1}, 20, 0),
    "too deep": ({"wrong": RecursionError("too deep"), "a": 1}, 20, 0),
    "a loop of links": ({"wrong": RuntimeError("Symlink loop"), "a": 1}, 20, 0),
    "an error of the file": ({"wrong": ValueError("wrong.py: can't be loaded"), "a": 1}, 20, 0),
}
"""Seconds that players need, or what goes wrong with them; how long they have; and what a turn takes besides."""


def test_turns_of_a_class(monkeypatch, clock, snapshot):
    """Turns with their seconds, how long all took, who is asked and who is left out, and what is told meanwhile."""
    monkeypatch.setattr(class_asking, "PLAYERS_AT_ONCE", 1)
    told = []
    for name, (needs, seconds, overhead) in CLASSES.items():
        clock[0], had, turns, lines = 0.0, dict.fromkeys(needs, 0.0), [], []

        def enter(file, limits, *, reading, answers, needs=needs, overhead=overhead, had=had, turns=turns):
            player, need = file.stem, needs[file.stem]
            if isinstance(need, Exception):
                raise need
            took = min(need - had[player], limits.until - clock[0])
            had[player] += took
            clock[0] += took + overhead
            turns.append(f"{player} {took:.6g}")
            answers.ended = had[player] < need
            if answers.ended and player.startswith("loads"):
                raise ValueError(f"{file}: can't be loaded: isn't loaded in time")
            return exact_entrant(player, "Python file", (0,), uniform_policy(game(dead=False).best))

        monkeypatch.setattr(class_asking, "enter_file", enter)
        files = {player: Path(f"{player}.py") for player in needs}
        found, skipped = ask_class(files, Limits(all_seconds=seconds), tell=lines.append)
        asked, left_out = [each.name for each in found], [f"{each.file}, as {each.reason}" for each in skipped]
        told += [name, f"  turns {', '.join(turns)}; together {clock[0]:g} s", f"  asked {', '.join(asked)}"]
        told += [f"  left out {each}" for each in left_out] + [f"  told {', '.join(lines)}"]
    assert "\n".join(told) == snapshot
