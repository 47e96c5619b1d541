"""Own time of players: it grows as they compute or sleep, not as others take the cores."""

import sys
from itertools import count

import pytest

from tttcore.classroom import own_time
from tttcore.classroom.own_time import MAX_WALL_FACTOR, OwnTime
from tttcore.classroom.process import Process

pytestmark = pytest.mark.usefixtures("no_process_left")
LIMIT = 10.0


@pytest.fixture
def late(monkeypatch):
    """`late(share, compute)`: seconds after which a player is late that gets this share of a core, and looks at it."""

    def until(share, compute):
        now = [0.0]
        monkeypatch.setattr(own_time, "monotonic", lambda: now[0])
        monkeypatch.setattr(own_time, "_state", lambda _: (7 + now[0] * share, compute))
        time = OwnTime(0, LIMIT)
        for looks in count(1):
            now[0] = time.next_look
            if time.is_over():
                return now[0], looks

    return until


def test_who_has_a_core_is_late_at_the_limit(late):
    assert late(1.0, compute=True) == (pytest.approx(LIMIT), own_time.POLLS)


def test_who_sleeps_is_late_at_the_limit(late):
    assert late(0.0, compute=False) == (pytest.approx(LIMIT), own_time.POLLS)


def test_who_gets_a_third_of_a_core_has_three_times_as_long(late):
    """But for the first look, before which all time counts."""
    assert late(1 / 3, compute=True)[0] == pytest.approx(3 * LIMIT, abs=LIMIT / 10 + own_time.LAST_POLL)


def test_who_computes_on_two_cores_has_half_the_time(late):
    assert late(2.0, compute=True)[0] == pytest.approx(LIMIT / 2, abs=LIMIT / 20)


def test_who_gets_nothing_is_late_in_the_end(late):
    assert late(0.0, compute=True)[0] == pytest.approx(MAX_WALL_FACTOR * LIMIT, abs=LIMIT / 20)


def test_time_passes_where_the_supervisor_has_ended():
    process = Process(["true"])
    process.kill()
    assert own_time._state(process._supervisor.pid) == (0, False)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who waits for a core")
@pytest.mark.parametrize(
    ("program", "computes"),
    [
        ("while True: pass", True),
        ("import threading; threading.Thread(target=max, args=[iter(int, 1)]).start()", True),
        ("import os\nif os.fork(): os.wait()\nwhile True: pass", True),
        ("input()", False),
    ],
    ids=["process", "thread", "child", "waiting"],
)
def test_a_process_computes_if_any_thread_of_it_or_its_children_does(program, computes):
    process = Process([sys.executable, "-S", "-c", f"print(1)\n{program}"])
    try:
        assert process.line(20) == "1"
        for _ in range(1000):  # until it has got so far
            cpu, found = own_time._state(process._supervisor.pid)
            if found == computes and (cpu > 0 or not computes):
                break
        assert found == computes
    finally:
        process.kill()
