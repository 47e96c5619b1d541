"""Project settings from several places: config/config.yaml, files named by ``--configfile``, and ``--config``."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tttcore.pipeline.config import checked
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import merge
from tttcore.pipeline.settings import ProjectSettings
from tttcore.pipeline.yaml_file import read_yaml

OPTION = "--config"
MODULE = "the module's config"
"""Name in messages of the configuration that an importing workflow gives."""


def check_settings(
    file: str | Path,
    *,
    further: Sequence[str | Path] = (),
    given: Mapping[str, Any] | None = None,
    arguments: Sequence[str] = (),
) -> dict[str, str]:
    """Check the settings of each place laid over those before it; return the place of each key.

    Parameters
    ----------
    file : the project's own settings.
    further : files that are laid over them in this order.
    given : values of ``--config``, which are laid over all.
    arguments : the command line, in which each of these must stand once.

    Raises
    ------
    ConfigError
        For the first mistake, naming the place that made it.
    """
    _check_arguments(arguments)
    settings: dict[str, Any] = {}
    places: dict[str, str] = {}
    for place, own in [*((str(path), read_yaml(path)) for path in (file, *further)), (OPTION, given or {})]:
        if not isinstance(own, dict):
            raise ConfigError(f"{place}: needs keys with values, see config/README.md")
        settings = merge(settings, own)
        checked(settings, ProjectSettings, place)
        places |= dict.fromkeys(own, place)
    return places


def check_given(settings: Mapping[str, Any]) -> dict[str, str]:
    """Check the settings that an importing workflow gives; return the place of each key, see `check_settings`."""
    checked(dict(settings), ProjectSettings, MODULE)
    return dict.fromkeys(settings, MODULE)


def _check_arguments(arguments: Sequence[str]) -> None:
    """Refuse a key or an option that is given twice: Snakemake would take the last one without a word."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument(OPTION, "-C", dest="config", nargs="*", action="append", default=[])
    parser.add_argument("--configfile", "--configfiles", dest="files", nargs="+", action="append", default=[])
    asked, _ = parser.parse_known_args(list(arguments))
    for option, found in ((OPTION, asked.config), ("--configfile", asked.files)):
        if len(found) > 1:
            raise ConfigError(f"{option}: given {len(found)} times, and the last would hide the others; give it once")
    keys = [entry.partition("=")[0] for entries in asked.config for entry in entries]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise ConfigError(f"{OPTION}: {twice}: given {keys.count(twice)} times; give it once")
