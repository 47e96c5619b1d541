"""Recorded genomes: read them in their own order of states and translate them to ours.

A genome is one digit per state, in the order of a list of states. A digit is a cell of the board
as that list shows it, which may be any of the up to eight symmetric images of our representative.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import digits
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE, Genes
from tttcore.games.board_text import ALLOWED, read_board
from tttcore.games.classic import CELLS, CROSS, EMPTY, LINES, NOUGHT, SYMMETRIES, StateTables
from tttcore.pipeline.files import read_text
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.table_files import check_row_widths, csv_rows

COLUMN = "genome"
_NO_ALLELE = 255
_MAX_SHOWN = 40
"""Characters of a text that messages quote at most."""


class GenomeError(ValueError):
    """A genome that doesn't fit its list of states: its number `row`, from 0, its mistake and what is allowed."""

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(reason)
        self.row = row


@dataclass(frozen=True, eq=False)
class StateList:
    """States that the genes of recorded genomes stand for, in their order."""

    name: str  # the list's file, as messages call it
    boards: NDArray[np.uint8]  # (n, 9) uint8 states as listed, n being 765, or 627 if only open states are listed
    states: NDArray[np.intp]  # (n,) index of each in our tables
    alleles: NDArray[np.uint8]  # (n, 256) uint8 our allele by listed gene and recorded byte, 255 where not allowed
    n_genes: int  # length of our genomes

    @classmethod
    def read(cls, path: str | Path, tables: StateTables) -> Self:
        """Read the list in the file at `path`; see `parse`."""
        return cls.parse(read_text(path), tables, name=str(path))

    @classmethod
    def parse(cls, text: str, tables: StateTables, *, name: str) -> Self:
        """Parse a list: one state per line, nine signs as in `board_text.read_board`.

        Every state once, by any of its images and in any order: all 765, or the 627 open ones.

        Raises
        ------
        ValueError
            For a line that is no state of the game, a state listed twice, or one left out.
        """
        position_of = {board.tobytes(): index for index, board in enumerate(tables.positions)}
        listed: dict[int, int] = {}
        positions: list[int] = []
        for line, shown in enumerate(text.rstrip().splitlines(), start=1):
            where = f"{name}, line {line}"
            board = read_board(shown)
            if board is None:
                raise ValueError(f"{where}: {_short(shown)} is no state; allowed: {ALLOWED}")
            position = position_of.get(bytes(board))
            if position is None:
                raise ValueError(f"{where}: {_digits(board)} cannot be reached in a game: {_why_impossible(board)}")
            state = int(tables.state_of[position])
            if state in listed:
                raise ValueError(
                    f"{where}: {_digits(board)} is the same state, turned or mirrored, as line {listed[state]} shows "
                    f"({_digits(tables.positions[positions[listed[state] - 1]])}); each state is listed once"
                )
            listed[state] = line
            positions.append(position)
        _check_complete(set(listed), tables, name)
        boards, states = tables.positions[positions], tables.state_of[positions].astype(np.intp)
        alleles = np.full((len(states), 256), _NO_ALLELE, np.uint8)
        zero = ord(digits[0])
        alleles[~tables.open[states], zero : zero + len(digits)] = FINISHED_ALLELE
        gene, cell = np.nonzero((boards == EMPTY) & tables.open[states][:, None])
        alleles[gene, zero + cell] = SYMMETRIES[tables.symmetry_of[positions][gene], cell]
        return cls(name, boards, states, alleles, len(tables.states))

    def translate(self, texts: Sequence[str]) -> Genes:
        """(P, 765) genes of P recorded genomes of n digits, in our order and by our representatives.

        Finished states get our placeholder, whatever digit was recorded there.

        Raises
        ------
        GenomeError
            For the first genome of another length, or with anything but a free cell of an open state.
        """
        n_genes = len(self.states)
        misfits = (row for row, text in enumerate(texts) if len(text) != n_genes or not text.isascii())
        fitting = next(misfits, len(texts))
        recorded = np.frombuffer("".join(texts[:fitting]).encode("ascii"), np.uint8).reshape(fitting, n_genes)
        genes = np.full((len(texts), self.n_genes), FINISHED_ALLELE, np.uint8)
        translated = _translate(recorded, self.alleles, self.states, genes)
        if translated < len(texts):
            raise GenomeError(translated, self._mistake(texts[translated]))
        return genes

    def _mistake(self, text: str) -> str:
        """Message about the first mistake that keeps `text` from being a genome of this list."""
        if len(text) != len(self.states):
            wanted = f"{len(self.states)}, one digit for each state in {self.name}"
            return f"genome {_short(text)} has {len(text)} characters instead of {wanted}"
        odd = (g for g, sign in enumerate(text) if sign not in digits or self.alleles[g, ord(sign)] == _NO_ALLELE)
        gene = next(odd)
        if text[gene] not in digits:
            return f"gene {gene + 1} is {text[gene]!r}; allowed are the digits 0 to 9"
        board = self.boards[gene]
        mistake = (
            f"marks the taken cell {text[gene]}" if int(text[gene]) < CELLS else f"is {text[gene]}, which is no cell"
        )
        free = ", ".join(map(str, np.flatnonzero(board == EMPTY)))
        return f"gene {gene + 1} {mistake} of the board {_digits(board)}; free cells: {free}"


@kernel
def _translate(recorded, alleles, states, genes):
    """Fill `genes` from the bytes `recorded`; return the number of valid genomes before the first invalid one."""
    for row in range(recorded.shape[0]):
        for gene in range(recorded.shape[1]):
            # The table has a column for each of 256 bytes: letters and control characters need no check of their own.
            allele = alleles[gene, recorded[row, gene]]
            if allele == _NO_ALLELE:
                return row
            genes[row, states[gene]] = allele
    return recorded.shape[0]


@dataclass(frozen=True, eq=False)
class RecordedGenomes:
    """Table of recorded genomes with all other columns, as text."""

    name: str  # the table's file, as messages call it
    header: list[str]  # names of the columns, as written
    columns: list[tuple[str, ...]]  # fields, column by column
    lines: list[int]  # line of the file on which each row ends
    genomes: int  # number of the column that holds the genomes

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a CSV file with a header and one column ``genome``, in any case.

        Empty lines are skipped. Not read by pandas, which pads short rows, renames equal columns and
        loses count of the lines.

        Raises
        ------
        ValueError
            If the file isn't UTF-8 CSV with genomes, or a row has more or fewer fields than the header.
        """
        numbered = csv_rows(read_text(path), str(path))
        _, header = next(numbered, (0, []))
        genomes = _genome_column(header, str(path))
        lines: list[int] = []
        rows: list[list[str]] = []
        for line, row in check_row_widths(numbered, len(header), str(path)):
            lines.append(line)
            rows.append(row)
        if not rows:
            raise ValueError(f"{path}: no genomes below the header")
        return cls(str(path), header, list(zip(*rows, strict=True)), lines, genomes)

    def genes(self, states: StateList) -> Genes:
        """(P, 765) genes of the table's genomes; ValueError names the line of one that doesn't fit."""
        try:
            return states.translate([text.strip() for text in self.columns[self.genomes]])
        except GenomeError as error:
            raise ValueError(f"{self.name}, line {self.lines[error.row]}: {error}") from None

    def with_results(self, results: Mapping[str, NDArray]) -> tuple[list[str], list[Sequence[str]]]:
        """Header and columns with (P,) `results` appended, numbers in full precision.

        A column that already has the name of a result becomes ``<name>_input``.
        """
        taken = {*self.header, *results}
        header = []
        for name in self.header:
            free = name
            while name in results and free in taken:
                free += "_input"
            taken.add(free)
            header.append(free)
        numbers = [list(map(repr, result.tolist())) for result in results.values()]
        return [*header, *results], [*self.columns, *numbers]


def _genome_column(header: Sequence[str], name: str) -> int:
    if not header:
        raise ValueError(f"{name}: empty file; needs a header with the column {COLUMN!r}")
    matching = [index for index, title in enumerate(header) if title.strip().lower() == COLUMN]
    if len(matching) == 1:
        return matching[0]
    found = ", ".join(map(_short, header))
    fault = f"{len(matching)} columns are called" if matching else "no column is called"
    raise ValueError(f"{name}: {fault} {COLUMN!r}; needs exactly one; found: {found}")


def _why_impossible(board: Sequence[int]) -> str:
    crosses, noughts = board.count(CROSS), board.count(NOUGHT)
    if crosses - noughts not in (0, 1):
        return f"{crosses} X and {noughts} O, but X moves first and the players take turns"
    winners = {board[a] for a, b, c in LINES.tolist() if board[a] == board[b] == board[c] != EMPTY}
    if len(winners) == 2:
        return "both players have a line, but the first line ends the game"
    return "a mark was made after the win, but the first line ends the game"


def _check_complete(listed: set[int], tables: StateTables, name: str) -> None:
    open_states = set(np.flatnonzero(tables.open).tolist())
    wanted, kind = (open_states, " open") if listed <= open_states else (set(range(len(tables.states))), "")
    missing = sorted(wanted - listed)
    if missing:
        raise ValueError(
            f"{name} lists {len(listed)} of the {len(wanted)}{kind} states; missing, for example, "
            f"{_digits(tables.states[missing[0]])}; needed are all {len(tables.states)} states "
            f"or the {len(open_states)} open ones"
        )


def _digits(board: Sequence[int] | NDArray[np.uint8]) -> str:
    return " ".join(map(str, board))


def _short(text: str) -> str:
    return repr(text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 3]}...")
