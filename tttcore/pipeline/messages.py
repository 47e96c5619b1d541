"""Messages about a user's mistakes: what is wrong, and which of the allowed choices was probably meant."""

from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches


class ConfigError(ValueError):
    """A user's mistake in a configuration, told in one line."""


def choices(given: object, known: Sequence[object]) -> str:
    """End of a message about an unknown name: the closest known one and all there are."""
    names = list(map(str, known))
    close = get_close_matches(given, names, n=1) if isinstance(given, str) else []
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    return f"{hint}; known: {', '.join(names) or 'none'}"


def check_known(names: Iterable[str], known: Collection[str], where: str, kind: str) -> None:
    """Check that all names are known ones of a kind; ConfigError for the first that isn't."""
    for name in names:
        if name not in known:
            raise ConfigError(f"{where}: unknown {kind} {name!r}{choices(name, list(known))}")


def misspelt(missing: str, given: Iterable[object]) -> str:
    """End of a message about a missing key: of those that are given the one that may have been meant for it."""
    close = get_close_matches(missing, [key for key in given if isinstance(key, str)], n=1)
    return f" (is {close[0]!r} meant?)" if close else ""
