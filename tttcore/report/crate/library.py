"""The library that describes crates, which is an optional part of the installation."""

from importlib.util import find_spec

from tttcore.pipeline.messages import ConfigError


def check_library() -> None:
    """Check that the library is there; ConfigError with the command that installs it."""
    if find_spec("rocrate") is None:
        raise ConfigError('a crate needs the library rocrate; install it: pip install "tttcore[crate]"')
