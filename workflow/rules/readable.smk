"""The project's settings can be read: told with the line, which Snakemake doesn't, before it reads them."""

import sys
from pathlib import Path

from tttcore.base.registry import ConfigError
from tttcore.base.yaml_file import read_yaml

if Path("config/config.yaml").exists():
    try:
        read_yaml("config/config.yaml")
    except ConfigError as error:
        sys.exit(f"error: {error}")
