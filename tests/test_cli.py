"""The `ttt` command: what it writes, and one line for every mistake."""

import csv
import io
import subprocess
import sys
from pathlib import Path

import oracles
import pytest

import tttcore
from tttcore import cli
from tttcore.players.genome import SEATS

RUN = [sys.executable, "-c", "import sys; from tttcore.cli import main; sys.exit(main())"]
BOARDS = [" ".join(map(str, board)) for board in oracles.game_base()]
OPEN_BOARDS = [" ".join(map(str, board)) for board in oracles.game_base() if not oracles.winner(board)]
CENTRE_STATE = "0 0 0 0 1 0 0 0 0"
CORNER_STATE = "1 0 0 0 0 0 0 0 0"
CORNER_LINE = BOARDS.index(CORNER_STATE) + 1


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


@pytest.fixture(scope="session")
def genomes(random_genes):
    """Six genomes as text, one of them with leading zeros."""
    texts = ["".join(map(str, genome)) for genome in random_genes(6, "cli").tolist()]
    texts[0] = "0" + texts[0][1:]
    return texts


def write_states(lines, name="S.txt"):
    Path(name).write_text("".join(f"{line}\n" for line in lines))


def write_genomes(rows, name="G.csv"):
    with Path(name).open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


def evaluate(ttt, *, seat="first", more=()):
    return ttt("evaluate", "G.csv", "--states", "S.txt", "--seat", seat, *more)


def refusal(answer):
    """The message of a command line that was refused as it should be."""
    code, out, err = answer
    assert code == 2
    assert out == ""
    assert err.startswith("ttt: error: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.removeprefix("ttt: error: ").rstrip("\n")


def table(text):
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def expected_results(text, seat):
    genome = [int(digit) for digit in text]
    wins = losses = draws = 0
    for played, won, lost in [
        ("first", oracles.X_WINS, oracles.O_WINS),
        ("second", oracles.O_WINS, oracles.X_WINS),
    ]:
        if seat in (played, "both"):
            ends = oracles.outcomes(genome, played)
            wins, losses, draws = wins + ends[won], losses + ends[lost], draws + ends[oracles.DRAW]
    return [str(wins), str(losses), str(draws), repr(losses / (wins + losses + draws))]


@pytest.mark.parametrize("seat", SEATS)
def test_results_are_appended(here, ttt, genomes, seat):
    write_genomes([["id", "genome"], *([f"{i:03}", text] for i, text in enumerate(genomes))])
    code, out, err = evaluate(ttt, seat=seat)
    assert (code, err) == (0, "")
    assert table(out) == [
        ["id", "genome", "wins", "losses", "draws", "fitness"],
        *([f"{i:03}", text, *expected_results(text, seat)] for i, text in enumerate(genomes)),
    ]


def test_other_columns_stay_as_they_are(here, ttt, genomes):
    odd = ["007", "NA", "", " 1.50 ", 'say "x"', "a,b", "two\nlines", "é"]
    header = ["a", "a", "", " GENOME ", *(f"c{i}" for i in range(5))]
    write_genomes([header, [*odd[:3], f" {genomes[0]} ", *odd[3:]]])
    code, out, _ = evaluate(ttt)
    assert code == 0
    head, row = table(out)
    assert head == [*header, "wins", "losses", "draws", "fitness"]
    assert row == [*odd[:3], f" {genomes[0]} ", *odd[3:], *expected_results(genomes[0], "first")]
    assert genomes[0].startswith("0")


def test_columns_that_are_called_like_results_are_kept(here, ttt, genomes):
    write_genomes([["fitness", "Genome", "wins", "wins_input", "Losses"], ["0.5", genomes[0], "a", "b", "c"]])
    code, out, _ = evaluate(ttt)
    assert code == 0
    head, row = table(out)
    assert head[:5] == ["fitness_input", "Genome", "wins_input_input", "wins_input", "Losses"]
    assert head[5:] == ["wins", "losses", "draws", "fitness"]
    assert row[:5] == ["0.5", genomes[0], "a", "b", "c"]


@pytest.mark.parametrize("placeholder", "09")
def test_finished_states_take_any_digit_or_are_left_out(here, ttt, genomes, placeholder):
    over = [bool(oracles.winner(board)) for board in oracles.game_base()]
    write_genomes([["genome"], ["".join(placeholder if end else d for d, end in zip(genomes[1], over, strict=True))]])
    assert table(evaluate(ttt)[1])[1][1:] == expected_results(genomes[1], "first")
    write_states(OPEN_BOARDS)
    write_genomes([["genome"], ["".join(d for d, end in zip(genomes[1], over, strict=True) if not end)]])
    assert table(evaluate(ttt)[1])[1][1:] == expected_results(genomes[1], "first")


def test_byte_order_mark_crlf_and_empty_lines(here, ttt, genomes):
    Path("G.csv").write_bytes(f"\ufeffgenome,x\r\n\r\n{genomes[0]},1\r\n\r\n".encode())
    code, out, _ = evaluate(ttt)
    assert code == 0
    assert table(out)[1] == [genomes[0], "1", *expected_results(genomes[0], "first")]


def test_output_file_equals_standard_output(here, ttt, genomes):
    write_genomes([["genome", "x"], [genomes[0], "é"]])
    shown = evaluate(ttt)[1]
    assert evaluate(ttt, more=["--output", "OUT.csv"]) == (0, "", "")
    assert Path("OUT.csv").read_text(encoding="utf-8") == shown
    assert evaluate(ttt, more=["--output", "G.csv"]) == (0, "", "")
    assert Path("G.csv").read_text(encoding="utf-8") == shown
    assert sorted(path.name for path in here.iterdir()) == ["G.csv", "OUT.csv", "S.txt"]


def changed(line, board):
    """Our list with another board on a line, counted from 1."""
    return [*BOARDS[: line - 1], board, *BOARDS[line:]]


IMPOSSIBLE = "cannot be reached in a game"
STATES_MISTAKES = {
    "too few cells": (changed(3, "0 0 0"), "S.txt, line 3: '0 0 0' has 3 instead of 9 cells; a state is nine digits"),
    "too many cells": (changed(3, "0 " * 10), "line 3: '0 0 0 0 0 0 0 0 0 0 ' has 10 instead of 9 cells"),
    "no spaces": (changed(1, "000000000"), "line 1: '000000000' has 1 instead of 9 cells"),
    "empty line": (["", *BOARDS], "line 1: '' has 0 instead of 9 cells"),
    "digit": (
        changed(5, "0 0 0 0 3 0 0 0 0"),
        "line 5: '3' in '0 0 0 0 3 0 0 0 0'; allowed are 0 (empty), 1 (X) and 2 (O)",
    ),
    "letter": (changed(5, "0 0 0 0 X 0 0 0 0"), "line 5: 'X' in '0 0 0 0 X 0 0 0 0'; allowed are 0 (empty), 1 (X)"),
    "too many X": (
        changed(9, "1 1 0 0 0 0 0 0 0"),
        f"line 9: 1 1 0 0 0 0 0 0 0 {IMPOSSIBLE}: 2 X and 0 O, but X moves",
    ),
    "O first": (changed(9, "2 0 0 0 0 0 0 0 0"), f"line 9: 2 0 0 0 0 0 0 0 0 {IMPOSSIBLE}: 0 X and 1 O, but X moves"),
    "two winners": (changed(9, "1 1 1 2 2 2 0 0 0"), f"{IMPOSSIBLE}: both players have a line"),
    "O after X won": (changed(9, "1 1 1 2 2 0 2 0 0"), f"{IMPOSSIBLE}: a mark was made after the win"),
    "X after O won": (changed(9, "2 2 2 1 1 0 1 1 0"), f"{IMPOSSIBLE}: a mark was made after the win"),
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
    "one open missing": (
        [board for board in OPEN_BOARDS if board != CENTRE_STATE],
        f"S.txt lists 626 of the 627 open states; missing, for example, {CENTRE_STATE}; needed are",
    ),
    "some finished": ([*OPEN_BOARDS, "1 1 1 2 2 0 0 0 0"], "S.txt lists 628 of the 765 states; missing, for example, "),
    "one finished for an open one": (
        [*OPEN_BOARDS[1:], "1 1 1 2 2 0 0 0 0"],
        "S.txt lists 627 of the 765 states; missing, for example, 0 0 0 0 0 0 0 0 0;",
    ),
    "empty file": ([], "S.txt lists 0 of the 627 open states; missing, for example, 0 0 0 0 0 0 0 0 0"),
}


@pytest.mark.parametrize(("lines", "message"), STATES_MISTAKES.values(), ids=STATES_MISTAKES.keys())
def test_mistakes_in_the_states(here, ttt, genomes, lines, message):
    write_genomes([["genome"], [genomes[0]]])
    write_states(lines)
    assert message in refusal(evaluate(ttt))


TAKEN = BOARDS.index(CENTRE_STATE)
GENOMES_MISTAKES = {
    "empty": (lambda good: "", "G.csv: empty file; needs a header with the column 'genome'"),
    "only empty lines": (lambda good: "\n\n", "G.csv: empty file"),
    "no column": (
        lambda good: f"id,genomes\n1,{good}\n",
        "G.csv: no column is called 'genome'; needs exactly one; found: 'id', 'genomes'",
    ),
    "two columns": (
        lambda good: f"Genome, GENOME\n{good},{good}\n",
        "G.csv: 2 columns are called 'genome'; needs exactly one; found: 'Genome', ' GENOME'",
    ),
    "no genomes": (lambda good: "genome\n\n", "G.csv: no genomes below the header"),
    "too short": (
        lambda good: f"genome\n{good}\n{good[1:]}\n",
        "line 3: genome '{start}...' has 764 characters instead of 765, one digit for each state in S.txt",
    ),
    "too long": (lambda good: f"genome\n{good}9\n", "line 2: genome "),
    "missing": (lambda good: f"genome,x\n{good},1\n,2\n", "line 3: genome '' has 0 characters instead of 765"),
    "letter": (
        lambda good: f"genome\n{good}\n\n{good[:99]}a{good[100:]}\n",
        "G.csv, line 4: gene 100 is 'a'; allowed are the digits 0 to 9",
    ),
    "letter at a finished state": (lambda good: f"genome\n{good[:-1]}-\n", "G.csv, line 2: gene 765 is '-'; allowed"),
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
    "long row": (lambda good: f"genome,x\n{good},1,2\n", "G.csv, line 2: broken CSV: 3 instead of 2 fields"),
    "open quotes": (lambda good: f'genome\n{good}\n"{good}\n', "G.csv, line 3: broken CSV: unexpected end of data"),
    "text after quotes": (lambda good: f'genome\n"{good}"9\n', "G.csv, line 2: broken CSV: "),
}


@pytest.mark.parametrize(("text", "message"), GENOMES_MISTAKES.values(), ids=GENOMES_MISTAKES.keys())
def test_mistakes_in_the_genomes(here, ttt, genomes, text, message):
    good = genomes[0]
    Path("G.csv").write_text(text(good))
    Path("OUT.csv").write_text("precious")
    message = message.replace("{start}", good[1:38])
    assert message in refusal(evaluate(ttt))
    assert message in refusal(evaluate(ttt, more=["--output", "OUT.csv"]))
    assert Path("OUT.csv").read_text() == "precious"
    assert sorted(path.name for path in here.iterdir()) == ["G.csv", "OUT.csv", "S.txt"]


def test_wrong_encoding(here, ttt, genomes):
    Path("G.csv").write_bytes(b"genome,caf\xe9\n")
    assert refusal(evaluate(ttt)) == "G.csv, line 1: byte 0xe9 is not UTF-8; save the file as UTF-8 text"
    Path("G.csv").write_text(f"genome\n{genomes[0]}\n", encoding="utf-16")
    assert "is not UTF-8" in refusal(evaluate(ttt))
    write_genomes([["genome"], [genomes[0]]])
    Path("S.txt").write_bytes(b"0 0 0 0 0 0 0 0 0\n\xff\n")
    assert refusal(evaluate(ttt)) == "S.txt, line 2: byte 0xff is not UTF-8; save the file as UTF-8 text"


GOOD = ["evaluate", "G.csv", "--states", "S.txt", "--seat", "first"]
USAGE_MISTAKES = {
    "no command": ([], "Missing command"),
    "unknown command": (["evaluat"], "No such command 'evaluat'"),
    "unknown option": ([*GOOD, "--outptu", "x"], "No such option"),
    "no genomes": (["evaluate", "--states", "S.txt", "--seat", "first"], "Missing argument 'GENOMES.csv'"),
    "no states": (["evaluate", "G.csv", "--seat", "first"], "Missing option '--states'"),
    "no seat": (
        ["evaluate", "G.csv", "--states", "S.txt"],
        "Missing option '--seat'. Choose from: first, second, both",
    ),
    "unknown seat": ([*GOOD[:-1], "third"], "'third' is not one of 'first', 'second', 'both'"),
    "two tables": ([*GOOD, "H.csv"], "unexpected extra argument"),
    "missing table": (["evaluate", "H.csv", *GOOD[2:]], "File 'H.csv' does not exist"),
    "missing states": ([*GOOD[:2], "--states", "T.txt", *GOOD[4:]], "File 'T.txt' does not exist"),
    "folder as table": (["evaluate", ".", *GOOD[2:]], "File '.' is a directory"),
    "output is a folder": ([*GOOD, "--output", "."], "File '.' is a directory"),
    "output in no folder": ([*GOOD, "--output", "none/OUT.csv"], "none/OUT.csv: no folder 'none' to write it to"),
    "output below a file": ([*GOOD, "--output", "S.txt/OUT.csv"], "S.txt/OUT.csv"),
    "output is a device": ([*GOOD, "--output", "/dev/null"], "/dev/null: not a regular file"),
}


@pytest.mark.parametrize(("arguments", "message"), USAGE_MISTAKES.values(), ids=USAGE_MISTAKES.keys())
def test_mistakes_in_the_command_line(here, ttt, genomes, arguments, message):
    write_genomes([["genome"], [genomes[0]]])
    assert message in refusal(ttt(*arguments))
    assert sorted(path.name for path in here.iterdir()) == ["G.csv", "S.txt"]


def test_a_failed_write_leaves_the_old_output(here, ttt, genomes, monkeypatch):
    write_genomes([["genome"], [genomes[0]]])
    Path("OUT.csv").write_text("precious")

    def lines(header, columns):
        yield "genome\n"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cli, "_csv_lines", lines)
    message = refusal(evaluate(ttt, more=["--output", "OUT.csv"]))
    assert message == "OUT.csv: cannot be written: No space left on device"
    assert Path("OUT.csv").read_text() == "precious"
    assert sorted(path.name for path in here.iterdir()) == ["G.csv", "OUT.csv", "S.txt"]


def test_a_reader_that_leaves_early_hears_nothing(here, genomes):
    write_genomes([["genome"], *([text] for text in genomes * 200)])
    with subprocess.Popen([*RUN, *GOOD], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"genome,wins,losses,draws,fitness\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == cli.BROKEN_PIPE


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--help"], ["Usage: ttt", "evaluate"]),
        (["evaluate", "--help"], ["GENOMES.csv", "STATES.txt", "--seat", "765", "Example"]),
    ],
)
def test_help(ttt, arguments, words):
    code, out, err = ttt(*arguments)
    assert (code, err) == (0, "")
    assert [word for word in words if word not in out] == []


def test_version(ttt):
    assert ttt("--version") == (0, f"ttt {tttcore.__version__}\n", "")


def test_seats_are_those_of_the_evaluator():
    assert cli.SEATS == SEATS


def test_help_loads_nothing_heavy():
    program = "import sys, tttcore.cli; print(sorted({'numba', 'numpy', 'pandas', 'scipy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
