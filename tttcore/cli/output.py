"""Write text atomically to a file, or to standard output."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TextIO

STANDARD_OUTPUT = 1


def check_writable(output: Path) -> None:
    """Raise ValueError if a file can't be written, to be called before its content is computed."""
    if output.exists() and not output.is_file():
        raise ValueError(f"{output}: not a regular file")
    if not output.parent.is_dir():
        raise ValueError(f"{output}: no folder {str(output.parent)!r} to write it to")
    if not os.access(output.parent, os.W_OK):
        raise ValueError(f"{output}: the folder {str(output.parent)!r} is not writable")


@contextmanager
def opened(output: Path | None) -> Iterator[TextIO]:
    """Open a file that is written whole or not at all, or standard output if there is none.

    Raises
    ------
    ValueError
        If it can't be written; an existing file stays unchanged.
    """
    from tttcore.pipeline.store import atomic  # noqa: PLC0415

    try:
        with (
            nullcontext(STANDARD_OUTPUT) if output is None else atomic(output) as target,
            open(target, "w", encoding="utf-8", newline="", closefd=output is not None) as file,
        ):
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ValueError(f"{output or 'standard output'}: cannot be written: {error.strerror}") from None
