"""Project settings from several places: config/config.yaml, files named by ``--configfile``, and ``--config``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tttcore.pipeline.config import checked
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import merge
from tttcore.pipeline.settings import ProjectSettings
from tttcore.pipeline.yaml_file import read_yaml


def check_settings(files: Sequence[str | Path], given: Mapping[str, Any]) -> dict[str, Any]:
    """Check the settings of each place laid over those before it, and return them.

    Parameters
    ----------
    files : the project's own settings, and files that are laid over them in this order.
    given : values of ``--config``, which are laid over all.

    Raises
    ------
    ConfigError
        For the first mistake, naming the place that made it.
    """
    settings: dict[str, Any] = {}
    for place, own in [*((str(path), read_yaml(path)) for path in files), ("--config", given)]:
        if not isinstance(own, Mapping):
            raise ConfigError(f"{place}: needs keys with values, see config/README.md")
        settings = merge(settings, own)
        checked(settings, ProjectSettings, place)
    return settings
