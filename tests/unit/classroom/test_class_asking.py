"""Parts of a common time, on a clock of the test: quick players leave theirs, slow ones get all that is left."""

from pathlib import Path
from time import monotonic

import pytest

from tttcore.classroom import class_asking
from tttcore.classroom import limits as times
from tttcore.classroom.class_asking import ask_class
from tttcore.classroom.entrant import exact_entrant
from tttcore.classroom.limits import Limits
from tttcore.classroom.process import Process
from tttcore.players.policy import game, uniform_policy


@pytest.fixture
def asked(monkeypatch):
    """`asked(needs, seconds)`: turns of players with such needs of time, in their order; how long it took; results."""
    now = [0.0]
    for module in (times, class_asking):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])
    monkeypatch.setattr(class_asking, "PLAYERS_AT_ONCE", 1)

    def ask(needs, seconds, overhead=0):
        now[0], had, turns = 0.0, dict.fromkeys(needs, 0.0), []

        def enter(file, limits, *, count_from, answers):
            name, need = file.stem, needs[file.stem]
            if isinstance(need, Exception):
                raise need
            took = min(need - had[name], limits.until - now[0])
            had[name] += took
            now[0] += took + overhead
            turns.append((name, round(took, 6)))
            answers.ended = had[name] < need
            if answers.ended and name.startswith("loads"):
                raise ValueError(f"{file}: can't be loaded: isn't loaded in time")
            return exact_entrant(name, "Python file", (0,), uniform_policy(game(dead=False).best))

        monkeypatch.setattr(class_asking, "enter_file", enter)
        lines = []
        found = ask_class({name: Path(f"{name}.py") for name in needs}, Limits(all_seconds=seconds), tell=lines.append)
        return turns, now[0], found, lines

    return ask


def test_slow_players_get_all_that_quick_ones_leave(asked):
    turns, took, (found, skipped), lines = asked({"a": 1, "slow": 99, "b": 1, "c": 2}, 40)
    assert turns == [("a", 1), ("slow", 10), ("b", 1), ("c", 2), ("slow", 26)]
    assert took == 40
    assert [each.name for each in found] == ["a", "slow", "b", "c"]
    assert skipped == []
    assert lines == ["a: asked", "slow: needs more time", "b: asked", "c: asked", "slow: needs more time"]


def test_every_player_has_its_share_and_the_end_is_kept(asked):
    turns, took, _, _ = asked(dict.fromkeys("abcde", 99), 20)
    assert turns == [(name, 4) for name in "abcde"]
    assert took == 20


def test_time_to_start_and_end_comes_off_the_shares_of_all_that_wait(asked):
    turns, took, _, _ = asked(dict.fromkeys("abc", 99), 11, overhead=1)
    assert turns == [("a", 3.666667), ("b", 3.166667), ("c", 2.166667)]
    assert took == 12


def test_a_player_that_takes_long_to_load_has_another_turn(asked):
    _, took, (found, skipped), _ = asked({"loads": 12, "a": 1}, 20)
    assert took == 13
    assert [each.name for each in found] == ["loads", "a"]
    assert skipped == []
    _, took, (found, skipped), _ = asked({"loads": 99, "a": 1}, 20)
    assert took == 20
    assert [(each.file, each.reason) for each in skipped] == [("loads.py", "can't be loaded: isn't loaded in time")]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (MemoryError(), "MemoryError"),
        (RecursionError("too deep"), "too deep"),
        (RuntimeError("Symlink loop"), "Symlink loop"),
        (ValueError("wrong.py: can't be loaded"), "can't be loaded"),
    ],
)
def test_whatever_goes_wrong_with_a_player_the_others_go_on(asked, error, reason):
    _, took, (found, skipped), _ = asked({"wrong": error, "a": 1}, 20)
    assert took == 1
    assert [each.name for each in found] == ["a"]
    assert [(each.file, each.reason) for each in skipped] == [("wrong.py", reason)]


@pytest.mark.usefixtures("no_process_left")
@pytest.mark.parametrize("program", ["sleep 99", "yes >&2"])
def test_no_process_is_waited_for_after_its_turn(program):
    """Although it would have an hour for its move."""
    process = Process(["sh", "-c", program], until=monotonic() + 0.1)
    with pytest.raises(ValueError, match=r"^the time for all positions was over; it has written nothing"):
        process.line(3600)
    process.kill()
