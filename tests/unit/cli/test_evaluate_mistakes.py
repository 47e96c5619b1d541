"""`ttt evaluate`: one line for every mistake in its files and its arguments."""

import os
from pathlib import Path

import pytest
from recordings import BOARDS, GOOD, OPEN_BOARDS, write_genomes, write_states

CENTRE_STATE = "0 0 0 0 1 0 0 0 0"
CORNER_STATE = "1 0 0 0 0 0 0 0 0"
CORNER_LINE = BOARDS.index(CORNER_STATE) + 1


def changed(line, board):
    """Our list with another board on a line, counted from 1."""
    return [*BOARDS[: line - 1], board, *BOARDS[line:]]


IMPOSSIBLE = "cannot be reached in a game"
STATES_MISTAKES = {
    "too few cells": (
        changed(3, "0 0 0"),
        "S.txt, line 3: '0 0 0' is no state; allowed: nine characters, X (or 1), O (or 2) and . (or 0)",
    ),
    "digit": (changed(5, "0 0 0 0 3 0 0 0 0"), "S.txt, line 5: '0 0 0 0 3 0 0 0 0' is no state; allowed: nine "),
    "ten signs": (changed(5, "0000000000"), "S.txt, line 5: '0000000000' is no state; allowed: nine "),
    "too many X": (
        changed(9, "1 1 0 0 0 0 0 0 0"),
        f"line 9: 1 1 0 0 0 0 0 0 0 {IMPOSSIBLE}: 2 X and 0 O, but X moves",
    ),
    "two winners": (changed(9, "1 1 1 2 2 2 0 0 0"), f"{IMPOSSIBLE}: both players have a line"),
    "O after X won": (changed(9, "1 1 1 2 2 0 2 0 0"), f"{IMPOSSIBLE}: a mark was made after the win"),
    "same board": (
        [*BOARDS, BOARDS[6]],
        f"line 766: {BOARDS[6]} is the same state, turned or mirrored, as line 7 shows",
    ),
    "same class": (
        changed(700, "0 0 0 0 0 0 0 0 1"),
        f"line 700: 0 0 0 0 0 0 0 0 1 is the same state, turned or mirrored, as line {CORNER_LINE} shows (",
    ),
    "one missing": (
        [board for board in BOARDS if board != CENTRE_STATE],
        f"S.txt lists 764 of the 765 states; missing, for example, {CENTRE_STATE}; needed are all 765 states or",
    ),
    "some finished": ([*OPEN_BOARDS, "1 1 1 2 2 0 0 0 0"], "S.txt lists 628 of the 765 states; missing, for example, "),
    "empty file": ([], "S.txt lists 0 of the 627 open states; missing, for example, 0 0 0 0 0 0 0 0 0"),
}


@pytest.mark.parametrize(("lines", "message"), STATES_MISTAKES.values(), ids=STATES_MISTAKES.keys())
def test_mistakes_in_the_states(here, refused, genomes, lines, message):
    write_genomes([["genome"], [genomes[0]]])
    write_states(lines)
    assert message in refused(*GOOD)


TAKEN = BOARDS.index(CENTRE_STATE)
GENOMES_MISTAKES = {
    "empty": (lambda good: "", "G.csv: empty file; needs a header with the column 'genome'"),
    "header alone": (lambda good: "genome\n", "G.csv: no genomes below the header"),
    "no column": (
        lambda good: f"id,genomes\n1,{good}\n",
        "G.csv: no column is called 'genome'; needs exactly one; found: 'id', 'genomes'",
    ),
    "two columns": (
        lambda good: f"Genome, GENOME\n{good},{good}\n",
        "G.csv: 2 columns are called 'genome'; needs exactly one; found: 'Genome', ' GENOME'",
    ),
    "too short": (
        lambda good: f"genome\n{good}\n{good[1:]}\n",
        "line 3: genome '{start}...' has 764 characters instead of 765, one digit for each state in S.txt",
    ),
    "letter": (
        lambda good: f"genome\n{good}\n\n{good[:99]}a{good[100:]}\n",
        "G.csv, line 4: gene 100 is 'a'; allowed are the digits 0 to 9",
    ),
    "taken cell": (
        lambda good: f"genome\n{good[:TAKEN]}4{good[TAKEN + 1 :]}\n",
        f"line 2: gene {TAKEN + 1} marks the taken cell 4 of the board {CENTRE_STATE}; free cells: 0, 1, 2, 3, 5, "
        "6, 7, 8",
    ),
    "no cell": (
        lambda good: f"genome\n9{good[1:]}\n",
        "line 2: gene 1 is 9, which is no cell of the board 0 0 0 0 0 0 0 0 0; free cells: 0, 1, 2, 3, 4, 5, 6, 7, 8",
    ),
    "line after a field of two lines": (
        lambda good: f'x,genome\n"a\nb",{good}\nc,12\n',
        "G.csv, line 4: genome '12' has 2",
    ),
    "short row": (lambda good: f"genome,x\n{good},1\n{good}\n", "G.csv, line 3: broken CSV: 1 instead of 2 fields"),
    "open quotes": (lambda good: f'genome\n{good}\n"{good}\n', "G.csv, line 3: broken CSV: unexpected end of data"),
}


@pytest.mark.parametrize(("text", "message"), GENOMES_MISTAKES.values(), ids=GENOMES_MISTAKES.keys())
def test_mistakes_in_the_genomes(here, refused, genomes, text, message):
    good = genomes[0]
    Path("G.csv").write_text(text(good))
    Path("OUT.csv").write_text("precious")
    message = message.replace("{start}", good[1:38])
    assert message in refused(*GOOD, "--output", "OUT.csv")
    assert Path("OUT.csv").read_text() == "precious"
    assert sorted(path.name for path in here.iterdir()) == ["G.csv", "OUT.csv", "S.txt"]


@pytest.mark.parametrize(("source", "alias"), [("G.csv", None), ("G.csv", "hardlink_to"), ("S.txt", "symlink_to")])
def test_an_input_is_never_overwritten(here, refused, genomes, source, alias):
    """By whatever name."""
    write_genomes([["genome"], [genomes[0]]])
    output = source if alias is None else "OUT.csv"
    if alias is not None:
        getattr(Path(output), alias)(source)
    before = Path(source).read_bytes()
    assert refused(*GOOD, "--output", output) == f"{output}: is the input {source}; allowed: another file"
    assert Path(source).read_bytes() == before


def test_an_input_without_an_end_is_not_read(here, refused):
    os.mkfifo("pipe")
    assert "File 'pipe' is not a regular file." in refused("evaluate", "pipe", *GOOD[2:])


def test_wrong_encoding(here, refused, genomes):
    Path("G.csv").write_bytes(b"genome,caf\xe9\n")
    assert refused(*GOOD) == "G.csv, line 1: byte 0xe9 is not UTF-8; save the file as UTF-8 text"


USAGE_MISTAKES = {
    "unknown command": (["evaluat"], "No such command 'evaluat'"),
    "unknown option": ([*GOOD, "--outptu", "x"], "No such option"),
    "no seat": (
        ["evaluate", "G.csv", "--states", "S.txt"],
        "Missing option '--seat'. Choose from: first, second, both",
    ),
    "unknown seat": ([*GOOD[:-1], "third"], "'third' is not one of 'first', 'second', 'both'"),
    "missing table": (["evaluate", "H.csv", *GOOD[2:]], "File 'H.csv' does not exist"),
    "output is a folder": ([*GOOD, "--output", "."], "File '.' is a directory"),
    "output in no folder": ([*GOOD, "--output", "none/OUT.csv"], "none/OUT.csv: no folder 'none' to write it to"),
    "output is a device": ([*GOOD, "--output", "/dev/null"], "/dev/null: not a regular file"),
}


@pytest.mark.parametrize(("arguments", "message"), USAGE_MISTAKES.values(), ids=USAGE_MISTAKES.keys())
def test_mistakes_in_the_command_line(here, refused, genomes, arguments, message):
    write_genomes([["genome"], [genomes[0]]])
    assert message in refused(*arguments)
    assert sorted(path.name for path in here.iterdir()) == ["G.csv", "S.txt"]
