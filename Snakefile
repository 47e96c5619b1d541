"""Machines that learn tic-tac-toe: seven documents rerun at full scale. The whole program."""


include: "workflow/rules/settings.smk"


configfile: "config/config.yaml"


report: "workflow/report/workflow.rst"


include: "workflow/rules/lifecycle.smk"
include: "workflow/rules/common.smk"
include: "workflow/rules/common_runs.smk"
include: "workflow/rules/common_report.smk"


wildcard_constraints:
    study="|".join(STUDIES),
    engine="|".join({study.engine for study in STUDIES.values()}),
    treatment="[a-z0-9-]+",
    batch=r"\d+-\d+",


include: "workflow/rules/tables.smk"
include: "workflow/rules/runs.smk"
include: "workflow/rules/analysis.smk"
include: "workflow/rules/claims.smk"
include: "workflow/rules/league.smk"


if has_wing("classroom"):

    include: "workflow/rules/common_classroom.smk"
    include: "workflow/rules/classroom.smk"


include: "workflow/rules/report.smk"


if has_wing("exchange"):

    include: "workflow/rules/common_exchange.smk"
    include: "workflow/rules/exchange.smk"


rule all:
    default_target: True
    input:
        [get_everything(study) for study in STUDIES],
        expand("results/report/{page}.html", page=PAGES),
        WORKSHEETS,
        "results/MANIFEST.sha256",
    localrule: True


for study in STUDIES:

    rule:
        name:
            study
        input:
            get_everything(study),
        localrule: True
