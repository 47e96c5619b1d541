"""Fixtures that run the command line in a folder of its own."""

import io

import pytest
from command_line import BOARDS, write_states

from tttcore import cli


@pytest.fixture
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def here(in_a_folder_of_its_own, tmp_path):
    """A folder with S.txt, our own list of states."""
    write_states(BOARDS)
    return tmp_path


@pytest.fixture
def ttt(capfd, monkeypatch):
    """Run a command line, perhaps with something typed: exit code, standard output, standard error."""

    def run(*arguments, typed=None):
        with monkeypatch.context() as patched:
            if typed is not None:
                patched.setattr("sys.stdin", io.StringIO(typed))
            code = cli.main([*map(str, arguments)])
        return code, *capfd.readouterr()

    return run


@pytest.fixture
def refused(ttt):
    """Message of a command line that is refused with exit code 2."""

    def run(*arguments):
        code, out, err = ttt(*arguments)
        assert (code, out) == (2, "")
        (line,) = err.splitlines()
        assert line.startswith("ttt: error: ")
        return line.removeprefix("ttt: error: ")

    return run


@pytest.fixture(scope="session")
def genomes(random_genes):
    """Six genomes as text, one of them with leading zeros."""
    texts = ["".join(map(str, genome)) for genome in random_genes(6, "cli").tolist()]
    return ["0" + texts[0][1:], *texts[1:]]
