"""Check the whole configuration of the project before anything runs."""

from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any

from tttcore.claims.null_result import NullResult
from tttcore.claims.verdicts import check_cited, check_selectors, read_claims
from tttcore.engines import benchmarks
from tttcore.engines.engine import engine
from tttcore.games.classic import enumerate_states
from tttcore.pipeline.config import validate
from tttcore.pipeline.registry import ConfigError, choices
from tttcore.pipeline.study import Study
from tttcore.studies import charts, figures, tables
from tttcore.studies.method import check_method


def checked_studies(
    config: MutableMapping[str, Any], *, schemas: str | Path, folder: str | Path = "config"
) -> dict[str, Study]:
    """Read and check every study that the configuration asks for: engine, method, tables, figures, claims.

    Parameters
    ----------
    config : the project's settings; defaults are filled in.
    schemas : folder of the schemas.
    folder : folder of the configuration, as messages name it.

    Raises
    ------
    ConfigError
        For the first mistake, in one line.
    """
    folder = Path(folder)
    config.update(validate(dict(config), Path(schemas) / "config.schema.yaml", f"{folder}/config.yaml"))
    replicates = _replicates(config, folder / "config.yaml")
    states = enumerate_states()
    studies = {}
    for name in config["studies"]:
        study = Study.read(folder / "studies" / f"{name}.yaml", Path(schemas) / f"{name}.schema.yaml")
        engine(study.engine).check(study, states)
        check_method(study)
        tables.check(tables.build(study.config, study.file), study)
        figures.build(study.config, study.file)
        benchmarks.build(study.config, study.file)
        charts.build(study.config, study.file)
        claims_file = folder / "claims" / f"{name}.csv"
        stated = read_claims(claims_file)
        check_selectors(stated, (*tables.given(study.config), *study.config["tables"]), str(claims_file))
        ids = stated["id"].tolist()
        check_cited(study.config, ids, study.file)
        NullResult.of(study.config, ids, study.file)
        studies[name] = study.with_replicates(replicates[name]) if name in replicates else study
    return studies


def _replicates(config: Mapping[str, Any], file: Path) -> Mapping[str, int]:
    """Runs of every treatment by study, for the studies whose number the project's settings override."""
    asked, studies = config.get("replicates", {}), config["studies"]
    if isinstance(asked, int):
        return dict.fromkeys(studies, asked)
    for name in asked:
        if name not in studies:
            raise ConfigError(f"{file}: replicates: no study {name!r} is made{choices(name, studies)}")
    return asked
