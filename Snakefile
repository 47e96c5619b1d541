"""Machines that learn tic-tac-toe: five documents rerun at full scale. The whole program."""


configfile: "config/config.yaml"


include: "workflow/rules/common.smk"


wildcard_constraints:
    study="|".join(STUDIES),
    engine="|".join(ENGINES),
    treatment="[a-z0-9-]+",
    batch=r"\d+-\d+",


include: "workflow/rules/tables.smk"
include: "workflow/rules/runs.smk"
include: "workflow/rules/analysis.smk"
include: "workflow/rules/claims.smk"
include: "workflow/rules/report.smk"


rule all:
    default_target: True
    input:
        [everything_of(study) for study in STUDIES],
        "results/report/index.html",
        "results/report/timings.html",


for study in STUDIES:

    rule:
        name:
            study
        input:
            everything_of(study),
