"""`ttt evaluate`: results, atomic output, and one line for every mistake in its files and its arguments."""

import csv
import io
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from command_line import BOARDS, TTT, write_genomes, write_states
from helpers.texts import transcript
from reference import classic as oracles

from tttcore import cli
from tttcore.cli import genomes as commands
from tttcore.games.position import SEAT_INDICES

GOOD = ["evaluate", "G.csv", "--states", "S.txt", "--seat", "first"]
OVER = [bool(oracles.winner(board)) for board in oracles.game_base()]
OPEN_BOARDS = [board for board, over in zip(BOARDS, OVER, strict=True) if not over]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def expected_results(text, seat="first"):
    """Wins, losses and draws against all games, and the fitness."""
    counts = np.zeros(3, int)
    for played, own in (("first", (oracles.X_WINS, oracles.O_WINS)), ("second", (oracles.O_WINS, oracles.X_WINS))):
        if seat in (played, "both"):
            ends = oracles.outcomes([*map(int, text)], played)
            counts += [ends[end] for end in (*own, oracles.DRAW)]
    return [*map(str, counts), repr(float(counts[1] / counts.sum()))]


@pytest.fixture
def table(here, ttt):
    """Function from rows of genomes to the rows that are printed."""

    def evaluated(rows, seat="first"):
        write_genomes(rows)
        code, out, err = ttt(*GOOD[:-1], seat)
        assert (code, err) == (0, "")
        return list(csv.reader(io.StringIO(out, newline=""), strict=True))

    return evaluated


@pytest.mark.parametrize("seat", SEAT_INDICES)
def test_results_are_appended(table, genomes, seat):
    assert table([["id", "genome"], *([f"{i:03}", text] for i, text in enumerate(genomes))], seat) == [
        ["id", "genome", "wins", "losses", "draws", "fitness"],
        *([f"{i:03}", text, *expected_results(text, seat)] for i, text in enumerate(genomes)),
    ]


def test_other_columns_stay_as_they_are(table, genomes):
    odd = ["007", "NA", "", " 1.50 ", 'say "x"', "a,b", "two\nlines", "é"]
    header = ["a", "a", "", " GENOME ", *(f"c{i}" for i in range(5))]
    row = [*odd[:3], f" {genomes[0]} ", *odd[3:]]
    results = ["wins", "losses", "draws", "fitness"]
    assert table([header, row]) == [[*header, *results], [*row, *expected_results(genomes[0])]]
    assert genomes[0].startswith("0")


def test_columns_that_are_called_like_results_are_kept(table, genomes):
    row = ["0.5", genomes[0], "a", "b", "c"]
    kept = ["fitness_input", "Genome", "wins_input_input", "wins_input", "Losses"]
    found = table([["fitness", "Genome", "wins", "wins_input", "Losses"], row])
    assert (found[0], found[1][:5]) == ([*kept, "wins", "losses", "draws", "fitness"], row)


def test_states_may_be_written_in_any_way(table, genomes):
    rows = [["genome"], *([genome] for genome in genomes)]
    expected = table(rows)
    compact = [board.replace(" ", "") for board in BOARDS]
    ways = [[board.translate(str.maketrans("012", signs)) for board in compact] for signs in ("012", ".XO", " xo")]
    ways += [[board.replace(" ", ",") for board in BOARDS], [str(int(board)) for board in compact]]  # no leading zeros
    for lines in ways:
        write_states(lines)
        assert table(rows) == expected


def test_finished_states_take_any_digit_or_are_left_out(table, genomes):
    for placeholder in ("0", "9"):
        text = "".join(placeholder if end else digit for digit, end in zip(genomes[1], OVER, strict=True))
        assert table([["genome"], [text]])[1][1:] == expected_results(genomes[1])
    write_states(OPEN_BOARDS)
    text = "".join(digit for digit, end in zip(genomes[1], OVER, strict=True) if not end)
    assert table([["genome"], [text]])[1][1:] == expected_results(genomes[1])


def test_output_file_equals_standard_output(here, ttt, genomes):
    write_genomes([["genome", "x"], [genomes[0], "é"]])
    shown = ttt(*GOOD)[1]
    for _ in range(2):
        assert ttt(*GOOD, "--output", "OUT.csv") == (0, "", "")
        assert Path("OUT.csv").read_text(encoding="utf-8") == shown
    assert names(here) == ["G.csv", "OUT.csv", "S.txt"]


def test_a_failed_write_leaves_the_old_output(here, refused, genomes, monkeypatch):
    write_genomes([["genome"], [genomes[0]]])
    Path("OUT.csv").write_text("precious")

    def full(columns):
        yield columns[0]
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(commands, "zip", lambda *columns, strict: full(columns), raising=False)
    assert refused(*GOOD, "--output", "OUT.csv") == "OUT.csv: cannot be written: No space left on device"
    assert Path("OUT.csv").read_text() == "precious"
    assert names(here) == ["G.csv", "OUT.csv", "S.txt"]


def test_a_closed_pipe_is_no_error_message(here, genomes):
    write_genomes([["genome"], *([text] for text in genomes * 200)])
    with subprocess.Popen([*TTT, *GOOD], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"genome,wins,losses,draws,fitness\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == cli.BROKEN_PIPE


CENTRE = "0 0 0 0 1 0 0 0 0"
TAKEN = BOARDS.index(CENTRE)


def changed(line, board):
    """Our list with another board on a line, counted from 1."""
    return [*BOARDS[: line - 1], board, *BOARDS[line:]]


def test_mistakes_in_the_states(here, ttt, genomes, snapshot):
    write_genomes([["genome"], [genomes[0]]])
    told = []
    for name, lines in {
        "too few cells": changed(3, "0 0 0"),
        "digit": changed(5, "0 0 0 0 3 0 0 0 0"),
        "ten signs": changed(5, "0000000000"),
        "too many X": changed(9, "1 1 0 0 0 0 0 0 0"),
        "two winners": changed(9, "1 1 1 2 2 2 0 0 0"),
        "O after X won": changed(9, "1 1 1 2 2 0 2 0 0"),
        "same board": [*BOARDS, BOARDS[6]],
        "same class": changed(700, "0 0 0 0 0 0 0 0 1"),
        "one missing": [board for board in BOARDS if board != CENTRE],
        "some finished": [*OPEN_BOARDS, "1 1 1 2 2 0 0 0 0"],
        "empty file": [],
    }.items():
        write_states(lines)
        told += [name, transcript(ttt, " ".join(GOOD))]
    assert "\n".join(told) == snapshot


def test_mistakes_in_the_genomes(here, ttt, genomes, snapshot):
    """They leave the old output and nothing else."""
    good, told = genomes[0], []
    Path("OUT.csv").write_text("precious")
    for name, text in {
        "empty": "",
        "header alone": "genome\n",
        "no column": f"id,genomes\n1,{good}\n",
        "two columns": f"Genome, GENOME\n{good},{good}\n",
        "too short": f"genome\n{good}\n{good[1:]}\n",
        "letter": f"genome\n{good}\n\n{good[:99]}a{good[100:]}\n",
        "taken cell": f"genome\n{good[:TAKEN]}4{good[TAKEN + 1 :]}\n",
        "no cell": f"genome\n9{good[1:]}\n",
        "line after a field of two lines": f'x,genome\n"a\nb",{good}\nc,12\n',
        "short row": f"genome,x\n{good},1\n{good}\n",
        "open quotes": f'genome\n{good}\n"{good}\n',
        "encoding": b"genome,caf\xe9\n",
    }.items():
        Path("G.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
        told += [name, transcript(ttt, " ".join([*GOOD, "--output OUT.csv"])).replace(good[1:38], "GENES")]
        assert Path("OUT.csv").read_text() == "precious"
    assert names(here) == ["G.csv", "OUT.csv", "S.txt"]
    assert "\n".join(told) == snapshot


@pytest.mark.parametrize(("source", "alias"), [("G.csv", ""), ("G.csv", "hardlink_to"), ("S.txt", "symlink_to")])
def test_an_input_is_never_overwritten(here, refused, genomes, source, alias):
    """By whatever name."""
    write_genomes([["genome"], [genomes[0]]])
    output = "OUT.csv" if alias else source
    if alias:
        getattr(Path(output), alias)(source)
    before = Path(source).read_bytes()
    assert refused(*GOOD, "--output", output) == f"{output}: is the input {source}; allowed: another file"
    assert Path(source).read_bytes() == before


def test_mistakes_in_the_command_line(here, ttt, genomes, snapshot):
    """An input without an end isn't read."""
    write_genomes([["genome"], [genomes[0]]])
    os.mkfifo("pipe")
    usual = " ".join(GOOD)
    mistakes = [
        "evaluate G.csv --states S.txt", "evaluate G.csv --states S.txt --seat third",
        usual.replace("G.csv", "H.csv"), usual.replace("G.csv", "pipe"),
        *(f"{usual} --output {file}" for file in (".", "none/OUT.csv")),
    ]  # fmt: skip
    assert transcript(ttt, *mistakes) == snapshot
    assert names(here) == ["G.csv", "S.txt", "pipe"]
