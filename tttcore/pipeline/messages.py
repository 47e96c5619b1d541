"""Messages about a user's mistakes: the mistake, and the allowed choice that was probably meant."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches

LISTED = 20
"""Names that a message lists at most."""
COMPARED = 10_000
"""Known names among which a message finds the closest one at most; among a million that takes twenty seconds."""
LONGEST = 2000
"""Characters of a message at most; of a longer one the middle is left out."""


class ConfigError(ValueError):
    """Error for a user's mistake in a configuration, in one line whatever the user's texts contain."""

    def __init__(self, message: str) -> None:
        line = printable(message)
        half = LONGEST // 2
        super().__init__(line if len(line) <= LONGEST else f"{line[:half]} … {line[-half:]}")


def printable(text: str) -> str:
    """Text in one line, with escapes in place of control characters that could act on a terminal."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


@contextmanager
def located(where: str) -> Iterator[None]:
    """Context that puts a place, such as file and key, before the message of a ConfigError."""
    try:
        yield
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from None


def choices(given: object, known: Sequence[object]) -> str:
    """End of a message about an unknown name: the closest known one and those there are, at most `LISTED`."""
    compared = isinstance(given, str) and len(known) <= COMPARED
    close = get_close_matches(str(given), list(map(str, known)), n=1) if compared else []
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    return f"{hint}; known: {enumerated(known)}"


def enumerated(names: Sequence[object]) -> str:
    """Names as text, the first `LISTED` and how many more there are; ``none`` without any."""
    more = f" and {len(names) - LISTED:,} more" if len(names) > LISTED else ""
    return f"{', '.join(map(str, names[:LISTED]))}{more}" or "none"


def check_known(names: Iterable[str], known: Collection[str], where: str, kind: str) -> None:
    """Check that all names are known ones of a kind; ConfigError for the first that isn't."""
    for name in names:
        if name not in known:
            raise ConfigError(f"{where}: unknown {kind} {name!r}{choices(name, list(known))}")


def misspelt(missing: str, given: Iterable[object]) -> str:
    """End of a message about a missing key: of those that are given the one that may have been meant for it."""
    close = get_close_matches(missing, [key for key in given if isinstance(key, str)], n=1)
    return f" (is {close[0]!r} meant?)" if close else ""
