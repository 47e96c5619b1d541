"""Write a table as CSV, atomically to a file or to standard output."""

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
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
            file.writelines(_csv_lines(header, columns))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ValueError(f"{output or 'standard output'}: cannot be written: {error.strerror}") from None


def _target(output: Path | None) -> AbstractContextManager[Path | int]:
    if output is None:
        return nullcontext(STANDARD_OUTPUT)
    from tttcore.pipeline.store import atomic  # noqa: PLC0415

    return atomic(output)


def _csv_lines(header: Sequence[str], columns: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield lines of a CSV file, ten times as fast as `csv.writer` for columns without quotes."""
    yield ",".join(_quoted(header)) + "\n"
    for fields in zip(*map(_quoted, columns), strict=True):
        yield ",".join(fields) + "\n"


def _quoted(fields: Sequence[str]) -> Sequence[str]:
    if not _needs_quotes("".join(fields)):
        return fields
    return ['"{}"'.format(field.replace('"', '""')) if _needs_quotes(field) else field for field in fields]


def _needs_quotes(text: str) -> bool:
    return any(mark in text for mark in ',"\r\n')
