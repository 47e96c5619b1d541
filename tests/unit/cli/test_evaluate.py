"""`ttt evaluate`: results and atomic output."""

import csv
import io
import subprocess
from pathlib import Path

import pytest
from programs import TTT
from recordings import BOARDS, GOOD, OPEN_BOARDS, write_genomes, write_states
from reference import classic as oracles

from tttcore import cli
from tttcore.cli import genomes as commands
from tttcore.games.position import SEAT_INDICES


def evaluate(ttt, *, seat="first", more=()):
    return ttt(*GOOD[:-1], seat, *more)


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


@pytest.mark.parametrize("seat", SEAT_INDICES)
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


@pytest.mark.parametrize(
    "written",
    [
        lambda board: board.replace(" ", ""),
        lambda board: board.replace(" ", "").translate(str.maketrans("012", ".XO")),
        lambda board: board.replace(" ", "").translate(str.maketrans("012", " xo")),
        lambda board: board.replace(" ", ","),
        lambda board: str(int(board.replace(" ", ""))),
    ],
    ids=["digits", "signs", "blanks", "commas", "without leading zeros"],
)
def test_states_may_be_written_in_any_way(here, ttt, genomes, written):
    write_genomes([["genome"], *([genome] for genome in genomes)])
    expected = ttt(*GOOD)
    write_states(map(written, BOARDS))
    assert ttt(*GOOD) == expected


@pytest.mark.parametrize("placeholder", "09")
def test_finished_states_take_any_digit_or_are_left_out(here, ttt, genomes, placeholder):
    over = [bool(oracles.winner(board)) for board in oracles.game_base()]
    write_genomes([["genome"], ["".join(placeholder if end else d for d, end in zip(genomes[1], over, strict=True))]])
    assert table(evaluate(ttt)[1])[1][1:] == expected_results(genomes[1], "first")
    write_states(OPEN_BOARDS)
    write_genomes([["genome"], ["".join(d for d, end in zip(genomes[1], over, strict=True) if not end)]])
    assert table(evaluate(ttt)[1])[1][1:] == expected_results(genomes[1], "first")


def test_output_file_equals_standard_output(here, ttt, genomes):
    write_genomes([["genome", "x"], [genomes[0], "é"]])
    shown = evaluate(ttt)[1]
    assert evaluate(ttt, more=["--output", "OUT.csv"]) == (0, "", "")
    assert Path("OUT.csv").read_text(encoding="utf-8") == shown
    assert evaluate(ttt, more=["--output", "OUT.csv"]) == (0, "", "")
    assert sorted(path.name for path in here.iterdir()) == ["G.csv", "OUT.csv", "S.txt"]


def test_a_failed_write_leaves_the_old_output(here, refused, genomes, monkeypatch):
    write_genomes([["genome"], [genomes[0]]])
    Path("OUT.csv").write_text("precious")

    def full(columns):
        yield columns[0]
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(commands, "zip", lambda *columns, strict: full(columns), raising=False)
    assert refused(*GOOD, "--output", "OUT.csv") == "OUT.csv: cannot be written: No space left on device"
    assert Path("OUT.csv").read_text() == "precious"
    assert sorted(path.name for path in here.iterdir()) == ["G.csv", "OUT.csv", "S.txt"]


def test_a_closed_pipe_is_no_error_message(here, genomes):
    write_genomes([["genome"], *([text] for text in genomes * 200)])
    with subprocess.Popen([*TTT, *GOOD], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"genome,wins,losses,draws,fitness\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == cli.BROKEN_PIPE
