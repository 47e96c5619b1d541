"""Results that Snakemake has no record of: made again, but for those whose files tell that nothing has changed."""

from tttcore.engines.collect import expected_provenance, other_origin
from tttcore.pipeline.records import set_outdated, unrecorded
from tttcore.pipeline.store import StoreError


@cache
def origins(study):
    """Provenance that batches of each treatment of a study must have."""
    recipes = {name: each.recipe for name, each in STUDIES[study].treatments.items()}
    return expected_provenance(recipes, seed=config["seed"], code=code_of_runs(study))


def is_up_to_date(maker, path, study=None, treatment=None, **_):
    """True for a batch of runs as it would be made today, and for state tables and kernels, which no setting changes.

    A damaged batch is left for the rule that reads it.
    """
    if maker != "batch":
        return maker in ("tables", "kernels")
    try:
        return not other_origin(path, origins(study).get(treatment, {}))
    except StoreError:
        return True


NAMES = {
    getattr(rules, name).rule.name: name for name in ("batch", "tables", "kernels")
}
"""Rules whose results may be kept, by the names that they have where another workflow imports this one."""
OUTPUTS = [
    (maker.name, output, output.constant_prefix())
    for maker in workflow.rules
    for output in maker.output
]
"""Outputs of all rules with what their paths begin with, whatever the wildcards are."""


def find_maker(path):
    """Name of the rule that makes a file, and its wildcards; None and no wildcards if there is none."""
    likely = (
        (maker, output) for maker, output, prefix in OUTPUTS if path.startswith(prefix)
    )
    matches = ((maker, output.match(path)) for maker, output in likely)
    found = ((maker, match.groupdict()) for maker, match in matches if match)
    return next(found, (None, {}))


if workflow.is_main_process:
    for path in unrecorded(modified_path("results"), ".snakemake"):
        maker, wildcards = find_maker(path)
        if maker:
            kept = is_up_to_date(NAMES.get(maker), path, **wildcards)
            set_outdated(path, outdated=not kept)
