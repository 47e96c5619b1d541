"""One-line messages for errors of the operating system, with their remedy."""

import errno
import os

REMEDIES = {
    errno.ENOSPC: "make room",
    errno.EDQUOT: "make room",
    errno.EFBIG: "allow larger files",
    errno.EROFS: "make its folder writable",
    errno.EACCES: "give the rights to it",
    errno.EPERM: "give the rights to it",
    errno.EIO: "check the disk",
    errno.EMFILE: "allow more open files (ulimit -n)",
    errno.ENFILE: "close other programs",
    errno.ENOMEM: "free memory",
    errno.ENAMETOOLONG: "choose a shorter name",
}
"""Advice to the user by error number."""


def describe_os_error(error: Exception) -> str | None:
    """One line on an error that has a remedy; None for others."""
    if not isinstance(error, OSError) or error.errno not in REMEDIES:
        return None
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{os.strerror(error.errno)}; {REMEDIES[error.errno]} and run again"
