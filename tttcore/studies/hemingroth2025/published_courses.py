"""Course of the published run, from its training log, for every treatment."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tttcore.studies.hemingroth2025.log_file import LOG, read_log
from tttcore.studies.published_courses import Course


def published_courses(
    files: Mapping[str, str | Path], comparisons: Mapping[str, Mapping[str, str]]
) -> dict[str, Sequence[Course]]:
    """See `studies.published_courses`. Any treatment may have made the run. The log has shares of games not lost."""
    if LOG not in files:
        return {}
    log = read_log(files[LOG])
    course = {
        "generations": log["gen"].tolist(),
        **{name: (1 - log[column]).round(5).tolist() for name, column in (("best", "best"), ("mean", "avg"))},
    }
    return {treatment: [course] for compared in comparisons.values() for treatment in compared.values()}
