"""Verdicts on all statements of all documents, and the audit with their provenance."""


rule statements:
    input:
        from_config("claims", "findings"),
        study=CONFIG["study"],
        method=rules.method.output,
        facts="results/tables/facts.parquet",
    output:
        "results/logs/{study}/statements.checked",
    log:
        "results/logs/{study}/statements.log",
    priority: FIRST
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        config=digest_of_config("study", "claims", "findings"),
        code=code("check_statements"),
    message:
        "Check the statements of {wildcards.study}"
    script:
        "../scripts/check_statements.py"


rule verdicts:
    input:
        from_config("claims", "findings"),
        rules.statements.output,
        study=CONFIG["study"],
        method=rules.method.output,
        statistics=rules.statistics.output,
        facts="results/tables/facts.parquet",
    output:
        table="results/{study}/verdicts.parquet",
        readable=report(
            "results/{study}/verdicts.csv",
            caption="../report/verdicts.rst",
            category="{study}",
            subcategory="Verdicts",
            labels=get_labels_of_verdicts,
        ),
        findings="results/{study}/findings.csv",
        multiverse="results/{study}/multiverse.csv",
    log:
        "results/logs/{study}/verdicts.log",
    priority: get_priority
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        config=digest_of_config("study", "claims", "findings"),
        changed=sorted(changed_rules(HISTORY)),
        runs=lambda wildcards: min(replicates(wildcards.study).values()),  # the fewest
        code=code("judge_claims"),
    message:
        "Judge the statements of {wildcards.study}"
    script:
        "../scripts/judge_claims.py"


rule multiverse_figure:
    input:
        rules.verdicts.output.multiverse,
    output:
        expand("results/{{study}}/multiverse.{extension}", extension=config["formats"]),
    log:
        "results/logs/{study}/multiverse.log",
    priority: get_priority
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        code=code("draw_multiverse"),
    message:
        "Draw the verdicts of {wildcards.study} under every reading"
    script:
        "../scripts/draw_multiverse.py"


rule audit:
    input:
        studies=from_config("study"),
        verdicts=expand(rules.verdicts.output.table, study=STUDIES),
        facts="results/tables/facts.parquet",
        method=expand(rules.method.output, study=STUDIES),
        statistics=expand(rules.statistics.output, study=STUDIES),
    output:
        directory("results/audit"),
    log:
        "results/logs/audit.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        config=digest_of_config("study"),
        code=code("write_audit", "tables"),
    message:
        "Audit all statements"
    script:
        "../scripts/write_audit.py"
