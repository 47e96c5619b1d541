"""`ttt play`: a game against a recorded genome on a terminal."""

import io

import pytest
from click.testing import CliRunner
from recordings import write_genomes
from reference import classic as oracles

from tttcore import cli

PERFECT = "".join(map(str, oracles.perfect_genome()))


@pytest.fixture
def players(here):
    """A table of one perfect player."""
    write_genomes([["name", "genome"], ["perfect", PERFECT]])


def played(*typed, seat="first", more=()):
    arguments = ["play", "G.csv", "--states", "S.txt", "--seat", seat, *more]
    return CliRunner().invoke(cli.ttt, arguments, input="".join(f"{t}\n" for t in typed))


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize("seat", ["first", "second"])
def test_the_perfect_player_never_loses(seat):
    """Against any moves; taken cells are asked for again."""
    for start in range(9):
        result = played(*((start + 4 * k) % 9 + 1 for k in range(60)), seat=seat)
        assert result.exit_code == 0, result.output
        assert result.output.splitlines()[-1] in ("A draw.", "X wins." if seat == "first" else "O wins.")


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(("more", "lowest"), [([], 1), (["--count-from", "0"], 0)])
def test_cells_are_counted_from_one_unless_asked_otherwise(more, lowest):
    result = played(lowest + 9, "q", seat="second", more=more)
    cells = ", ".join(str(cell + lowest) for cell in range(9))
    assert f"'{lowest + 9}' is no free cell; free are {cells} (q stops)" in result.output


def test_without_an_argument_the_opponent_is_perfect_play(ttt, monkeypatch, in_a_folder_of_its_own):
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    code, out, err = ttt("play")
    assert code == 0
    assert err.startswith("Your opponent is house/perfect, which never loses; `ttt agents` lists others, such as ")
    assert "X marks " in out


@pytest.mark.parametrize(
    ("player", "more", "told"),
    [
        ("house/careful", [], "You play O and move second; `--seat second` lets you begin; q stops."),
        ("house/careful", ["--seat", "second"], "You play X and move first; q stops."),
        ("house/umg", [], "You play X and move first; q stops."),
    ],
)
def test_a_game_begins_with_both_seats(ttt, monkeypatch, in_a_folder_of_its_own, player, more, told):
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert told in ttt("play", player, *more)[1].splitlines()


@pytest.mark.usefixtures("players")
def test_a_row_that_is_not_there(refused):
    message = refused("play", "G.csv", "--states", "S.txt", "--row", "2")
    assert message == "G.csv: --row 2: there are 1 genomes; allowed: 1 to 1"
