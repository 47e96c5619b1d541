"""Write a table as CSV, atomically to a file or to standard output."""

import csv
import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path

STANDARD_OUTPUT = 1


def check_writable(output: Path) -> None:
    """Raise ValueError if a file can't be written, to be called before its content is computed."""
    if output.exists() and not output.is_file():
        raise ValueError(f"{output}: not a regular file")
    if not output.parent.is_dir():
        raise ValueError(f"{output}: no folder {str(output.parent)!r} to write it to")
    if not os.access(output.parent, os.W_OK):
        raise ValueError(f"{output}: the folder {str(output.parent)!r} is not writable")


def write_table(output: Path | None, header: Sequence[str], columns: Sequence[Sequence[str]]) -> None:
    """Write a table as CSV.

    Parameters
    ----------
    output : the file; None for standard output.
    header : name of each column.
    columns : fields of each column, of equal length.

    Raises
    ------
    ValueError
        If it can't be written; an existing file stays unchanged.
    """
    try:
        with (
            _target(output) as target,
            open(target, "w", encoding="utf-8", newline="", closefd=output is not None) as file,
        ):
            csv.writer(file, lineterminator="\n").writerows(chain([header], zip(*columns, strict=True)))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ValueError(f"{output or 'standard output'}: cannot be written: {error.strerror}") from None


def _target(output: Path | None) -> AbstractContextManager[Path | int]:
    if output is None:
        return nullcontext(STANDARD_OUTPUT)
    from tttcore.pipeline.store import atomic  # noqa: PLC0415

    return atomic(output)
