"""Sessions of `ttt rl game` that end early, and what they show meanwhile."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from programs import TTT, run
from rl_game import CLASSIC, ENDED, GAME, RECIPE, first_lines, played

from tttcore.classroom import rl_command
from tttcore.engines.tabular import session
from tttcore.engines.tabular.recipe import AS_DESCRIBED, build_recipe

pytestmark = pytest.mark.usefixtures("in_a_folder_of_its_own")


@pytest.mark.needs_jit
def test_the_end_of_input():
    """The policy is there all the same."""
    code, out, err = run(*GAME, "-i", "50")
    assert (code, err) == (2, [f"{CLASSIC.parent}: this new folder keeps the bots", ENDED])
    assert out[-1].endswith("x and y, from -1 to 1: ")
    assert CLASSIC.exists()


class OnTerminal:
    """A session as a process whose messages go to a terminal, 80 columns wide."""

    def __init__(self, *arguments):
        self.terminal, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen([*TTT, *GAME, *arguments], stdout=subprocess.PIPE, stderr=inner)
        os.close(inner)
        self.shown = ""

    def read(self):
        """True if anything more was shown."""
        assert select.select([self.terminal], [], [], 120)[0]
        try:
            more = os.read(self.terminal, 4096)
        except OSError:  # the other end is closed
            more = b""
        self.shown += more.decode()
        return bool(more)

    def read_until(self, pattern):
        while not re.search(pattern, self.shown):
            assert self.read()

    def end(self):
        """Exit code, standard output, last message."""
        while self.read():
            pass
        os.close(self.terminal)
        out = self.process.communicate(timeout=60)[0]
        return self.process.returncode, out.decode(), re.split(r"[\r\n]+", self.shown.strip())[-1]


@pytest.mark.needs_jit
def test_a_bar_on_a_terminal():
    session = OnTerminal("-i", "300000", "--no-play")
    session.read_until(r"training: +[0-9]+%")
    code, out, _ = session.end()
    assert (code, out.count("\n")) == (0, 4)


def interrupted():
    """Message of a session that is interrupted when it has trained a little."""
    session = OnTerminal("-i", str(10**9), "--no-play")
    while len(set(re.findall(r"([0-9][0-9.]*[kM]?)/1\.00G", session.shown))) < 2:  # it began with those that were kept
        assert session.read()
    session.process.send_signal(signal.SIGINT)
    code, out, said = session.end()
    assert (code, out) == (130, "")
    return said


def games_kept(said):
    pattern = rf"{CLASSIC}\.unfinished: ([0-9,]+) of 1,000,000,000 games; the same command continues from there"
    return int(re.fullmatch(pattern, said)[1].replace(",", ""))


@pytest.mark.needs_jit
def test_an_interruption_keeps_what_was_learnt():
    assert games_kept(interrupted()) > 0
    assert not CLASSIC.exists()


@pytest.mark.needs_jit
def test_an_interrupted_session_ends_as_if_nothing_had_happened(monkeypatch):
    stops = iter([False, False, True])
    monkeypatch.setattr(session, "SLICE_SECONDS", 0)
    with monkeypatch.context() as patched:
        patched.setattr(rl_command, "_stoppable", contextmanager(lambda: iter([lambda: next(stops)])))
        result = played("-i", "100", "--no-play")
    assert result.exit_code == 1
    assert f"{CLASSIC}.unfinished: 3 of 100 games; the same command continues from there" in result.output
    lines = first_lines("-i", "100", "--no-play")
    assert lines.pop(0) == f"{CLASSIC}: continuing an interrupted session after 3 games"
    assert lines == first_lines("-i", "100", "--no-play", "--policy", "whole")[:3]
    assert CLASSIC.read_bytes() == Path("whole").read_bytes()


def test_another_session_does_not_touch_what_was_left(refused):
    recipe = build_recipe({**AS_DESCRIBED, **RECIPE}, "test")
    learner = session.load_or_create(CLASSIC, recipe, np.array([1], np.uint64))
    session.train(learner, 100, CLASSIC, stop=lambda: True)
    left = session.checkpoint_of(CLASSIC)
    before = left.read_bytes()
    message = refused(*GAME, "-i", "200")
    assert message.startswith(f"{left}: left by another session: games is 100, asked for 200; ask for the same to go")
    assert left.read_bytes() == before
