"""A clock that passes only while a player hangs."""

from pathlib import Path

import pytest

from tttcore.classroom import class_asking, files, python_file
from tttcore.processes import limits, process


class Clock:
    """Clock that stands still while players answer, however slow the machine is; while one hangs, seconds pass."""

    def __init__(self, folder: Path):
        self.now, self._folder = 0.0, folder

    @property
    def hang(self) -> str:
        """Statements by which a program in Python says that it hangs, and hangs."""
        return f"import os, time; open({f'{self._folder}/'!r} + str(os.getppid()), 'w').close(); time.sleep(9999)"

    def own_time(self, supervisor: int, limit: float) -> "OwnTime":
        """What stands for `own_time.OwnTime`."""
        return OwnTime(self, self._folder / str(supervisor), limit)


class OwnTime:
    """Own time of a player: a second for each look at it once it has said that it hangs, else none."""

    def __init__(self, clock: Clock, said: Path, limit: float):
        self._clock, self._said, self._left = clock, said, limit

    @property
    def next_look(self) -> float:
        return self._clock.now if self._said.exists() else self._clock.now + 0.01

    def is_over(self) -> bool:
        self._clock.now += 1
        self._left -= 1
        return self._left <= 0


@pytest.fixture
def clock(monkeypatch, tmp_path_factory):
    """The clock of all limits; a player passes its time by `clock.hang`."""
    made = Clock(tmp_path_factory.mktemp("hanging"))
    monkeypatch.setattr(process, "OwnTime", made.own_time)
    for module in (class_asking, files, limits, process, python_file):
        monkeypatch.setattr(module, "monotonic", lambda: made.now)
    return made
