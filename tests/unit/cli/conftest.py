"""Fixtures that run the command line in a folder of its own."""

import pytest
from recordings import BOARDS, write_states

from tttcore import cli


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with S.txt, our own list of states."""
    monkeypatch.chdir(tmp_path)
    write_states(BOARDS)
    return tmp_path


@pytest.fixture
def ttt(capfd):
    """Run a command line: exit code, standard output, standard error."""

    def run(*arguments):
        code = cli.main(list(arguments))
        return code, *capfd.readouterr()

    return run


@pytest.fixture
def refused(ttt):
    """Message of a command line that is refused with exit code 2."""

    def run(*arguments):
        code, out, err = ttt(*arguments)
        assert code == 2
        assert out == ""
        assert err.startswith("ttt: error: ")
        assert err.endswith("\n")
        assert err.count("\n") == 1
        return err.removeprefix("ttt: error: ").rstrip("\n")

    return run


@pytest.fixture(scope="session")
def genomes(random_genes):
    """Six genomes as text, one of them with leading zeros."""
    texts = ["".join(map(str, genome)) for genome in random_genes(6, "cli").tolist()]
    texts[0] = "0" + texts[0][1:]
    return texts


@pytest.fixture
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
