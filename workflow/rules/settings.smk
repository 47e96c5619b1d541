"""The project's settings can be read: told with the line, which Snakemake doesn't, before it reads them."""

import sys

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.yaml_file import read_yaml

try:
    if not isinstance(read_yaml("config/config.yaml"), dict):
        raise ConfigError(
            "config/config.yaml: needs keys with values, see config/README.md"
        )
except ConfigError as error:
    sys.exit(f"error: {error}")
