"""Write text atomically to a file, or to standard output."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TextIO

from tttcore.pipeline.files import behind_links

STANDARD_OUTPUT = 1


def check_writable(output: Path, *, inputs: Iterable[Path] = ()) -> None:
    """Raise ValueError if a file can't be written, to be called before its content is computed.

    Parameters
    ----------
    inputs : files that are read, none of which may be overwritten, whatever its name is.
    """
    if output.is_dir():
        raise ValueError(f"{output}: not a regular file")
    folder = behind_links(output).parent
    if not folder.is_dir():
        raise ValueError(f"{output}: no folder {str(folder)!r} to write it to")
    if not os.access(folder, os.W_OK):
        raise ValueError(f"{output}: the folder {str(folder)!r} is not writable")
    if output.exists():
        if not os.access(output, os.W_OK):
            raise ValueError(f"{output}: is not writable")
        for read in inputs:
            if output.samefile(read):
                raise ValueError(f"{output}: is the input {read}; allowed: another file")


@contextmanager
def opened(output: Path | None) -> Iterator[TextIO]:
    """Open a file that is written whole or not at all, or standard output if there is none.

    Raises
    ------
    ValueError
        If it can't be written; an existing file stays unchanged.
    """
    from tttcore.pipeline.files import atomic, is_special  # noqa: PLC0415

    if output is None and sys.stdout is None:
        raise ValueError("standard output: is closed")
    written: AbstractContextManager[Path | int] = nullcontext(output or STANDARD_OUTPUT)
    if output is not None and not is_special(output):
        written = atomic(output)
    try:
        with (
            written as target,
            open(target, "w", encoding="utf-8", newline="", closefd=output is not None) as file,
        ):
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ValueError(f"{output or 'standard output'}: cannot be written: {error.strerror}") from None
