"""Build and check the benchmarks that a study's file asks for."""

from collections.abc import Mapping
from typing import Any

from tttcore.engines.benchmarks import Benchmark, benchmark_kinds
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.kinds import build_kinds, check_names


def build(study: Mapping[str, Any], where: str) -> dict[str, Benchmark]:
    """Build all benchmarks of a study's file, by name, see `build_kinds`; ConfigError for the name of a figure."""
    for name in study["benchmarks"]:
        if name in study.get("figures", {}):
            raise ConfigError(f"{where}: benchmarks.{name}: the name is taken by figures.{name}; choose another")
    return build_kinds(benchmark_kinds, study, "benchmarks", where, check_names)
