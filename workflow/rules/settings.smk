"""Checks before anything else: the package is there, and the project's settings can be read."""

import sys

from snakemake.utils import min_version

min_version("9.0")

try:
    from tttcore.pipeline.messages import ConfigError
    from tttcore.pipeline.yaml_file import read_yaml
except ModuleNotFoundError as error:
    if error.name != "tttcore":
        raise
    sys.exit(
        "error: this Python has no package tttcore; run `make`, which sets it up, or `pip install -e .`"
    )

try:
    if not isinstance(read_yaml("config/config.yaml"), dict):
        raise ConfigError(
            "config/config.yaml: needs keys with values, see config/README.md"
        )
except ConfigError as error:
    sys.exit(f"error: {error}")
